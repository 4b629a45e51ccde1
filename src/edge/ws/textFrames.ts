const FINAL_TEXT = 0x81
const LENGTH_16 = 126
const LENGTH_64 = 127

/**
 * Messages as the bytes that a server puts on the wire (RFC 6455, section 5.2: unmasked, unfragmented text).
 * They are the same for every receiver, so a batch is encoded once and written to each socket in one call.
 */
export function encodeTextFrames(messages: readonly string[]): Buffer {
  const lengths = messages.map((message) => Buffer.byteLength(message))
  const total = lengths.reduce((sum, length) => sum + headerBytes(length) + length, 0)
  const bytes = Buffer.allocUnsafe(total)
  let offset = 0
  messages.forEach((message, index) => {
    offset = writeHeader(bytes, offset, lengths[index] ?? 0)
    offset += bytes.write(message, offset)
  })
  return bytes
}

const headerBytes = (length: number): number => (length < LENGTH_16 ? 2 : length < 65_536 ? 4 : 10)

function writeHeader(bytes: Buffer, offset: number, length: number): number {
  bytes[offset] = FINAL_TEXT
  if (length < LENGTH_16) {
    bytes[offset + 1] = length
    return offset + 2
  }
  if (length < 65_536) {
    bytes[offset + 1] = LENGTH_16
    return bytes.writeUInt16BE(length, offset + 2)
  }
  bytes[offset + 1] = LENGTH_64
  return bytes.writeBigUInt64BE(BigInt(length), offset + 2)
}
