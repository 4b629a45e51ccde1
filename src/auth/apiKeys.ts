import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Credentials for servers: the key names the tenant, the secret proves it. */
export interface ApiKeys {
  create(): { apiKey: string; apiSecret: string; apiSecretHash: string }
  matches(apiSecret: string, apiSecretHash: string): boolean
}

const SECRET_BYTES = 32

/**
 * The secret has 256 random bits, so a keyed hash is enough; a slow one a request would be a gift to attackers.
 * `pepper` keeps a stolen table useless without the service's own secret.
 */
export function createApiKeys(pepper: string): ApiKeys {
  const digest = (secret: string): Buffer =>
    createHmac('sha256', pepper).update(`api-secret:${secret}`).digest()
  return {
    create() {
      const apiSecret = `sk_${randomBytes(SECRET_BYTES).toString('base64url')}`
      const apiKey = `pk_${randomBytes(18).toString('base64url')}`
      return { apiKey, apiSecret, apiSecretHash: digest(apiSecret).toString('base64url') }
    },
    matches(apiSecret, apiSecretHash) {
      const stored = Buffer.from(apiSecretHash, 'base64url')
      const given = digest(apiSecret)
      return stored.length === given.length && timingSafeEqual(stored, given)
    },
  }
}
