/** Calls the dashboard API like a browser page: with cookies and an origin. */
import { invite } from '../../src/identity/invitation-acceptance.ts'
import type { MemberRole } from '../../src/store/member-role.ts'
import type { Store } from '../../src/store/store.ts'

export type SessionAnswer = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body; `null` if it isn't JSON. */
  readonly body: {
    readonly success?: boolean
    readonly data?: unknown
    readonly error?: {
      readonly code: string
      readonly message: string
      readonly details?: readonly { path: string[] }[]
    }
  } | null
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type SessionClient = {
  readonly baseUrl: string
  /** The cookies by name. */
  readonly cookies: ReadonlyMap<string, string>
  call(method: Method, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<SessionAnswer>
  /** Returns `data` of a success, otherwise fails with the response. */
  data<Data = unknown>(method: Method, path: string, body?: unknown): Promise<Data>
}

export function sessionClient(baseUrl: string): SessionClient {
  const cookies = new Map<string, string>()

  const call: SessionClient['call'] = async (method, path, body, headers = {}) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...(method !== 'GET' && {
          origin: baseUrl,
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/json',
        }),
        ...headers,
      },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: parsed(text) }
  }

  return {
    baseUrl,
    cookies,
    call,
    async data<Data>(method: Method, path: string, body?: unknown) {
      const answer = await call(method, path, body)
      if (answer.body?.success !== true) throw new Error(`${method} ${path} answered ${answer.status} ${answer.text}`)
      return answer.body.data as Data
    },
  }
}

function parsed(text: string): SessionAnswer['body'] {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const testPassword = 'correct horse battery staple'

/** Creates a signed-in user who accepted an invitation. */
export async function signUp(
  { baseUrl, store }: { readonly baseUrl: string; readonly store: Store },
  organizationId: string,
  role: MemberRole,
  email = `${role}-${Math.random().toString(36).slice(2)}@example.com`,
): Promise<SessionClient & { readonly email: string }> {
  const client = sessionClient(baseUrl)
  const { path } = await invite(store, organizationId, { email, role, invitedBy: null, address: null })
  await client.data('POST', '/session/setup', {
    token: path.split('#')[1],
    name: `A ${role}`,
    email,
    password: testPassword,
  })
  return { ...client, email }
}
