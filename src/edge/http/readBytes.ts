import type { IncomingMessage } from 'node:http'
import { AppError } from '../../runtime/errors.ts'

/**
 * Reads a request's body as it came. Listens instead of iterating, which costs a flood of small bodies more than all
 * the rest of reading them. @throws AppError `body_too_large` past the bound; what comes after is not read
 */
export function readBytes(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax)
    return Promise.reject(new AppError('body_too_large'))
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const take = (chunk: Buffer): void => {
      bytes += chunk.length
      chunks.push(chunk)
      if (bytes <= bytesMax) return
      request.off('data', take)
      reject(new AppError('body_too_large'))
    }
    request.on('data', take)
    request.once('end', () => {
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks))
    })
    request.once('error', reject)
  })
}
