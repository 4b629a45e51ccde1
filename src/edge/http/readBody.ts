import type { Context } from 'koa'
import { AppError } from '../../runtime/errors.ts'
import { readBytes } from './readBytes.ts'

/** Deeper bodies are refused, since whatever walks them would run out of stack. */
const DEPTH_MAX = 64

export interface JsonBody {
  /** The bytes as they came; empty when there was no body. */
  bytes: Buffer
  /** What they say; undefined when there was no body. */
  value: unknown
}

/**
 * Reads a JSON body up to a bound.
 * @throws AppError `unsupported_media_type`, `body_too_large`, `malformed_json` or, nested absurdly, `validation_error`
 */
export async function readBody(ctx: Context, bytesMax: number): Promise<JsonBody> {
  const { headers } = ctx.req
  const isSized = Number(headers['content-length'] ?? 0) > 0
  const isChunked = headers['transfer-encoding'] !== undefined
  if (isSized && !isJson(ctx)) throw new AppError('unsupported_media_type')
  // Chunks may hold nothing at all, which only reading them tells.
  const bytes = isSized || isChunked ? await readBytes(ctx.req, bytesMax) : Buffer.alloc(0)
  if (bytes.length === 0) return { bytes, value: undefined }
  if (!isJson(ctx)) throw new AppError('unsupported_media_type')
  const value = parse(bytes)
  if (depthExceeds(value, DEPTH_MAX)) {
    throw new AppError('validation_error', {
      details: { body: [`must not be nested deeper than ${DEPTH_MAX}`] },
    })
  }
  return { bytes, value }
}

/** JSON is UTF-8; what is compressed or in another charset is not read. */
function isJson(ctx: Context): boolean {
  const encoding = ctx.get('content-encoding').toLowerCase()
  if (encoding !== '' && encoding !== 'identity') return false
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(ctx.get('content-type'))?.[1]?.toLowerCase() ?? 'utf-8'
  return Boolean(ctx.is('json', '+json')) && (charset === 'utf-8' || charset === 'utf8')
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown
  } catch (error) {
    throw new AppError('malformed_json', { cause: error })
  }
}

/** Level by level, so that depth costs no stack. */
function depthExceeds(value: unknown, max: number): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > max) return true
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null ? (Object.values(one) as unknown[]) : [],
    )
  }
  return false
}
