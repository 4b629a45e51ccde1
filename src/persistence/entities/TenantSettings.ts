/** The keys of `tenant.settings` that this service reads; others are kept for the shop's own use. */
export interface TenantSettings {
  currency?: string
  locale?: string
  claimKeywords?: string[]
  countdownSeconds?: number
  antiSnipe?: { windowSeconds?: number; extendSeconds?: number; maxExtensions?: number }
  maxBidFactor?: number | null
  autoReply?: {
    enabled?: boolean
    templates?: { claimAccepted?: string; bidAccepted?: string; stockExhausted?: string }
  }
  requireMatchedViewer?: boolean
  [key: string]: unknown
}
