/** An OpenID Connect provider that returns any response that a test requires over real HTTP, including invalid ones. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

type Claims = Readonly<Record<string, unknown>>

const moved = '/moved'

/** Returns valid claims without this one. */
export function without(name: string): (claims: Claims) => Claims {
  return (claims) => Object.fromEntries(Object.entries(claims).filter(([known]) => known !== name))
}

/** The responses, each as a change of the valid one. */
export type OidcScript = {
  /** Changes the discovery document. */
  readonly discovery?: (document: Claims) => Claims
  /** Changes the claims of the ID token. `undefined` removes a claim. */
  readonly idToken?: (claims: Claims) => Claims
  /** Changes the response of the token endpoint. */
  readonly token?: (answer: Claims) => Claims
  /** Changes the userinfo. Default: only `sub`. */
  readonly userInfo?: (claims: Claims) => Claims
  /** The algorithm and key of the ID token: `none` has no signature. */
  readonly signature?: 'RS256' | 'none' | 'HS256' | 'of another key'
  /** Faults for requests whose path ends like this. */
  readonly hanging?: readonly string[]
  readonly oversized?: readonly string[]
  readonly redirecting?: readonly string[]
}

export type ScriptedOidc = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Applies until the next call. `{}`: a valid provider. */
  play(script: OidcScript): void
  /** The requested paths, in order. */
  readonly requests: readonly string[]
  /** Signs in with these claims at the URL to which the service redirects the browser. Returns the callback URL. */
  comeBack(authorizationUrl: string, claims: Claims): string
  /** Returns an access token with these claims, and the signature of the script. */
  accessToken(claims: Claims): Promise<string>
  /** The public key as text, with which nothing must be signed. */
  readonly publicKey: string
  close(): Promise<void>
}

export async function startScriptedOidc(path = ''): Promise<ScriptedOidc> {
  const [own, other] = [await generateKeyPair('RS256', { extractable: true }), await generateKeyPair('RS256')]
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }
  const client = { clientId: 'surveyor', clientSecret: 'a secret of the test, long enough' }
  const codes = new Map<string, Claims>()
  const requests: string[] = []
  let script: OidcScript = {}

  const sign = async (claims: Claims): Promise<string> => {
    const { signature = 'RS256' } = script
    const payload = JSON.parse(JSON.stringify(claims)) as JWTPayload
    if (signature === 'none') {
      const encoded = [{ alg: 'none' }, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      return `${encoded.join('.')}.`
    }
    if (signature === 'HS256') {
      return new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(client.clientSecret))
    }
    const key = signature === 'RS256' ? own.privateKey : other.privateKey
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'own' }).sign(key)
  }

  const answers: Readonly<Record<string, (form: URLSearchParams, authorization: string) => Promise<Claims>>> = {
    '/.well-known/openid-configuration': async () => {
      const document = {
        issuer,
        authorization_endpoint: `${base}/authorize`,
        token_endpoint: `${base}/token`,
        userinfo_endpoint: `${base}/userinfo`,
        jwks_uri: `${base}/keys`,
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      }
      return script.discovery?.(document) ?? document
    },
    '/keys': async () => ({ keys: [jwk] }),
    '/token': async (form) => {
      const code = form.get('code') ?? ''
      const claims = codes.get(code)
      if (claims === undefined) throw new Error('The code is not known')
      const answer = {
        token_type: 'Bearer',
        access_token: code,
        id_token: await sign(script.idToken?.(claims) ?? claims),
      }
      return script.token?.(answer) ?? answer
    },
    '/userinfo': async (_form, authorization) => {
      const claims = codes.get(authorization.replace('Bearer ', '')) ?? {}
      return script.userInfo?.(claims) ?? { sub: claims.sub }
    },
  }

  const server = createServer((request, response) => {
    void (async () => {
      const url = (request.url ?? '').slice(path.replace(/\/$/, '').length)
      requests.push(url)
      const isOneOf = (paths: readonly string[] = []) => paths.some((end) => url.endsWith(end))
      if (isOneOf(script.hanging)) return
      // The redirect target returns the valid response.
      if (isOneOf(script.redirecting) && !url.startsWith(moved)) {
        return send(response, 307, '', { location: `${base}${moved}${url}` })
      }
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      const answer = answers[url.replace(moved, '')]
      if (answer === undefined) return send(response, 404, '{}')
      const form = new URLSearchParams(Buffer.concat(parts).toString())
      const body = await answer(form, request.headers.authorization ?? '').catch(() => null)
      if (body === null) return send(response, 400, '{}')
      send(
        response,
        200,
        JSON.stringify({ ...body, ...(isOneOf(script.oversized) && { padding: 'x'.repeat(2 ** 21) }) }),
      )
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
  const base = issuer.replace(/\/$/, '')

  return {
    issuer,
    ...client,
    play(next) {
      script = next
    },
    requests,
    comeBack(authorizationUrl, claims) {
      const { searchParams } = new URL(authorizationUrl)
      const code = `code-${codes.size + 1}`
      const now = Math.floor(Date.now() / 1000)
      codes.set(code, {
        iss: issuer,
        aud: client.clientId,
        iat: now,
        exp: now + 300,
        nonce: searchParams.get('nonce'),
        ...claims,
      })
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', code)
      back.searchParams.set('state', searchParams.get('state') ?? '')
      return back.href
    },
    publicKey: JSON.stringify(jwk),
    accessToken: (claims) => {
      const now = Math.floor(Date.now() / 1000)
      return sign({ iss: issuer, iat: now, exp: now + 300, ...claims })
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function send(response: ServerResponse, status: number, body: string, headers: Readonly<Record<string, string>> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}
