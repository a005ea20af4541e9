/** Queries the keys that sign snapshots. The private key is encrypted. */
import { generateKeyPairSync } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from './database.ts'
import { secretBox } from './keys/secret-box.ts'

export type SigningKey = {
  /** SubjectPublicKeyInfo in DER. */
  readonly publicKey: Buffer
  /** PKCS #8 in DER. */
  readonly privateKey: Buffer
}

export type SnapshotKeys = {
  /** Returns the current key pair of this installation. Creates it at its first use. */
  signingKey(): Promise<SigningKey>
  /** The public keys of this installation, including those of earlier values of SECRET_KEY. */
  publicKeys(): Promise<readonly Buffer[]>
}

export function snapshotKeyQueries(runtime: Kysely<Database>, secretKey: string): SnapshotKeys {
  const box = secretBox(secretKey, 'snapshots')
  const find = () =>
    runtime
      .selectFrom('snapshot_keys')
      .select(['public_key as publicKey', 'sealed_private_key as sealed'])
      .where('sealed_private_key', 'is not', null)
      .executeTakeFirst()

  return {
    async signingKey() {
      // Of several processes that create a key at the same time, the first one wins.
      if ((await find()) === undefined) {
        const pair = generateKeyPairSync('ed25519', {
          publicKeyEncoding: { type: 'spki', format: 'der' },
          privateKeyEncoding: { type: 'pkcs8', format: 'der' },
        })
        await runtime
          .insertInto('snapshot_keys')
          .values({
            public_key: pair.publicKey,
            sealed_private_key: Buffer.from(
              box.seal(pair.privateKey.toString('base64'), pair.publicKey.toString('base64')),
            ),
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      }
      const found = await find()
      if (found?.sealed === undefined || found.sealed === null) throw new Error('The key of snapshots is missing')
      const privateKey = box.open(found.sealed, found.publicKey.toString('base64'))
      if (privateKey === null) throw new Error('The key of snapshots is sealed with another SECRET_KEY')
      return { publicKey: found.publicKey, privateKey: Buffer.from(privateKey, 'base64') }
    },

    async publicKeys() {
      const rows = await runtime.selectFrom('snapshot_keys').select('public_key as publicKey').execute()
      return rows.map(({ publicKey }) => publicKey)
    },
  }
}
