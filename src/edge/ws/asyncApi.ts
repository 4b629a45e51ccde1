import type { Context, Next } from 'koa'
import { CLOSE_CODES } from '../../protocol/control.ts'
import { EVENT_SCHEMAS } from '../../protocol/eventSchemas.ts'
import { requireRead } from '../http/requireRead.ts'
import { PROTOCOL } from '../../protocol/events.ts'

export const ASYNCAPI_PATH = '/api/v1/asyncapi.json'

const time = { type: 'string', format: 'date-time' }
const eventId = { type: 'string', pattern: '^\\d+$', description: 'rises per tenant; a decimal text' }

/** The AsyncAPI 3 document of the real-time door, made from the protocol module. */
export function asyncApiDocument(): object {
  const control = (type: string, summary: string, data: Record<string, object>) => ({
    name: type,
    summary,
    payload: object({ type: { const: type }, at: time, data: object(data) }),
  })
  const events = Object.entries(EVENT_SCHEMAS).map(([type, data]) => ({
    name: type,
    summary: data.description,
    payload: object({ id: eventId, type: { const: type }, at: time, data }),
  }))
  const sent = [
    control('ready', 'First message after authentication.', { lastEventId: eventId }),
    control('resync', 'What was missed is no longer at hand: read the state anew over REST.', {
      lastEventId: eventId,
    }),
    control('time', 'Answer to a question for the time.', { sent: { type: 'number' } }),
    ...events,
  ]
  const received = [
    {
      name: 'auth',
      summary: 'Authenticates as the first message; later it renews the token.',
      payload: object({ type: { const: 'auth' }, token: { type: 'string' } }),
    },
    {
      name: 'askTime',
      summary: 'Asks for the service’s clock.',
      payload: object({ type: { const: 'time' }, sent: { type: 'number' } }),
    },
  ]
  const messages = Object.fromEntries([...sent, ...received].map((message) => [message.name, message]))
  const refer = (list: readonly { name: string }[]) =>
    list.map(({ name }) => ({ $ref: `#/channels/events/messages/${escapePointer(name)}` }))
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Live-Commerce Auctions: real-time events',
      version: '1.0.0',
      description: describeDoor(),
    },
    channels: {
      events: {
        address: '/api/v1/ws',
        title: PROTOCOL,
        bindings: { ws: { query: object({ since: { type: 'string', pattern: '^\\d{1,15}$' } }, []) } },
        messages,
      },
    },
    operations: {
      sendEvents: { action: 'send', channel: { $ref: '#/channels/events' }, messages: refer(sent) },
      receiveFromClient: {
        action: 'receive',
        channel: { $ref: '#/channels/events' },
        messages: refer(received),
      },
    },
  }
}

/** Serves the document. */
export function asyncApi() {
  const text = JSON.stringify(asyncApiDocument())
  return async (ctx: Context, next: Next): Promise<void> => {
    if (ctx.path !== ASYNCAPI_PATH) {
      await next()
      return
    }
    requireRead(ctx)
    ctx.type = 'application/json; charset=utf-8'
    ctx.body = text
  }
}

const object = (properties: Record<string, object>, required = Object.keys(properties)) => ({
  type: 'object',
  required,
  properties,
})

const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

function describeDoor(): string {
  const codes = Object.entries(CLOSE_CODES).map(([name, code]) => `${code} ${name}`)
  return [
    `Raw WebSocket, subprotocol \`${PROTOCOL}\`. Authenticate by offering \`bearer.<accessToken>\` beside it, or by a first`,
    'message `{"type":"auth","token":"…"}` within five seconds. `?since=<id>` resumes after an event.',
    `Close codes: ${codes.join(', ')}.`,
  ].join(' ')
}
