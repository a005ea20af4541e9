/** Credentials that the simulated cloud issues: a long-term key for each partition's home account, and sessions sealed into their own token. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Who signed a request. */
export type Caller = {
  readonly accountId: string
  readonly arn: string
  readonly userId: string
  /** The role behind a session; `null` for the long-term key. */
  readonly roleArn: string | null
  /** `null`: never. */
  readonly expiresAtMs: number | null
}

export type SessionCredentials = {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string
  readonly expiration: Date
}

export type CredentialLookup =
  | { readonly kind: 'valid' | 'expired'; readonly secretAccessKey: string; readonly caller: Caller }
  | { readonly kind: 'unknown' }

export type HomeCredentials = {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly caller: Caller
}

export type CredentialIssuer = {
  /** Of the service's own account in a partition. */
  home(partition: string): HomeCredentials
  issueSession(caller: Omit<Caller, 'expiresAtMs'>, durationSeconds: number): SessionCredentials
  lookUp(accessKeyId: string, sessionToken: string | undefined): CredentialLookup
}

/** A session lives in its token, sealed by a key of this process, so that nothing has to be remembered or forgotten. */
export function createCredentialIssuer(options: {
  /** By partition. */
  readonly homeAccountIds: Readonly<Record<string, string>>
  readonly now: () => number
}): CredentialIssuer {
  const sealingKey = randomBytes(32)
  const seal = (purpose: string, text: string) => createHmac('sha256', sealingKey).update(`${purpose}:${text}`).digest()
  const keyIdOf = (prefix: string, text: string) =>
    prefix + seal('access key', text).toString('hex').slice(0, 16).toUpperCase()
  const homes = new Map(
    Object.entries(options.homeAccountIds).map(([partition, accountId]) => [
      partition,
      {
        accessKeyId: keyIdOf('AKIA', accountId),
        secretAccessKey: seal('secret', accountId).toString('base64url').slice(0, 40),
        caller: {
          accountId,
          arn: `arn:${partition}:iam::${accountId}:user/surveyor`,
          userId: keyIdOf('AIDA', accountId),
          roleArn: null,
          expiresAtMs: null,
        },
      },
    ]),
  )

  return {
    home(partition) {
      const home = homes.get(partition)
      if (home === undefined) throw new RangeError(`The simulated cloud has no partition ${partition}`)
      return home
    },
    issueSession(caller, durationSeconds) {
      const expiresAtMs = options.now() + durationSeconds * 1000
      const content = JSON.stringify({ ...caller, expiresAtMs, nonce: randomBytes(9).toString('base64url') })
      const body = Buffer.from(content).toString('base64')
      const sessionToken = `${body}.${seal('token', body).toString('base64')}`
      return {
        accessKeyId: keyIdOf('ASIA', body),
        secretAccessKey: seal('secret', body).toString('base64url').slice(0, 40),
        sessionToken,
        expiration: new Date(expiresAtMs),
      }
    },
    lookUp(accessKeyId, sessionToken) {
      const home = homes.values().find((candidate) => candidate.accessKeyId === accessKeyId)
      if (home !== undefined && sessionToken === undefined) {
        return { kind: 'valid', secretAccessKey: home.secretAccessKey, caller: home.caller }
      }
      const [body = '', mac = ''] = (sessionToken ?? '').split('.')
      const expected = seal('token', body)
      const given = Buffer.from(mac, 'base64')
      const genuine = given.length === expected.length && timingSafeEqual(given, expected)
      if (!genuine || keyIdOf('ASIA', body) !== accessKeyId) return { kind: 'unknown' }
      const caller = JSON.parse(Buffer.from(body, 'base64').toString()) as Caller
      const expired = caller.expiresAtMs !== null && caller.expiresAtMs <= options.now()
      return {
        kind: expired ? 'expired' : 'valid',
        secretAccessKey: seal('secret', body).toString('base64url').slice(0, 40),
        caller,
      }
    },
  }
}
