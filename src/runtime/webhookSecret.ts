import { randomBytes } from 'node:crypto'

const SECRET_BYTES = 24

/** A fresh secret that signs outbound webhooks, as the Standard Webhooks specification spells it. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
