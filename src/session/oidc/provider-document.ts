/** What the discovery document of an OpenID Connect provider says, checked: it names who signs tokens, and where secrets are sent. */
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import { boundedFetch } from './bounded-fetch.ts'

export type ProviderDocument = {
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  /** `null`: it has none, and the ID token says everything. */
  readonly userInfoEndpoint: string | null
  /** Of signatures of ID tokens, the ones that a provider's public key proves. */
  readonly algorithms: readonly string[]
  readonly keys: JWTVerifyGetKey
  /** How the token endpoint is shown the client's secret. */
  readonly secretIn: 'body' | 'header'
}

/** Neither `none`, nor those that take the client's secret for a key. */
const asymmetricAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

/** Throws what is wrong with the document, in a sentence for operators. */
export function readProviderDocument(document: Readonly<Record<string, unknown>>, issuer: string): ProviderDocument {
  checkIssuer(document.issuer, issuer)
  const algorithms = listOf(document.id_token_signing_alg_values_supported) ?? ['RS256']
  const accepted = asymmetricAlgorithms.filter((algorithm) => algorithms.includes(algorithm))
  if (accepted.length === 0) {
    throw new Error('Its discovery document names no algorithm for ID tokens that is signed with a public key.')
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

/** The log has a line of it with each attempt. */
const longestShown = 300

/** To the letter, as OpenID Connect asks for: whoever is named there vouches for who people are. */
function checkIssuer(named: unknown, issuer: string): void {
  if (named === issuer) return
  const shown = named === undefined ? 'undefined' : JSON.stringify(named).slice(0, longestShown)
  const isSlash = typeof named === 'string' && named.replace(/\/$/, '') === issuer.replace(/\/$/, '')
  throw new Error(
    `Its discovery document names the issuer ${shown}, and OIDC_ISSUER is ${JSON.stringify(issuer)}` +
      `${isSlash ? ': they differ in the slash at the end' : ''}. They must be the same to the letter.`,
  )
}

/** As safe on the way as the issuer: its configured address is https, or of this machine. */
function endpoint(document: Readonly<Record<string, unknown>>, name: string, issuer: string): string {
  const value = document[name]
  const url = typeof value === 'string' ? URL.parse(value) : null
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && issuer.startsWith('http:'))
  if (url === null || !isSafe) throw new Error(`The ${name} of its discovery document is no https address.`)
  return url.href
}

function listOf(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null
}
