/** Derives the key of pseudonyms from the key that signs snapshots, so that each installation has its own. */
import { hkdfSync } from 'node:crypto'
import type { SigningKey } from '../store/snapshot-keys.ts'

export function pseudonymKey({ privateKey }: SigningKey): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', privateKey, '', 'pseudonyms of snapshots', 32))
}
