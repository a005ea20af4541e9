/** OAuth 2.0 Protected Resource Metadata (RFC 9728): which issuer knows the people who may use the interface for agents. */
import type { FastifyInstance } from 'fastify'

export type SignOn = {
  readonly issuer: string
  /** Verifies an access token for an address. `unavailable`: the issuer couldn't be reached. */
  readToken(token: string, audience: string): Promise<AccessTokenResult>
}

type AccessTokenResult =
  | { readonly kind: 'user'; readonly userId: string; readonly scopes: readonly string[] }
  | { readonly kind: 'opaque' | 'expired' | 'invalid' | 'unknown user' | 'unavailable' }

type Issuer = Pick<SignOn, 'issuer'>

const wellKnown = '/.well-known/oauth-protected-resource'

/** The value of `WWW-Authenticate`. */
export function challengeOf(path: string, publicUrl: string | null, signOn: Issuer | null): string {
  if (publicUrl === null || signOn === null) return 'Bearer'
  return `Bearer resource_metadata="${metadataUrl(path, publicUrl)}"`
}

/** The value for a caller whose token was refused (RFC 6750). Without an issuer, there is no other token to get. */
export function refused(challenge: string): string {
  return challenge === 'Bearer' ? challenge : `${challenge}, error="invalid_token"`
}

/** Between host and path, as the RFC has it. */
function metadataUrl(path: string, publicUrl: string): string {
  const { origin, pathname } = new URL(publicUrl)
  return `${origin}${wellKnown}${pathname.replace(/\/$/u, '')}${path}`
}

/** Without SSO there is none: API keys need no issuer. */
export function registerResourceMetadata(
  app: FastifyInstance,
  path: string,
  publicUrl: string | null,
  signOn: Issuer | null,
): void {
  if (publicUrl === null || signOn === null) return
  const document = {
    resource: `${publicUrl}${path}`,
    authorization_servers: [signOn.issuer],
    bearer_methods_supported: ['header'],
    scopes_supported: ['read', 'write'],
    resource_name: 'Surveyor',
  }
  app.get(`${wellKnown}${path}`, async () => document)
}
