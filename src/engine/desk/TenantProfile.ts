import { DEFAULT_RULES, type ItemRules } from '../../../machines/auctionItem/index.ts'
import { createReader } from '../../../machines/comments/index.ts'
import type { TenantSettings } from '../../persistence/entities/index.ts'
import { replyTemplates, type ReplyTemplates } from './replyTemplates.ts'

/** What the engine keeps of a tenant's row. */
export interface TenantRow {
  id: string
  settings: TenantSettings
  webhookUrl: string | null
  /** Replies can be posted: an account is connected and its token was not refused. */
  canReply: boolean
}

/** A tenant's settings as deciding uses them, worked out once; never altered. */
export interface TenantProfile {
  rules: ItemRules
  read: ReturnType<typeof createReader>
  currency: string
  locale: string
  /** Whether shop webhooks are recorded. */
  tellsShop: boolean
  /** Null: no replies are written. */
  replies: ReplyTemplates | null
}

/** The settings of most tenants are alike; then they share a profile. It is kept while fewer than so many are. */
const SHARED_MAX = 1_000
const shared = new Map<string, TenantProfile>()

export function tenantProfile(row: TenantRow): TenantProfile {
  const alike = JSON.stringify([row.settings, row.webhookUrl !== null, row.canReply])
  const known = shared.get(alike)
  if (known !== undefined) return known
  if (shared.size >= SHARED_MAX) shared.clear()
  const profile = createProfile(row)
  shared.set(alike, profile)
  return profile
}

function createProfile(row: TenantRow): TenantProfile {
  const { settings } = row
  const locale = settings.locale ?? 'en'
  const currency = settings.currency ?? 'USD'
  return {
    rules: itemRules(settings),
    read: createReader({
      locale,
      currency,
      ...(settings.claimKeywords === undefined ? {} : { claimKeywords: settings.claimKeywords }),
    }),
    currency,
    locale,
    tellsShop: row.webhookUrl !== null,
    replies: row.canReply && settings.autoReply?.enabled !== false ? replyTemplates(settings) : null,
  }
}

function itemRules(settings: TenantSettings): ItemRules {
  const { antiSnipe } = settings
  return {
    countdownSeconds: settings.countdownSeconds ?? DEFAULT_RULES.countdownSeconds,
    antiSnipe: {
      windowSeconds: antiSnipe?.windowSeconds ?? DEFAULT_RULES.antiSnipe.windowSeconds,
      extendSeconds: antiSnipe?.extendSeconds ?? DEFAULT_RULES.antiSnipe.extendSeconds,
      extensionsMax: antiSnipe?.maxExtensions ?? DEFAULT_RULES.antiSnipe.extensionsMax,
    },
    maxBidFactor: settings.maxBidFactor ?? DEFAULT_RULES.maxBidFactor,
    requireMatchedViewer: settings.requireMatchedViewer ?? DEFAULT_RULES.requireMatchedViewer,
  }
}
