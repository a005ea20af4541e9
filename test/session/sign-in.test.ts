import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningTestService, startRunningService } from '../support/running-service.ts'
import { sessionClient, signUp, testPassword } from '../support/session-client.ts'

let running: RunningTestService
let origin: { baseUrl: string; store: RunningTestService['service']['store'] }

beforeAll(async () => {
  running = await startRunningService()
  origin = { baseUrl: running.service.baseUrl, store: running.service.store }
})
afterAll(() => running.close())

const signIn = (email: string, password: string) => {
  const client = sessionClient(origin.baseUrl)
  return client.call('POST', '/session/auth/sign-in/email', { email, password }).then((answer) => ({ client, answer }))
}

describe('signing in', () => {
  test('a member signs in with the password, is told who they are, and out again', async () => {
    const { email } = await signUp(origin, running.organizationId, 'owner')
    const { client, answer } = await signIn(email.toUpperCase(), testPassword)
    expect(answer.status).toBe(200)
    const me = await client.data('GET', '/session/me')
    expect(me).toMatchObject({
      user: { email, name: 'A owner', hasPassword: true },
      organization: { id: running.organizationId, role: 'owner' },
      preferences: {},
    })
    const before = new Map(client.cookies)
    expect((await client.call('POST', '/session/auth/sign-out')).status).toBe(200)
    expect((await client.call('GET', '/session/me')).status).toBe(401)
    const cookie = [...before].map(([name, value]) => `${name}=${value}`).join('; ')
    expect((await sessionClient(origin.baseUrl).call('GET', '/session/me', undefined, { cookie })).status).toBe(401)
  })
})
