/** Signatures of snapshots: Ed25519 over the bytes of the manifest. */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { SnapshotProblemError } from './problem.ts'

/** A public key as SubjectPublicKeyInfo in DER. */
export function fingerprintOf(publicKey: Uint8Array): string {
  return `SHA256:${createHash('sha256').update(publicKey).digest('base64url')}`
}

export function isFingerprint(text: string): boolean {
  return /^SHA256:[A-Za-z0-9_-]{43}$/.test(text)
}

export type SnapshotSignature = { readonly publicKey: Buffer; readonly signature: Buffer }

export function signatureText({ publicKey, signature }: SnapshotSignature): string {
  const fields = {
    algorithm: 'Ed25519',
    publicKey: publicKey.toString('base64'),
    signature: signature.toString('base64'),
  }
  return `${JSON.stringify(fields, null, 2)}\n`
}

/** Only the exact text that `signatureText` writes is valid. */
export function parseSignature(text: string): SnapshotSignature {
  const [, publicKey = '', signature = ''] =
    /"publicKey": "([A-Za-z0-9+/=]{1,200})",\n {2}"signature": "([A-Za-z0-9+/=]{1,200})"/.exec(text) ?? []
  const parsed = { publicKey: Buffer.from(publicKey, 'base64'), signature: Buffer.from(signature, 'base64') }
  if (signatureText(parsed) !== text) {
    throw new SnapshotProblemError('BAD_SIGNATURE', 'The signature is not one of a snapshot.', 'manifest.sig')
  }
  return parsed
}

export function isSigned(manifest: Uint8Array, { publicKey, signature }: SnapshotSignature): boolean {
  try {
    const key = createPublicKey({ key: publicKey, format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' && verify(null, manifest, key, signature)
  } catch {
    return false
  }
}
