import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface GraphCall {
  method: string
  path: string
  query: Record<string, string>
  /** Form fields, or the members of a JSON body. */
  form: Record<string, unknown>
  token: string | null
}

/** Answers a call; undefined leaves it to the ordinary rules. */
type Misbehaviour = (call: GraphCall, response: ServerResponse) => boolean

interface GraphPage {
  id: string
  name: string
  access_token?: string
  social_business_account?: { id: string }
  instagram_business_account?: { id: string }
}

/** A real HTTP server that speaks the neutral Graph dialect and keeps every call it got. */
export interface GraphServer {
  url: string
  calls: GraphCall[]
  pages: GraphPage[]
  /** Result pages of the page list hold so many. */
  pageSize: number
  expiresIn: number | undefined
  subscribed: Set<string>
  replies: { commentId: string; message: string }[]
  /** Gets each call first; true: it has answered (or means never to). */
  misbehave: Misbehaviour | null
  /** Paths in the order they were called. */
  paths(): string[]
  stop(): Promise<void>
}

export const graphError = (
  response: ServerResponse,
  status: number,
  code: number,
  headers: Record<string, string> = {},
): true => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify({ error: { message: 'refused', type: 'OAuthException', code } }))
  return true
}

export async function startGraphServer(): Promise<GraphServer> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '', 'http://graph')
      const call: GraphCall = {
        method: request.method ?? '',
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        form: readFields(request.headers['content-type'], Buffer.concat(chunks).toString()),
        token: request.headers.authorization?.replace(/^Bearer /, '') ?? null,
      }
      graph.calls.push(call)
      if (graph.misbehave?.(call, response) !== true) obey(graph, call, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const graph: GraphServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    pages: [
      {
        id: 'page-1',
        name: 'Page',
        access_token: 'page-token',
        social_business_account: { id: 'account-1' },
      },
    ],
    pageSize: 25,
    expiresIn: 1_000_000,
    subscribed: new Set(),
    replies: [],
    misbehave: null,
    paths: () => graph.calls.map(({ method, path }) => `${method} ${path}`),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return graph
}

const readFields = (contentType: string | undefined, body: string): Record<string, unknown> =>
  contentType === 'application/json'
    ? (JSON.parse(body) as Record<string, unknown>)
    : Object.fromEntries(new URLSearchParams(body))

function obey(graph: GraphServer, call: GraphCall, response: ServerResponse): void {
  const json = (body: unknown): void => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const { method, path, query, form } = call
  const [, id = '', edge = ''] = path.split('/')
  if (path === '/oauth/access_token') {
    if (query.grant_type === undefined) json({ access_token: `short-${query.code ?? ''}` })
    else json({ access_token: `long-of-${query[query.grant_type] ?? ''}`, expires_in: graph.expiresIn })
  } else if (path === '/me/accounts') {
    const from = Number(query.after ?? 0)
    const next = `${graph.url}/me/accounts?after=${from + graph.pageSize}&access_token=leaked`
    const isLast = from + graph.pageSize >= graph.pages.length
    json({ data: graph.pages.slice(from, from + graph.pageSize), paging: isLast ? {} : { next } })
  } else if (edge === 'subscribed_apps') {
    if (method === 'POST') graph.subscribed.add(id)
    json(method === 'POST' ? { success: true } : { data: graph.subscribed.has(id) ? [{ id: 'app' }] : [] })
  } else if (edge === 'replies') {
    graph.replies.push({ commentId: id, message: String(form.message) })
    json({ id: `reply-${id}` })
  } else if (edge === 'messages') {
    const { comment_id: commentId } = form.recipient as { comment_id: string }
    const { text } = form.message as { text: string }
    graph.replies.push({ commentId, message: text })
    json({ message_id: 'm' })
  } else {
    json({ id, username: `user-of-${id}` })
  }
}
