/** Tests alerts in the whole service, with its worker, the simulated cloud, real receivers, and a real mail server. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Client } from 'pg'
import { PNG } from 'pngjs'
import { Webhook } from 'standardwebhooks'
import type { Alert, AlertWithSecret } from '../../contract/alert.ts'
import type { AlertDelivery, AlertDeliveryWithAttempts } from '../../contract/alert-delivery.ts'
import { mostAttempts } from '../../src/alerts/retry-times.ts'
import { parseOutboundAllow } from '../../src/outbound/outbound-rules.ts'
import { loadWorld } from '../../src/simulated/world-catalogue.ts'
import type { World } from '../../src/simulated/world.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { decodedMail } from '../support/decoded-mail.ts'
import { type Received, type Receiver, startReceiver } from '../support/receiver.ts'
import { coreServices, type RunningTestService, startRunningService } from '../support/running-service.ts'

const publicUrl = 'https://surveyor.example'
const hostileName = '<!channel> *bold* <b>x</b> [click](https://evil.example)'

let world: World
let running: RunningTestService
let owner: Client
let mails: MailServer
let receiver: Receiver

beforeAll(async () => {
  world = structuredClone(await loadWorld('three-tier'))
  mails = await startMailServer()
  running = await startRunningService({
    services: coreServices,
    world,
    configuration: {
      publicUrl,
      mail: { smtpUrl: mails.url, from: 'surveyor@example.com' },
      outbound: parseOutboundAllow('127.0.0.1') ?? { hosts: new Set(), ranges: [] },
    },
  })
  owner = new Client({ connectionString: running.ownerUrl })
  await owner.connect()
  // The owner is subject to row-level security, too.
  await owner.query(`select set_config('app.organization', $1, false)`, [running.organizationId])
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.close()
  await owner.end()
  await running.close()
  await mails.close()
})
/** Alerts of other tests get no further events. */
afterEach(async () => {
  await owner.query('update alerts set paused = true')
})

type Answer<Data> = { readonly status: number; readonly data: Data }

