/** Validates the discovery document of an OpenID Connect provider, which names the signing keys and the endpoints for secrets. */
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import { boundedFetch } from './bounded-fetch.ts'

export type ProviderDocument = {
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  /** `null` if there is no endpoint. The ID token then has all claims. */
  readonly userInfoEndpoint: string | null
  /** The accepted signature algorithms of ID tokens: only those with a public key. */
  readonly algorithms: readonly string[]
  readonly keys: JWTVerifyGetKey
  /** Where the token endpoint expects the client secret. */
  readonly secretIn: 'body' | 'header'
}

/** Without `none` and without algorithms that use the client secret as key. */
const asymmetricAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

/** Throws an error with a message for operators if the document is invalid. */
export function readProviderDocument(document: Readonly<Record<string, unknown>>, issuer: string): ProviderDocument {
  checkIssuer(document.issuer, issuer)
  const algorithms = listOf(document.id_token_signing_alg_values_supported) ?? ['RS256']
  const accepted = asymmetricAlgorithms.filter((algorithm) => algorithms.includes(algorithm))
  if (accepted.length === 0) {
    throw new Error('The discovery document has no supported signing algorithm for ID tokens.')
  }
  const methods = listOf(document.token_endpoint_auth_methods_supported)
  return {
    authorizationEndpoint: endpoint(document, 'authorization_endpoint', issuer),
    tokenEndpoint: endpoint(document, 'token_endpoint', issuer),
    userInfoEndpoint: document.userinfo_endpoint === undefined ? null : endpoint(document, 'userinfo_endpoint', issuer),
    algorithms: accepted,
    keys: createRemoteJWKSet(new URL(endpoint(document, 'jwks_uri', issuer)), { [customFetch]: boundedFetch }),
    secretIn: methods === null || methods.includes('client_secret_post') ? 'body' : 'header',
  }
}

/** Limits the length of the log line of each attempt. */
const longestShown = 300

/** OpenID Connect requires an exact match, because the issuer asserts the identity of users. */
function checkIssuer(named: unknown, issuer: string): void {
  if (named === issuer) return
  const shown = named === undefined ? 'undefined' : JSON.stringify(named).slice(0, longestShown)
  const isSlash = typeof named === 'string' && named.replace(/\/$/, '') === issuer.replace(/\/$/, '')
  throw new Error(
    `The discovery document has the issuer ${shown}, but OIDC_ISSUER is ${JSON.stringify(issuer)}. ` +
      (isSlash ? 'Only the trailing slash differs. They must match exactly.' : 'They must match exactly.'),
  )
}

/** Endpoints must be as secure as the issuer: HTTPS, or HTTP if the configured issuer uses HTTP on this machine. */
function endpoint(document: Readonly<Record<string, unknown>>, name: string, issuer: string): string {
  const value = document[name]
  const url = typeof value === 'string' ? URL.parse(value) : null
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && issuer.startsWith('http:'))
  if (url === null || !isSafe) throw new Error(`The ${name} of the discovery document is not an HTTPS URL.`)
  return url.href
}

function listOf(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null
}
