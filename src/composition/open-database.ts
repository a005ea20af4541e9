/** Opens the configured database: an external one, or the embedded one of the data folder. */
import type { Configuration } from '../configuration.ts'
import { keptSecretKey } from '../store/keys/secret-key.ts'
import { openEmbeddedPostgres } from '../store/embedded-postgres.ts'
import { withSslMode } from '../store/ssl-mode.ts'
import { openStore, type Store } from '../store/store.ts'
import { explainConnection } from '../store/unreachable-database.ts'

export type OpenDatabase = {
  readonly store: Store
  readonly ownerUrl: string
  readonly secretKey: string
  /** Makes this process the only service on an embedded database. It has no effect on an external one. */
  claimService(): Promise<void>
  close(): Promise<void>
}

export async function openDatabase(
  { database, secretKey: givenSecretKey }: Pick<Configuration, 'database' | 'secretKey'>,
  onNotice: (message: string) => void,
  /** The options of the store. */
  options: { readonly changesKey?: boolean; readonly poolSize?: number } = {},
): Promise<OpenDatabase> {
  if (database.kind === 'external') {
    const secretKey = givenSecretKey ?? ''
    const { ownerUrl, store } = await openExternal(database.url, (ownerUrl) =>
      openStore({ ...options, ownerUrl, secretKey }),
    )
    return {
      store,
      ownerUrl,
      secretKey,
      claimService: () => Promise.resolve(),
      close: () => store.close(),
    }
  }
  const embedded = await openEmbeddedPostgres({ dataDirectory: database.dataDirectory, onNotice })
  try {
    const secretKey = givenSecretKey ?? (await keptSecretKey(database.dataDirectory))
    const store = await openStore({ ...options, ownerUrl: embedded.ownerUrl, secretKey })
    return {
      store,
      ownerUrl: embedded.ownerUrl,
      secretKey,
      claimService: () => embedded.claimService(),
      async close() {
        await store.close()
        await embedded.close()
      },
    }
  } catch (error) {
    await embedded.close()
    throw error
  }
}

async function openExternal(
  url: string,
  open: (ownerUrl: string) => Promise<Store>,
): Promise<{ readonly ownerUrl: string; readonly store: Store }> {
  try {
    const ownerUrl = await withSslMode(url)
    return { ownerUrl, store: await open(ownerUrl) }
  } catch (error) {
    throw explainConnection(error, url)
  }
}
