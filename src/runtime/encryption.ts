import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** Where a ciphertext stands. A ciphertext moved to another tenant or column does not decrypt there. */
export interface SecretPlace {
  tenantId: string
  /** The entity's property, e.g. `socialAccessToken`. */
  column: string
}

/** Encrypts secrets at rest (AES-256-GCM). */
export interface Encryption {
  encrypt(clear: string, place: SecretPlace): string
  /** @throws when the text was altered, stands elsewhere, or was made with a key that is not there any more */
  decrypt(ciphertext: string, place: SecretPlace): string
  /** False: made with an older key; to be encrypted anew when it is written next. */
  isCurrent(ciphertext: string): boolean
}

const IV_BYTES = 12
const TAG_BYTES = 16

const keyId = (key: Uint8Array): string => createHash('sha256').update(key).digest('hex').slice(0, 8)

const associatedData = ({ tenantId, column }: SecretPlace): Buffer => Buffer.from(`${tenantId}/${column}`)

/**
 * `keys` are 32 bytes each: the first encrypts, all decrypt, so that a key is replaced by putting the new one first.
 * A ciphertext reads `<key id>.<base64url of iv, tag, text>`.
 */
export function createEncryption(keys: readonly Uint8Array[]): Encryption {
  const byId = new Map(keys.map((key) => [keyId(key), key]))
  const [current] = keys
  if (current === undefined) throw new Error('Encryption needs a key')
  const currentId = keyId(current)
  return {
    encrypt(clear, place) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current, iv).setAAD(associatedData(place))
      const text = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final()])
      return `${currentId}.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}`
    },
    decrypt(ciphertext, place) {
      const [id = '', encoded = ''] = ciphertext.split('.')
      const key = byId.get(id)
      if (key === undefined) throw new Error(`No encryption key ${id}`)
      const bytes = Buffer.from(encoded, 'base64url')
      const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(associatedData(place))
        .setAuthTag(tag)
      return Buffer.concat([
        decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)),
        decipher.final(),
      ]).toString('utf8')
    },
    isCurrent: (ciphertext) => ciphertext.startsWith(`${currentId}.`),
  }
}
