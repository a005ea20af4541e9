/** Counts attempts to prevent guessing. Each window starts with its first attempt. */
import { type Kysely, sql } from 'kysely'
import type { Database } from './database.ts'
import { newId } from './new-id.ts'

export type Attempts = {
  /** Counts an attempt. `left`: the remaining seconds of the window. */
  count(key: string, windowSeconds: number): Promise<{ readonly count: number; readonly leftSeconds: number }>
  /** Reverts the last attempt. */
  takeBack(key: string): Promise<void>
  forget(key: string): Promise<void>
}

/** Far above every limit, and far below the maximum of the column. */
const mostCounted = 1_000_000

export function attemptQueries(runtime: Kysely<Database>): Attempts {
  return {
    async count(key, windowSeconds) {
      const now = Date.now()
      const windowStart = now - windowSeconds * 1000
      const { rows } = await sql<{ count: number; since: string }>`
        insert into user_rate_limits as known (id, key, count, last_request) values (${newId()}, ${key}, 1, ${now})
        on conflict (key) do update set
          count = case when known.last_request <= ${windowStart} then 1 else least(known.count + 1, ${mostCounted}) end,
          last_request = case when known.last_request <= ${windowStart} then ${now} else known.last_request end
        returning count, last_request as since
      `.execute(runtime)
      const { count, since } = rows[0] ?? { count: 1, since: String(now) }
      return { count, leftSeconds: Math.max(1, Math.ceil((Number(since) + windowSeconds * 1000 - now) / 1000)) }
    },

    async takeBack(key) {
      await sql`update user_rate_limits set count = greatest(count - 1, 0) where key = ${key}`.execute(runtime)
    },

    async forget(key) {
      await sql`delete from user_rate_limits where key = ${key}`.execute(runtime)
    },
  }
}
