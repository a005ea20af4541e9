/** Encrypts secrets that the service has to read again, such as the URLs of alerts, with a key derived from SECRET_KEY. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

export type SecretBox = {
  /** `boundTo`: what the secret belongs to. It can't be opened as that of something else. */
  seal(text: string, boundTo: string): Uint8Array
  /** Returns `null` if it was sealed with another key, or is bound to something else. */
  open(sealed: Uint8Array, boundTo: string): string | null
}

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16
/** The first byte, so that a later form can be told apart. */
const form = 1

/** `purpose`: secrets of another purpose have another key. */
export function secretBox(secretKey: string, purpose: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', `sealed secrets: ${purpose}`, 32))
  return {
    seal(text, boundTo) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
      cipher.setAAD(Buffer.from(boundTo))
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([form]), nonce, cipher.getAuthTag(), encrypted])
    },

    open(sealed, boundTo) {
      const bytes = Buffer.from(sealed)
      if (bytes[0] !== form || bytes.length < 1 + nonceBytes + tagBytes) return null
      const nonce = bytes.subarray(1, 1 + nonceBytes)
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(boundTo))
      decipher.setAuthTag(bytes.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes))
      try {
        const text = decipher.update(bytes.subarray(1 + nonceBytes + tagBytes))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}
