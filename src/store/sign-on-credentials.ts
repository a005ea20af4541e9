/** Queries SSO identities of users. Each is an issuer together with its subject. */
import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from './database.ts'

export type SignOnCredential = {
  /** The provider's name in this service. */
  readonly provider: string
  readonly issuer: string
  /** The user's ID at the issuer. */
  readonly subject: string
}

export type SignOnCredentials = {
  /** Returns the ID of its user. */
  find(credential: SignOnCredential): Promise<string | null>
  /** Binds credentials without an issuer. Returns their number. */
  bindToIssuer(provider: string, issuer: string): Promise<number>
  /**
   * Makes it the user's only SSO credential, and ends their sessions that began with another one. Returns false if it
   * belongs to another user.
   */
  replace(userId: string, credential: SignOnCredential): Promise<boolean>
}

/** Returns the value of `account_id`. An issuer never includes `#`, so the text is unambiguous. */
export function credentialKey({ issuer, subject }: Pick<SignOnCredential, 'issuer' | 'subject'>): string {
  return `${issuer}#${subject}`
}

export function signOnCredentialQueries(runtime: Kysely<Database>): SignOnCredentials {
  return {
    async find(credential) {
      const row = await runtime
        .selectFrom('user_credentials')
        .select('user_id')
        .where('provider_id', '=', credential.provider)
        .where('account_id', '=', credentialKey(credential))
        .executeTakeFirst()
      return row?.user_id ?? null
    },

    async bindToIssuer(provider, issuer) {
      // A process of the previous version may have inserted a second one. It stays, and matches no user.
      const { numAffectedRows = 0n } = await sql`
        update user_credentials as old set issuer = ${issuer}, account_id = ${`${issuer}#`}::text || account_id
        where provider_id = ${provider} and issuer is null and not exists (
          select from user_credentials
          where provider_id = ${provider} and account_id = ${`${issuer}#`}::text || old.account_id
        )
      `.execute(runtime)
      return Number(numAffectedRows)
    },

    replace: (userId, credential) =>
      runtime.transaction().execute(async (transaction) => {
        const { provider, issuer } = credential
        const key = credentialKey(credential)
        await transaction
          .insertInto('user_credentials')
          .values({ id: randomUUID(), user_id: userId, provider_id: provider, account_id: key, issuer, password: null })
          .onConflict((conflict) => conflict.columns(['provider_id', 'account_id']).doNothing())
          .execute()
        const { user_id: owner } = await transaction
          .selectFrom('user_credentials')
          .select('user_id')
          .where('provider_id', '=', provider)
          .where('account_id', '=', key)
          .executeTakeFirstOrThrow()
        if (owner !== userId) return false
        await transaction
          .deleteFrom('user_credentials')
          .where('user_id', '=', userId)
          .where('provider_id', '=', provider)
          .where('account_id', '<>', key)
          .execute()
        await transaction
          .deleteFrom('user_sessions')
          .where('user_id', '=', userId)
          .where('signed_in_by', '=', provider)
          .execute()
        return true
      }),
  }
}
