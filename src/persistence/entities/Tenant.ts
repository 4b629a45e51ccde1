import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { id, time } from './columns.ts'
import type { TenantSettings } from './TenantSettings.ts'

/** A seller account. Secrets are hashes or ciphertexts; only routes decide what is shown. */
export const Tenant = defineEntity({
  name: 'Tenant',
  tableName: 'tenant',
  properties: {
    id: id(),
    name: p.string(),
    slug: p.string().unique(),
    email: p.string().unique(),
    passwordHash: p.string(),
    apiKey: p.string().unique(),
    apiSecretHash: p.string(),
    /** Ciphertext; the clear text signs outbound webhooks. */
    webhookSecret: p.text(),
    /** Ciphertext of the secret before the last regeneration, which signs beside the new one until the time below. */
    previousWebhookSecret: p.text().nullable(),
    previousWebhookSecretUntil: time().nullable(),
    webhookUrl: p.text().nullable(),
    /** Set when the endpoint failed for so long that deliveries wait for the seller. */
    webhookPausedAt: time().nullable(),
    /** When the first of the tries failed since which none went through. */
    webhookFailingSince: time().nullable(),
    domain: p.string().nullable(),
    socialAccountId: p.string().nullable(),
    socialPageId: p.string().nullable(),
    socialUsername: p.string().nullable(),
    /** Ciphertext. */
    socialAccessToken: p.text().nullable(),
    socialTokenExpiresAt: time().nullable(),
    socialStatus: p.string().default('disconnected').$type<SocialStatus>(),
    socialSubscribedAt: time().nullable(),
    /** Random word of the overlay's address; null while the seller has none. */
    overlayKey: p.string().nullable().unique(),
    plan: p.string().default('free'),
    settings: p.json().$type<TenantSettings>(),
    isActive: p.boolean().default(true),
    createdAt: time(),
    updatedAt: time(),
  },
})
export type SocialStatus = 'disconnected' | 'connected' | 'needs_reconnect'
export type Tenant = InferEntity<typeof Tenant>
