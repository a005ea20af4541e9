/** SSO identities of users: each is an issuer and its subject, together. */
import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from './database.ts'

export type SignOnCredential = {
  /** The name of the provider here. */
  readonly provider: string
  readonly issuer: string
  /** Who the person is at the issuer. */
  readonly subject: string
}

export type SignOnCredentials = {
  /** Those that were kept as subjects alone; returns how many. */
  bindToIssuer(provider: string, issuer: string): Promise<number>
  /**
   * Makes it the only one by which the person signs in elsewhere, and ends their sessions that began with another. False when it is
   * somebody else's.
   */
  replace(userId: string, credential: SignOnCredential): Promise<boolean>
}

/** What stands for both in `account_id`: an issuer has no `#`, so that no two pairs are one text. */
export function credentialKey({ issuer, subject }: Pick<SignOnCredential, 'issuer' | 'subject'>): string {
  return `${issuer}#${subject}`
}

export function signOnCredentialQueries(runtime: Kysely<Database>): SignOnCredentials {
  return {
    async bindToIssuer(provider, issuer) {
      // A process of the version before may have made a second one meanwhile: that stays, and matches nobody.
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
