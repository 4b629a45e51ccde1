import { Answer } from './Answer.ts'
import { checkAgainstDocument } from './documentCheck.ts'

export interface CallOptions {
  token?: string | undefined
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, in place of {@link CallOptions.body}. */
  raw?: string | Uint8Array
  headers?: Record<string, string>
  /** What the path stands below; `/api/v1` when left out. */
  prefix?: string
}

/** Calls the service by HTTP; every answer is held against the service's own OpenAPI document. */
export async function call<T = unknown>(
  url: string,
  method: string,
  path: string,
  { token, body, raw, headers = {}, prefix = '/api/v1' }: CallOptions = {},
): Promise<Answer<T>> {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const response = await fetch(url + prefix + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(payload === undefined ? {} : { body: payload as BodyInit }),
  })
  const answer = new Answer<T>(response.status, response.headers, await response.text())
  await checkAgainstDocument(url, method, prefix + path, answer)
  return answer
}
