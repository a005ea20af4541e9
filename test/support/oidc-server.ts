/** A real OpenID Connect server, and the browser's path through its pages. */
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export type OidcServer = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Sets the next user who signs in at the server. */
  setPerson(person: OidcPerson): void
  /**
   * Signs in at the URL to which the service redirects the browser. Returns the URL to which the server redirects it.
   */
  signIn(authorizationUrl: string): Promise<string>
  close(): Promise<void>
}

export type OidcPerson = {
  readonly sub: string
  readonly email: string
  readonly emailVerified: boolean
  readonly name: string
}

const mostRedirects = 10

export async function startOidcServer(redirectUri: string): Promise<OidcServer> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = { clientId: 'surveyor', clientSecret: 'a secret of the test, long enough' }
  const people = new Map<string, OidcPerson>()
  let next = ''
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.clientId, client_secret: client.clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['of the test'] },
    pkce: { required: () => true },
    jwks: { keys: [generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })] },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => {
        const { email, emailVerified, name } = people.get(sub) ?? { email: '', emailVerified: false, name: '' }
        return { sub, email, email_verified: emailVerified, name }
      },
    }),
  })
  server.on('request', provider.callback())

  return {
    issuer,
    ...client,
    setPerson(person) {
      people.set(person.sub, person)
      next = person.sub
    },
    async signIn(authorizationUrl) {
      const cookies = new Map<string, string>()
      let url = authorizationUrl
      let form: URLSearchParams | null = null
      for (let step = 0; step < mostRedirects; step += 1) {
        if (url.startsWith(redirectUri)) return url
        const response = await fetch(url, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
          ...(form !== null && { method: 'POST', body: form }),
        })
        for (const line of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          cookies.set(name, value)
        }
        const location = response.headers.get('location')
        const page = await response.text()
        if (location !== null) {
          url = new URL(location, issuer).href
          form = null
        } else {
          const [, prompt] = /name="prompt" value="(login|consent)"/.exec(page) ?? []
          if (prompt === undefined) throw new Error(`The server answered ${response.status}: ${page}`)
          form = new URLSearchParams({ prompt, ...(prompt === 'login' && { login: next, password: 'any' }) })
        }
      }
      throw new Error(`Redirected more than ${mostRedirects} times, last to ${url}`)
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
