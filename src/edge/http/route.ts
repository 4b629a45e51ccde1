import type { Context } from 'koa'
import type { Struct } from 'superstruct'
import type { Config } from '../../../config/index.ts'
import type { ErrorCode } from '../../runtime/errors.ts'
import type { AnyStruct } from './schemas/fields.ts'
import type { RouteServices } from './Services.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** What a handler gets: all of it checked. */
export interface RouteRequest<Body, Query> {
  /** The authenticated tenant; empty on routes without authentication. */
  tenantId: string
  /** Path parameters; ids among them are texts that may be anything. */
  params: Record<string, string>
  body: Body
  query: Query
  /** For the few routes that redirect or set cookies. */
  ctx: Context
  services: RouteServices
}

/** One endpoint: the router, validation, the OpenAPI document and the tests are all made from it. */
export interface Route {
  method: Method
  /** Below `/api/v1`, e.g. `/auctions/:id/close`. */
  path: string
  tag: string
  summary: string
  /** `tenant`: Bearer or Basic. `browser`: these or the dashboard's session cookie. */
  auth: 'none' | 'tenant' | 'browser'
  status: number
  body: AnyStruct | undefined
  /** The same body, as far as this service's settings allow it. */
  bodyUnder: ((config: Config) => AnyStruct) | undefined
  /** Refuses a body with an error that comes before the struct's own. */
  checkBody: ((body: unknown) => void) | undefined
  query: AnyStruct | undefined
  /** Query parameters that the handler reads by itself, since its own errors come first; for the document only. */
  looseQuery: AnyStruct | undefined
  /** What `data` holds; undefined where the handler answers by itself (redirects). */
  response: AnyStruct | undefined
  /** Errors of its own, beside those that every route may answer with. */
  errors: readonly ErrorCode[]
  handle(request: RouteRequest<unknown, unknown>): Promise<unknown>
}

interface RouteSpec<Body, Query, Response> {
  method: Method
  path: string
  tag: string
  summary: string
  auth?: Route['auth']
  /** Success status; 200 when left out. */
  status?: number
  body?: Struct<Body>
  bodyUnder?: (config: Config) => Struct<Body>
  checkBody?: (body: unknown) => void
  query?: Struct<Query>
  looseQuery?: AnyStruct
  response?: Struct<Response>
  errors?: readonly ErrorCode[]
  handle(request: RouteRequest<Body, Query>): Promise<Response>
}

/** Declares an endpoint; the types of body, query and response follow from their structs. */
export const route = <Body = undefined, Query = undefined, Response = unknown>(
  spec: RouteSpec<Body, Query, Response>,
): Route => ({
  auth: 'tenant',
  status: 200,
  body: undefined,
  bodyUnder: undefined,
  checkBody: undefined,
  query: undefined,
  looseQuery: undefined,
  response: undefined,
  errors: [],
  ...spec,
  // The mount hands on only what the structs made of the request.
  handle: spec.handle,
})

/** Whether a repeated request with the same `Idempotency-Key` gets the first answer again. */
export const takesIdempotencyKey = ({ method, auth }: Pick<Route, 'method' | 'auth'>): boolean =>
  auth === 'tenant' && (method === 'POST' || method === 'PUT')
