import { signal } from '@preact/signals'
import { currency } from '../words/format.ts'
import { service } from './page.ts'

/** The signed-in shop as `GET /auth/me` shows it. */
export interface Tenant {
  id: string
  name: string
  slug: string
  email: string
  apiKey: string
  webhookUrl: string | null
  domain: string | null
  socialAccountId: string | null
  socialPageId: string | null
  settings: TenantSettings
  createdAt: string
}

export interface TenantSettings {
  currency?: string
  claimKeywords?: string[]
  countdownSeconds?: number
  antiSnipe?: { windowSeconds?: number; extendSeconds?: number; maxExtensions?: number }
  autoReply?: { enabled?: boolean; templates?: Partial<Record<ReplyName, string>> }
  /** This page's own key: what is prepared for the next show. */
  prepared?: Prepared[]
}

export type ReplyName = 'claimAccepted' | 'bidAccepted' | 'stockExhausted'

/** An item put in the row, to be started with two presses. */
export interface Prepared {
  productId: string
  mode: 'auction' | 'fixed_price'
  price: number
  increment: number | null
  seconds: number | null
}

export const tenant = signal<Tenant | null>(null)

/** Counts what this page changed, so that a reading can tell whether it began before a change. */
let changes = 0

/** Reads the shop; once more when it was changed meanwhile, since the answer may be from before. */
export async function readTenant(): Promise<void> {
  let read: Tenant
  let changesBefore: number
  do {
    changesBefore = changes
    read = await service.get<Tenant>('/auth/me')
  } while (changes !== changesBefore)
  show(read)
}

export interface TenantChange {
  name?: string
  webhookUrl?: string | null
  settings?: TenantSettings
}

let lastChange: Promise<void> = Promise.resolve()

/** Changes the shop and shows the outcome; one change after the other, so that the last one is what is shown and stored. */
export function changeTenant(change: TenantChange): Promise<void> {
  const changing = lastChange.then(() => sendChange(change))
  lastChange = changing.catch(() => undefined)
  return changing
}

async function sendChange(change: TenantChange): Promise<void> {
  const changed = await service.put<Partial<Tenant>>('/tenant', change)
  changes++
  if (tenant.value !== null) show({ ...tenant.value, ...changed })
}

function show(value: Tenant): void {
  tenant.value = value
  currency.value = value.settings.currency ?? 'USD'
}
