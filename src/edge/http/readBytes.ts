import type { IncomingMessage } from 'node:http'
import { AppError } from '../../runtime/errors.ts'

/** Reads a request's body as it came. @throws AppError `body_too_large` past the bound; what comes after is not read */
export async function readBytes(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw new AppError('body_too_large')
  const chunks: Buffer[] = []
  let bytes = 0
  // Not the plain loop: leaving that one closes the connection under the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bytesMax) throw new AppError('body_too_large')
    chunks.push(chunk)
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
}
