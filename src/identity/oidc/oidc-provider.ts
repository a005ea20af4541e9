/**
 * Implements the SSO provider as a plug-in of the sign-in library. The library stores state, PKCE verifier, and nonce.
 * The plug-in sends the requests to the provider and verifies its responses. The library's own client blocks startup
 * until the provider responds, and verifies less.
 */
import { APIError } from 'better-auth/api'
import { createAuthorizationURL, type OAuthProvider } from 'better-auth/oauth2'
import type { Logger } from 'pino'
import { oidcProviderId } from '../../../contract/session/oidc-provider-id.ts'
import { credentialKey } from '../../store/sign-on-credentials.ts'
import { boundedFetch, jsonObjectOf, messageOf } from './bounded-fetch.ts'
import type { OidcDiscovery } from './discovery.ts'
import { type IdTokenClaims, verifyIdToken } from './id-token.ts'
import { personOfClaims } from './person-of-claims.ts'
import type { ProviderDocument } from './provider-document.ts'
import { setVouchedPerson } from './vouched-person.ts'

export type OidcSettings = {
  /** Exactly as in the provider's discovery document. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Display name. */
  readonly name: string
}

/** The error code before the provider's discovery document is loaded. */
export const providerAwayCode = 'SIGN_ON_PROVIDER_AWAY'

type Client = { readonly settings: OidcSettings; readonly discovery: OidcDiscovery; readonly logger: Logger }

/** Returns the plug-in of the sign-in library. */
export function oidcPlugin(client: Client) {
  return { id: 'oidc', init: () => ({ context: { socialProviders: [oidcProvider(client)] } }) }
}

function oidcProvider({ settings, discovery, logger }: Client): OAuthProvider<IdTokenClaims> {
  const { issuer, clientId, clientSecret, name } = settings

  function document(): ProviderDocument {
    const found = discovery.current()
    if (found === null) throw new APIError('CONFLICT', { code: providerAwayCode })
    return found
  }

  /** Takes the address and its verification from the same source. Mixing token and userinfo would prove nothing. */
  async function claimsOf(
    token: IdTokenClaims,
    accessToken: string | undefined,
  ): Promise<Readonly<Record<string, unknown>>> {
    const { userInfoEndpoint } = document()
    const saysAll = token.email !== undefined && token.email_verified !== undefined
    if (saysAll || userInfoEndpoint === null || accessToken === undefined) return token
    const answer = await boundedFetch(userInfoEndpoint, {
      headers: { accept: 'application/json', authorization: `Bearer ${accessToken}` },
    })
    const claims = await jsonObjectOf(answer, 'userinfo')
    if (claims.sub !== token.sub) throw new Error('The userinfo has a different subject than the ID token.')
    return claims.email === undefined ? token : claims
  }

  return {
    id: oidcProviderId,
    name,
    issuer,
    requiresIdTokenNonce: true,
    accountSubject: ({ profile: { sub } }) => credentialKey({ issuer, subject: sub }),

    createAuthorizationURL: ({ state, codeVerifier, redirectURI, idTokenNonce }) =>
      createAuthorizationURL({
        id: oidcProviderId,
        options: { clientId },
        authorizationEndpoint: document().authorizationEndpoint,
        state,
        codeVerifier,
        scopes: ['openid', 'email', 'profile'],
        redirectURI,
        ...(idTokenNonce !== undefined && { nonce: idTokenNonce }),
      }),

    async validateAuthorizationCode({ code, codeVerifier = '', redirectURI }) {
      const { tokenEndpoint, secretIn } = document()
      const secret = secretIn === 'body' ? { client_id: clientId, client_secret: clientSecret } : {}
      const form = { grant_type: 'authorization_code', code, code_verifier: codeVerifier, redirect_uri: redirectURI }
      const answer = await boundedFetch(tokenEndpoint, {
        method: 'POST',
        headers: {
          accept: 'application/json',
          ...(secretIn === 'header' && { authorization: basicCredentials(clientId, clientSecret) }),
        },
        body: new URLSearchParams({ ...form, ...secret }),
      })
      const { id_token: idToken, access_token: accessToken } = await jsonObjectOf(answer, 'token')
      return {
        ...(typeof idToken === 'string' && { idToken }),
        ...(typeof accessToken === 'string' && { accessToken }),
      }
    },

    async getUserInfo({ idToken, accessToken, expectedIdTokenNonce: nonce }) {
      try {
        if (idToken === undefined || nonce === undefined)
          throw new Error('The response of the provider has no ID token.')
        const token = await verifyIdToken(idToken, document(), { issuer, clientId, nonce })
        const { email, emailVerified, name } = personOfClaims(await claimsOf(token, accessToken))
        setVouchedPerson({ subject: token.sub, email })
        return { user: { email, emailVerified, name }, data: token }
      } catch (error) {
        // Logged here, because the library doesn't get the reason. Only the message is logged, because token errors
        // contain all claims.
        logger.warn({ issuer, reason: messageOf(error) }, 'the response of the SSO provider was rejected')
        return null
      }
    },
  }
}

/** RFC 6749, 2.3.1: the ID and the secret are form-encoded. */
function basicCredentials(clientId: string, clientSecret: string): string {
  const encoded = [clientId, clientSecret].map((text) => new URLSearchParams({ '': text }).toString().slice(1))
  return `Basic ${Buffer.from(encoded.join(':')).toString('base64')}`
}
