/** Connects the job engine to PostgreSQL with the service's own connection pool, which survives connection losses. */
import type { Db } from 'pg-boss'
import { listenOn } from '../store/channel-listener.ts'
import { openPool } from '../store/connection-pool.ts'

export type JobDatabase = Db & { close(): Promise<void> }

export function openJobDatabase(
  url: string,
  { poolSize, application_name }: { readonly poolSize: number; readonly application_name: string },
): JobDatabase {
  const pool = openPool({ connectionString: url, max: poolSize, application_name })
  return {
    async executeSql(text, values) {
      const connection = await pool.connect()
      let isWhole = false
      try {
        const result = await connection.query(text, values ?? [])
        isWhole = true
        return result
      } finally {
        // The failed text may have several statements, with a transaction that is still open.
        connection.release(!isWhole)
      }
    },

    async listen(channel, onNotification, onReconnect) {
      const close = await listenOn({
        url,
        application_name: `${application_name} listener`,
        channels: [channel],
        onNotification: (_, payload) => onNotification(payload),
        onListening: onReconnect,
      })
      return { close }
    },

    close: () => pool.end(),
  }
}
