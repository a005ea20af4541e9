/** Lists and ends users' own sessions. The token of a session stays in its cookie; only IDs are used here. */
import { type Kysely, sql } from 'kysely'
import { addressKey } from './address-key.ts'
import type { Database } from './database.ts'
import { isUuid } from './uuid.ts'

export type UserSession = {
  readonly id: string
  readonly address: string | null
  readonly userAgent: string | null
  readonly createdAt: Date
  /** The day of the last renewal. */
  readonly lastActiveAt: Date
  readonly expiresAt: Date
}

export type UserSessions = {
  /** The sessions that haven't expired, newest first. */
  list(userId: string): Promise<readonly UserSession[]>
  /** Returns false if the user has no such session. */
  end(userId: string, id: string): Promise<boolean>
  /** Ends all other sessions. Returns their number. */
  endOthers(userId: string, keptId: string): Promise<number>
  /** The network addresses of current sessions of the user with this email address. */
  addressesOf(email: string): Promise<readonly string[]>
}

export function userSessionQueries(runtime: Kysely<Database>): UserSessions {
  const end = (userId: string) => runtime.deleteFrom('user_sessions').where('user_id', '=', userId)

  return {
    list: (userId) =>
      runtime
        .selectFrom('user_sessions')
        .select([
          'id',
          'ip_address as address',
          'user_agent as userAgent',
          'created_at as createdAt',
          'updated_at as lastActiveAt',
          'expires_at as expiresAt',
        ])
        .where('user_id', '=', userId)
        .where('expires_at', '>', sql<Date>`now()`)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute(),

    async end(userId, id) {
      if (!isUuid(id)) return false
      return (await end(userId).where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n
    },

    endOthers: async (userId, keptId) =>
      Number((await end(userId).where('id', '<>', keptId).executeTakeFirst()).numDeletedRows),

    async addressesOf(email) {
      const rows = await runtime
        .selectFrom('user_sessions')
        .innerJoin('users', 'users.id', 'user_sessions.user_id')
        .select('user_sessions.ip_address as address')
        .distinct()
        .where('users.email', '=', addressKey(email))
        .where('user_sessions.expires_at', '>', sql<Date>`now()`)
        .execute()
      return rows.flatMap(({ address }) => address ?? [])
    },
  }
}
