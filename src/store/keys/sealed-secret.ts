/** Encrypts secrets for the database with a key that is derived from SECRET_KEY. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

/** `purpose`: another one gets another key, so that one secret can't be read as another. */
export function sealSecret(secretKey: string, purpose: string, secret: Uint8Array): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv(algorithm, keyFor(secretKey, purpose), nonce)
  const content = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), content])
}

/** Throws if it was sealed with another key or for another purpose, or was changed. */
export function openSecret(secretKey: string, purpose: string, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed)
  const [nonce, tag] = [bytes.subarray(0, nonceLength), bytes.subarray(nonceLength, nonceLength + tagLength)]
  const decipher = createDecipheriv(algorithm, keyFor(secretKey, purpose), nonce, { authTagLength: tagLength })
  decipher.setAuthTag(tag)
  return Buffer.concat([decipher.update(bytes.subarray(nonceLength + tagLength)), decipher.final()])
}

function keyFor(secretKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32))
}
