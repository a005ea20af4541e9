/** Opens the database that the configuration names: your own, or the embedded one of the data folder. */
import type { Configuration } from './configuration.ts'
import { shareConnections } from './connection-shares.ts'
import { defaultLimits } from './drawing/drawing-pool.ts'
import { keptSecretKey } from './secret-key.ts'
import { openEmbeddedPostgres } from './store/embedded-postgres.ts'
import { openStore, type Store } from './store/store.ts'

export type OpenDatabase = {
  readonly store: Store
  readonly ownerUrl: string
  readonly secretKey: string
  /** As many as there are connections for. */
  readonly pictureThreads: number
  /** Makes this process the one service on an embedded database; does nothing on your own. */
  claimService(): Promise<void>
  close(): Promise<void>
}

export async function openDatabase(
  { database, databasePool, secretKey: givenSecretKey }: Pick<Configuration, 'database' | 'databasePool' | 'secretKey'>,
  onNotice: (message: string) => void,
): Promise<OpenDatabase> {
  const { requests: poolSize, pictureThreads } = shareConnections(databasePool, defaultLimits.pictureThreads)
  if (database.kind === 'external') {
    const secretKey = givenSecretKey ?? ''
    const store = await openStore({ ownerUrl: database.url, secretKey, poolSize })
    return {
      store,
      ownerUrl: database.url,
      secretKey,
      pictureThreads,
      claimService: () => Promise.resolve(),
      close: () => store.close(),
    }
  }
  const embedded = await openEmbeddedPostgres({ dataDirectory: database.dataDirectory, onNotice })
  try {
    const secretKey = givenSecretKey ?? (await keptSecretKey(database.dataDirectory))
    const store = await openStore({ ownerUrl: embedded.ownerUrl, secretKey, poolSize })
    return {
      store,
      ownerUrl: embedded.ownerUrl,
      secretKey,
      pictureThreads,
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
