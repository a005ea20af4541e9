/** Verifies that an access token was issued by the SSO provider for an address of this service, and finds its user. */
import { errors, jwtVerify } from 'jose'
import type { Logger } from 'pino'
import { oidcProviderId } from '../../../contract/session/oidc-provider-id.ts'
import type { SignOnCredentials } from '../../store/sign-on-credentials.ts'
import { messageOf } from './bounded-fetch.ts'
import type { OidcDiscovery } from './discovery.ts'
import { isSubject } from './id-token.ts'

/** `unavailable`: the provider couldn't be reached yet, so that nothing is known of the token. */
export type AccessTokenResult =
  | { readonly kind: 'user'; readonly userId: string; readonly scopes: readonly string[] }
  | { readonly kind: 'opaque' | 'expired' | 'invalid' | 'unknown user' | 'unavailable' }

export type AccessTokenReader = (token: string, audience: string) => Promise<AccessTokenResult>

const clockToleranceSeconds = 60

export function accessTokenReader(
  discovery: OidcDiscovery,
  dependencies: { readonly credentials: Pick<SignOnCredentials, 'find'>; readonly logger: Logger },
): AccessTokenReader {
  const { credentials, logger } = dependencies
  const { issuer } = discovery

  return async (token, audience) => {
    // Others can only be checked by asking the provider each time, as another client.
    if (!/^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)) return { kind: 'opaque' }
    const document = discovery.current()
    if (document === null) return { kind: 'unavailable' }
    const verified = await jwtVerify(token, document.keys, {
      issuer,
      audience,
      algorithms: [...document.algorithms],
      requiredClaims: ['exp', 'sub'],
      clockTolerance: clockToleranceSeconds,
    }).catch((error: unknown) => {
      if (!isOfToken(error)) {
        logger.warn({ issuer, reason: messageOf(error) }, 'the keys of the SSO provider could not be loaded')
        return 'unavailable' as const
      }
      // Only the message, because token errors contain all claims.
      logger.info({ issuer, reason: messageOf(error) }, 'an access token was rejected')
      return error instanceof errors.JWTExpired ? ('expired' as const) : ('invalid' as const)
    })
    if (typeof verified === 'string') return { kind: verified }
    const { sub, cnf, scope } = verified.payload
    // A token with "cnf" is bound to a key, which its sender would have to prove.
    if (cnf !== undefined || !isSubject(sub)) return { kind: 'invalid' }
    const userId = await credentials.find({ provider: oidcProviderId, issuer, subject: sub })
    if (userId === null) return { kind: 'unknown user' }
    return { kind: 'user', userId, scopes: typeof scope === 'string' ? scope.split(' ') : [] }
  }
}

/** Errors of the provider's keys say nothing about the token. */
function isOfToken(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false
  return error instanceof errors.JOSEError && error.code !== errors.JOSEError.code
}
