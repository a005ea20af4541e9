/** Issues credentials of the simulated cloud: a long-term key for each partition's home account, and role sessions. */
import { randomBytes } from 'node:crypto'
import { partitions } from './regions.ts'

/** The signer of a request. */
export type Caller = {
  readonly accountId: string
  readonly arn: string
  readonly userId: string
  /** The role of a session; `null` for the long-term key. */
  readonly roleArn: string | null
}

export type Credentials = {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly caller: Caller
  /** `null` for a long-term key. */
  readonly session: { readonly token: string; readonly expiration: Date } | null
}

export type CredentialIssuer = {
  /** The credentials of the service's own account, by partition. */
  readonly homes: Readonly<Record<string, Credentials>>
  issueSession(caller: Caller, expiration: Date): Credentials
  /** Returns `null` unless both were issued together. Expired sessions are returned too. */
  lookUp(accessKeyId: string, sessionToken: string | undefined): Credentials | null
}

export function createCredentialIssuer(): CredentialIssuer {
  const issued = new Map<string, Credentials>()

  function issue(keyPrefix: string, caller: Caller, session: Credentials['session']): Credentials {
    const accessKeyId = keyPrefix + randomBytes(8).toString('hex').toUpperCase()
    const credentials = { accessKeyId, secretAccessKey: randomBytes(30).toString('base64url'), caller, session }
    issued.set(accessKeyId, credentials)
    return credentials
  }

  const homes = Object.entries(partitions).map(([partition, { homeAccountId: accountId }]) => {
    const arn = `arn:${partition}:iam::${accountId}:user/surveyor`
    return [partition, issue('AKIA', { accountId, arn, userId: `AIDA${accountId}`, roleArn: null }, null)]
  })
  return {
    homes: Object.fromEntries(homes),
    issueSession: (caller, expiration) =>
      issue('ASIA', caller, { token: randomBytes(96).toString('base64'), expiration }),
    lookUp(accessKeyId, sessionToken) {
      const found = issued.get(accessKeyId)
      return found?.session?.token === sessionToken ? (found ?? null) : null
    },
  }
}