async function send<Data>(method: string, path: string, body: unknown = {}): Promise<Answer<Data>> {
  const response = await fetch(`${running.service.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${running.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, ...((await response.json()) as Omit<Answer<Data>, 'status'>) }
}

async function createAlert(choices: object): Promise<AlertWithSecret> {
  const { status, data } = await send<AlertWithSecret>('POST', '/api/alerts', { name: 'operations', ...choices })
  expect(status).toBe(201)
  return data
}
const webhook = (path: string, choices: object = {}) =>
  createAlert({
    events: ['changes.found'],
    destination: { type: 'webhook', url: `${receiver.url}/${path}` },
    ...choices,
  })
const receivedAt = (path: string) => receiver.received.filter((request) => request.path === `/${path}`)
const bodyOf = ({ body }: Received) => JSON.parse(body) as { type: string; timestamp: string; data: never }
const deliveriesOf = async ({ id }: Alert) =>
  (await running.get<{ deliveries: readonly AlertDelivery[] }>(`/api/alert-deliveries?alertId=${id}`)).deliveries
const logOf = async (id: string) => running.get<AlertDeliveryWithAttempts>(`/api/alert-deliveries/${id}`)
const testOf = async ({ id }: Alert) => (await send<AlertDelivery>('POST', `/api/alerts/${id}/test`)).data
const settled = async (id: string) => {
  await expect.poll(async () => (await logOf(id)).attempts).toBeGreaterThan(0)
  return logOf(id)
}
/** As if the pause before the next attempt had passed. */
const skipPause = () =>
  owner.query(`update jobs.job set start_after = now() where name = 'alert-delivery' and state < 'active'`)

const ec2 = () => world.accounts[0]?.regions['us-east-1']?.ec2
const balancing = () => world.accounts[0]?.regions['us-east-1']?.elasticLoadBalancingV2

/** Opens another port of a load balancer in place of the previous one, and resizes an instance, which gets a hostile name. */
function changeWorld(port: number): void {
  const group = ec2()?.securityGroups?.find(({ GroupName }) => GroupName === 'storefront-public-alb')
  const listener = balancing()?.listeners?.find(({ ListenerArn }) => ListenerArn?.includes('storefront-public'))
  const [rule] = group?.IpPermissions ?? []
  Object.assign(rule ?? {}, { FromPort: port, ToPort: port })
  Object.assign(listener ?? {}, { Port: port })
  const instance = ec2()?.reservations?.[0]?.Instances?.[0]
  Object.assign(instance ?? {}, { InstanceType: instance?.InstanceType === 'm7i.large' ? 'm7i.xlarge' : 'm7i.large' })
  const name = instance?.Tags?.find(({ Key }) => Key === 'Name')
  Object.assign(name ?? {}, { Value: hostileName })
}

test('a change in the cloud leads to one signed message for each event, which verifies with the library', async () => {
  await running.scan()
  const alert = await webhook('change', {
    events: ['scan.completed', 'changes.found', 'exposure.opened', 'exposure.closed'],
  })
  const important = await webhook('important', { leastRank: 1 })
  const other = await webhook('failed-only', { events: ['scan.failed'] })
  expect(alert.secret).toMatch(/^whsec_/)
  changeWorld(22)
  const scan = await running.scan()
  await expect.poll(() => receivedAt('change').length).toBe(4)
  const bodies = receivedAt('change').map(bodyOf)
  expect(bodies.map(({ type }) => type).toSorted()).toEqual([
    'changes.found',
    'exposure.closed',
    'exposure.opened',
    'scan.completed',
  ])
  for (const { headers, body } of receivedAt('change')) {
    const signed = headers as Record<string, string>
    expect(new Webhook(alert.secret ?? '').verify(body, signed)).toEqual(JSON.parse(body))
    expect(() => new Webhook(important.secret ?? '').verify(body, signed)).toThrow('No matching signature')
  }
  const opened = bodies.find(({ type }) => type === 'exposure.opened')
  expect(opened).toMatchObject({
    data: {
      account: { id: running.connectionId, accountId: scan.customerCloudAccountId },
      region: 'us-east-1',
      scanId: scan.id,
      url: `${publicUrl}/scans/${scan.id}/changes`,
      changes: expect.arrayContaining([expect.objectContaining({ rank: 1, kind: 'opened' })]),
    },
  })
  expect(JSON.stringify(opened)).toContain('tcp 22')
  // Exposures have messages of their own.
  expect(JSON.stringify(bodies.find(({ type }) => type === 'changes.found'))).not.toContain('"kind":"opened"')
  const found: { changes: readonly { rank: number; kind: string }[] } = bodies.find(
    ({ type }) => type === 'changes.found',
  )?.data ?? { changes: [] }
  expect(found.changes.some(({ rank }) => rank > 1)).toBe(true)

  await expect.poll(() => receivedAt('important').length).toBe(1)
  const [only] = receivedAt('important').map(bodyOf)
  const { changes }: { changes: readonly { rank: number; kind: string }[] } = only?.data ?? { changes: [] }
  expect(new Set(changes.map(({ rank }) => rank))).toEqual(new Set([1]))
  expect(changes.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['opened', 'closed']))

  // The receiver has a message before its attempt is logged.
  await expect
    .poll(async () => (await deliveriesOf(alert)).map(({ status, attempts, error }) => [status, attempts, error]))
    .toEqual(Array.from({ length: 4 }, () => ['delivered', 1, null]))
  const deliveries = await deliveriesOf(alert)
  const log = await logOf(deliveries[0]?.id ?? '')
  expect(log.log).toEqual([
    expect.objectContaining({
      number: 1,
      status: 204,
      error: null,
      response: '',
      request: expect.stringContaining('"type"'),
    }),
  ])
  expect(await deliveriesOf(other)).toEqual([])

  // Without a change, only the end of the scan is an event.
  await running.scan()
  await expect.poll(() => receivedAt('change').length).toBe(5)
  expect(receivedAt('change').map(bodyOf).at(-1)?.type).toBe('scan.completed')
  expect(await deliveriesOf(important)).toHaveLength(1)
})

test('addresses and secrets are encrypted in the database, and nobody gets them', async () => {
  const alert = await webhook('secret-path-0123456789')
  expect(alert.destination).toEqual({
    type: 'webhook',
    host: '127.0.0.1',
    lastCharacters: '6789',
    to: [],
    frequency: 'immediate',
    hour: null,
  })
  const { rows } = await owner.query<{ row: string }>('select a::text as row from alerts a where id = $1', [alert.id])
  expect(rows[0]?.row).not.toContain('secret-path')
  expect(rows[0]?.row).not.toContain(Buffer.from('secret-path').toString('hex'))
  const delivery = await settled((await testOf(alert)).id)
  const seen = JSON.stringify([await running.get(`/api/alerts/${alert.id}`), delivery])
  expect(seen).not.toContain('secret-path')
  expect(seen).not.toContain('whsec_')
  const all = running.log.join('\n')
  expect(all).not.toContain('secret-path')
  expect(all).not.toContain(alert.secret)
})

test('Slack, Teams, and PagerDuty get bodies of their own, with names that format nothing', async () => {
  const events = ['changes.found']
  await createAlert({ events, destination: { type: 'slack', url: `${receiver.url}/slack` } })
  await createAlert({ events, destination: { type: 'teams', url: `${receiver.url}/teams` } })
  const routingKey = 'a1b2c3d4'.repeat(4)
  const pager = await createAlert({
    events,
    destination: { type: 'pagerduty', routingKey, url: `${receiver.url}/pager` },
  })
  changeWorld(8022)
  await running.scan()
  for (const path of ['slack', 'teams', 'pager']) await expect.poll(() => receivedAt(path).length).toBe(1)
  const [slack] = receivedAt('slack')
  const { text, blocks } = JSON.parse(slack?.body ?? '') as { text: string; blocks: readonly { type: string }[] }
  expect(text).toContain('&lt;!channel&gt;')
  expect(text).not.toContain('<')
  expect(blocks.map(({ type }) => type)).toEqual(['header', 'rich_text', 'context', 'actions'])
  expect(JSON.stringify(blocks)).not.toContain('mrkdwn')
  const [teams] = receivedAt('teams')
  expect(teams?.body).toContain('AdaptiveCard')
  expect(teams?.body).not.toContain('"TextBlock"')
  expect(teams?.body).toContain(JSON.stringify(hostileName).slice(1, -1))
  const [event] = receivedAt('pager')
  expect(JSON.parse(event?.body ?? '')).toMatchObject({
    routing_key: routingKey,
    event_action: 'trigger',
    payload: { severity: 'warning', class: 'changes.found' },
  })
  const [delivery] = await deliveriesOf(pager)
  expect(JSON.stringify(await settled(delivery?.id ?? ''))).not.toContain(routingKey)
})

test('an email has the changes in words, and their picture inline', async () => {
  const before = mails.mails.length
  await createAlert({
    events: ['changes.found'],
    destination: { type: 'mail', to: ['team@example.com', 'lead@example.com'] },
  })
  changeWorld(9022)
  await running.scan()
  await expect.poll(() => mails.mails.length).toBe(before + 1)
  const mail = mails.mails.at(-1)
  expect(mail?.to).toBe('team@example.com, lead@example.com')
  const { subject, html, pictures } = decodedMail(mail ?? { raw: '' })
  expect(subject).toMatch(/^\[Surveyor\] \d+ changes? in storefront-production, us-east-1\.$/)
  expect(html).toContain('&lt;!channel&gt; *bold* &lt;b&gt;x&lt;/b&gt;')
  expect(html).not.toContain('<b>x')
  expect(pictures.map(({ cid }) => cid)).toEqual(['changes-1@surveyor'])
  expect(html).toContain('src="cid:changes-1@surveyor"')
  const picture = PNG.sync.read(pictures[0]?.png ?? Buffer.alloc(0))
  expect(picture.width).toBeGreaterThan(300)
})

test('a daily digest has the events since the last one, with one picture of the account and region', async () => {
  const before = mails.mails.length
  const alert = await createAlert({
    events: ['changes.found', 'scan.completed'],
    destination: { type: 'mail', to: ['team@example.com'], frequency: 'daily' },
  })
  expect(new Date(alert.nextDigestAt ?? 0).getTime()).toBeGreaterThan(Date.now())
  expect(alert.nextDigestAt).toMatch(/T07:00:00.000Z$/)
  changeWorld(9023)
  await running.scan()
  changeWorld(9024)
  await running.scan()
  const held = () => deliveriesOf(alert)
  await expect.poll(async () => (await held()).length).toBe(4)
  expect(new Set((await held()).map(({ status }) => status))).toEqual(new Set(['held']))
  expect(mails.mails).toHaveLength(before)
  await owner.query('update alerts set next_digest_at = now() where id = $1', [alert.id])
  await expect.poll(() => mails.mails.length).toBe(before + 1)
  const { subject, html, pictures } = decodedMail(mails.mails.at(-1) ?? { raw: '' })
  expect(subject).toBe('[Surveyor] Daily digest: 4 events.')
  // From before the first change to after the last one.
  expect(html).toContain('9023')
  expect(html).toContain('9024')
  expect(pictures).toHaveLength(1)
  await expect
    .poll(async () => (await held()).map(({ event, status }) => [event, status]))
    .toEqual([['digest', 'delivered']])
  const { nextDigestAt } = await running.get<Alert>(`/api/alerts/${alert.id}`)
  expect(new Date(nextDigestAt ?? 0).getTime()).toBeGreaterThan(Date.now())
  // Without events, no digest is sent.
  await owner.query('update alerts set next_digest_at = now() where id = $1', [alert.id])
  await expect
    .poll(async () => new Date((await running.get<Alert>(`/api/alerts/${alert.id}`)).nextDigestAt ?? 0).getTime())
    .toBeGreaterThan(Date.now())
  expect(await held()).toHaveLength(1)
})

test('events held for a digest are not lost when the alert stops having digests', async () => {
  const choices = { name: 'operations', events: ['scan.completed'] }
  const mail = { type: 'mail', to: ['team@example.com'] }
  const alert = await createAlert({ ...choices, destination: { ...mail, frequency: 'weekly' } })
  await running.scan()
  await expect.poll(async () => (await deliveriesOf(alert)).map(({ status }) => status)).toEqual(['held'])
  await send('PUT', `/api/alerts/${alert.id}`, { ...choices, destination: { ...mail, frequency: 'daily' } })
  expect((await deliveriesOf(alert)).map(({ status }) => status)).toEqual(['held'])
  await send('PUT', `/api/alerts/${alert.id}`, { ...choices, destination: mail })
  const [held] = await deliveriesOf(alert)
  expect(held).toMatchObject({ status: 'failed', error: expect.stringContaining('no longer has digests') })
  const { data: replay } = await send<AlertDelivery>('POST', `/api/alert-deliveries/${held?.id}/replay`)
  expect(await settled(replay.id)).toMatchObject({ status: 'delivered', event: 'scan.completed' })
})

test('an attempt that fails is repeated with pauses, each is logged, and a replay has the same ID', async () => {
  const alert = await webhook('flaky')
  receiver.answer((_, response) => response.writeHead(500).end('x'.repeat(2_000)))
  const { id } = await testOf(alert)
  const first = await settled(id)
  expect(first).toMatchObject({ status: 'pending', attempts: 1, error: 'The response has the status 500.' })
  const pauseMs = new Date(first.nextAttemptAt ?? 0).getTime() - new Date(first.updatedAt).getTime()
  expect(pauseMs).toBe(10_000)
  expect(first.log).toEqual([expect.objectContaining({ number: 1, status: 500, response: 'x'.repeat(1_024) })])
  await skipPause()
  await expect.poll(async () => (await logOf(id)).attempts).toBe(2)
  // As if the attempts between had failed.
  await owner.query('update alert_deliveries set attempts = $2 where id = $1', [id, mostAttempts - 1])
  await owner.query(`update jobs.job set data = data || $2 where data ->> 'deliveryId' = $1 and state < 'active'`, [
    id,
    JSON.stringify({ attempt: mostAttempts }),
  ])
  await skipPause()
  await expect.poll(async () => (await logOf(id)).status).toBe('failed')
  expect(await logOf(id)).toMatchObject({ attempts: 10, nextAttemptAt: null })
  expect(receivedAt('flaky')).toHaveLength(3)
  receiver.answer((_, response) => response.writeHead(204).end())
  const { status, data: replay } = await send<AlertDelivery>('POST', `/api/alert-deliveries/${id}/replay`)
  expect([status, replay.replayOf]).toEqual([201, id])
  expect(await settled(replay.id)).toMatchObject({ status: 'delivered', attempts: 1 })
  const ids = receivedAt('flaky').map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids)).toEqual(new Set([`msg_${id}`]))
  const last = receivedAt('flaky').at(-1)
  new Webhook(alert.secret ?? '').verify(last?.body ?? '', last?.headers as Record<string, string>)
})

test('after a new secret, messages verify with both, so that receivers can change to it', async () => {
  const alert = await webhook('renewed')
  const { data: renewed } = await send<AlertWithSecret>('POST', `/api/alerts/${alert.id}/secret`)
  // Another URL keeps both.
  const { id, name, events } = renewed
  const destination = { type: 'webhook', url: `${receiver.url}/moved-secret` }
  await send('PUT', `/api/alerts/${id}`, { name, events, destination })
  await settled((await testOf(renewed)).id)
  const [request] = receivedAt('moved-secret')
  expect(renewed.secret).not.toBe(alert.secret)
  for (const secret of [alert.secret, renewed.secret]) {
    new Webhook(secret ?? '').verify(request?.body ?? '', request?.headers as Record<string, string>)
  }
})

test('a redirect into the own network is not followed, and a response of 10 MB is cut', async () => {
  receiver.answer(({ url }, response) => {
    if (url === '/moved') return void response.writeHead(302, { location: `${receiver.url}/inside` }).end()
    return void response.writeHead(200).end(Buffer.alloc(10_000_000, 'y'))
  })
  const moved = await settled((await testOf(await webhook('moved'))).id)
  expect(moved.error).toBe('The response is a redirect (302), which is not followed.')
  expect(receivedAt('inside')).toEqual([])
  const large = await settled((await testOf(await webhook('large'))).id)
  expect(large.error).toBe('The response is larger than 64 KiB.')
  expect(large.log[0]?.response).toBe('y'.repeat(1_024))
  receiver.answer((_, response) => response.writeHead(204).end())
})

test('destinations that hang do not hold up others', async () => {
  const hanging = await webhook('hanging')
  receiver.answer(({ url }, response) => {
    if (url !== '/hanging') response.writeHead(204).end()
  })
  const waiting: AlertDelivery[] = []
  for (let number = 0; number < 15; number += 1) waiting.push(await testOf(hanging))
  await expect.poll(() => receivedAt('hanging').length).toBeGreaterThan(0)
  const prompt = await webhook('prompt')
  const delivered = await settled((await testOf(prompt)).id)
  expect(delivered.status).toBe('delivered')
  // While it was sent, the others still waited for a response, few at a time.
  expect((await logOf(waiting.at(-1)?.id ?? '')).attempts).toBe(0)
  expect(receivedAt('hanging').length).toBeLessThanOrEqual(4)
  await send('DELETE', `/api/alerts/${hanging.id}`, undefined)
})

test('a paused alert gets nothing but tests', async () => {
  const alert = await webhook('paused', { events: ['scan.completed'], paused: true })
  const witness = await webhook('witness', { events: ['scan.completed'] })
  await running.scan()
  await expect.poll(async () => (await deliveriesOf(witness)).length).toBe(1)
  expect(await deliveriesOf(alert)).toEqual([])
  expect(await settled((await testOf(alert)).id)).toMatchObject({ event: 'test', status: 'delivered' })
})

test('a connection that fails, its failed scan, and its paused schedule are events', async () => {
  await webhook('broken', { events: ['connection.failed', 'scan.failed', 'schedule.paused'] })
  const unrelated = await webhook('unrelated', { events: ['scan.failed'] })
  await createAlert({
    events: ['connection.failed'],
    destination: { type: 'pagerduty', routingKey: 'a1b2c3d4'.repeat(4), url: `${receiver.url}/incidents` },
  })
  // An alert of accounts that were deleted since.
  await owner.query(`update alerts set connection_ids = array[gen_random_uuid()] where id = $1`, [unrelated.id])
  const { data: schedule } = await send<{ id: string }>('POST', '/api/schedules', {
    cloudAccountId: running.connectionId,
    regions: ['us-east-1'],
    everyHours: 24,
  })
  const connection = await running.service.store.tenant(running.organizationId, ({ accounts }) =>
    accounts.find(running.connectionId),
  )
  running.cloud.removeRole(connection?.roleArn ?? '')
  await running.scan()
  await running.scan()
  await expect.poll(() => receivedAt('broken').length).toBe(4)
  const bodies = receivedAt('broken').map(bodyOf)
  expect(bodies.map(({ type }) => type).toSorted()).toEqual([
    'connection.failed',
    'scan.failed',
    'scan.failed',
    'schedule.paused',
  ])
  expect(bodies.find(({ type }) => type === 'connection.failed')?.data).toMatchObject({
    summary: 'storefront-production is no longer connected.',
    reason: expect.stringContaining('could not be assumed'),
    url: `${publicUrl}/accounts/${running.connectionId}`,
  })
  expect(bodies.find(({ type }) => type === 'schedule.paused')?.data).toMatchObject({ scheduleId: schedule.id })
  expect(await deliveriesOf(unrelated)).toEqual([])

  // The incident ends with the failure. Other destinations get no event.
  const incidents = () =>
    receivedAt('incidents').map(({ body }) => JSON.parse(body) as { event_action: string; dedup_key: string })
  await expect.poll(() => incidents().length).toBe(1)
  running.cloud.setRole({ roleArn: connection?.roleArn ?? '', externalId: connection?.externalId ?? '' })
  await running.scan()
  await expect.poll(() => incidents().length).toBe(2)
  expect(incidents().map(({ event_action: action }) => action)).toEqual(['trigger', 'resolve'])
  expect(new Set(incidents().map(({ dedup_key: key }) => key))).toEqual(
    new Set([`surveyor connection ${running.connectionId}`]),
  )
  expect(receivedAt('broken')).toHaveLength(4)
})
