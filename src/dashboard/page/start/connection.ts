import { signal } from '@preact/signals'
import { service } from '../app/page.ts'

/** How the shop is connected to the platform, as far as the service knows. */
export interface Connection {
  status: 'connected' | 'disconnected' | 'needs_reconnect'
  username: string | null
  tokenExpiresAt: string | null
  subscribedAt: string | null
  lastCommentAt: string | null
}

/** As it was last read; null before. */
export const connection = signal<Connection | null>(null)

export async function readConnection(): Promise<Connection> {
  connection.value = await service.get<Connection>('/tenant/connection')
  return connection.value
}

/** Why viewers' comments do not reach the shop; null when they do, as far as is known. */
export function faultOf(
  state: Connection | null,
): 'disconnected' | 'needs_reconnect' | 'not_subscribed' | null {
  if (state === null) return null
  if (state.status !== 'connected') return state.status
  return state.subscribedAt === null ? 'not_subscribed' : null
}
