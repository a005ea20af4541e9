/** Tests that a change of the secret key loses no alert, with real processes and the operator's command. */
import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Alert, AlertWithSecret } from '../../contract/alert.ts'
import type { AlertDelivery } from '../../contract/alert-delivery.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { type Environment, runSurveyor, startSurveyor } from '../support/surveyor-process.ts'
import { createTestDatabase } from '../support/test-store.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let receiver: Receiver
beforeAll(async () => {
  database = await createTestDatabase()
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.close()
  await database.drop()
})

const environmentWith = (secretKey: string): Environment => ({
  DATABASE_URL: database.ownerUrl,
  SECRET_KEY: secretKey,
  OUTBOUND_ALLOW: '127.0.0.1',
  PORT: '0',
  // Nothing is scanned.
  AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
  AWS_ACCESS_KEY_ID: 'none',
  AWS_SECRET_ACCESS_KEY: 'none',
})

async function start(secretKey: string) {
  const surveyor = startSurveyor(['start'], environmentWith(secretKey))
  const [, baseUrl = ''] = await surveyor.waitFor(/listening on (http:\/\/[\d.:]+)/)
  return { baseUrl, stop: () => surveyor.stop() }
}

async function json<Value>(secretKey: string, ...words: string[]): Promise<Value> {
  const { exitCode, stdout, stderr } = await runSurveyor([...words, '--json'], environmentWith(secretKey))
  expect([exitCode, stderr]).toEqual([0, ''])
  return JSON.parse(stdout) as Value
}

type Answer<Data> = { readonly status: number; readonly data: Data }

test('after a change of the secret key, deliveries fail with the reason until the destination is entered again', async () => {
  const [before, after] = [randomUUID(), randomUUID()]
  await json(before, 'org', 'create', 'Acme')
  const { key } = await json<{ key: string }>(before, 'key', 'create', '--org', 'Acme', '--scopes', 'read,write')
  let { baseUrl, stop } = await start(before)
  const call = async <Data>(method: string, path: string, body?: object): Promise<Answer<Data>> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, ...((await response.json()) as Omit<Answer<Data>, 'status'>) }
  }
  const choices = { name: 'operations', events: ['scan.failed'] }
  const destination = { type: 'webhook', url: `${receiver.url}/hook/0123456789abcdef` }
  const { data: alert } = await call<AlertWithSecret>('POST', '/api/alerts', { ...choices, destination })
  await stop()
  await json(after, 'secret-key', 'change')

  ;({ baseUrl, stop } = await start(after))
  const settled = async (id: string) => {
    const found = async () => (await call<AlertDelivery>('GET', `/api/alert-deliveries/${id}`)).data
    await expect.poll(async () => (await found()).status).not.toBe('pending')
    return found()
  }
  // All that isn't secret is still there.
  const { data: kept } = await call<Alert>('GET', `/api/alerts/${alert.id}`)
  expect({ ...kept, secret: alert.secret }).toEqual(alert)
  const { data: sent } = await call<AlertDelivery>('POST', `/api/alerts/${alert.id}/test`, {})
  expect(await settled(sent.id)).toMatchObject({
    status: 'failed',
    attempts: 0,
    error: expect.stringContaining("can't be decrypted, because SECRET_KEY was changed"),
  })
  expect(await call('POST', `/api/alerts/${alert.id}/secret`, {})).toMatchObject({
    status: 409,
    error: { code: 'CONFLICT', message: expect.stringContaining('Enter the destination of the alert again') },
  })
  expect(receiver.received).toEqual([])

  // The old signing secret is unreadable, so there is a new one.
  const entered = await call<AlertWithSecret>('PUT', `/api/alerts/${alert.id}`, { ...choices, destination })
  const { secret } = entered.data
  expect(secret).toMatch(/^whsec_/)
  expect(secret).not.toBe(alert.secret)
  const { data: replay } = await call<AlertDelivery>('POST', `/api/alert-deliveries/${sent.id}/replay`, {})
  expect(await settled(replay.id)).toMatchObject({ status: 'delivered', replayOf: sent.id })
  const [request] = receiver.received
  expect(request?.headers['webhook-id']).toBe(`msg_${sent.id}`)
  new Webhook(secret ?? '').verify(request?.body ?? '', request?.headers as Record<string, string>)
  await stop()
})
