import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DiagramSummary } from '../../contract/diagram.ts'
import type { AuditEvent } from '../../contract/session/audit.ts'
import type { ChangeSummary } from '../../contract/session/change-summary.ts'
import type { CreatedKey } from '../../contract/session/keys.ts'
import type { ResourceDetails, ResourceList } from '../../contract/session/resources.ts'
import type { ScanEvent, SessionScan } from '../../contract/session/scans.ts'
import { compareText } from '../../src/graph/compare-text.ts'
import { loadWorld } from '../../src/simulated/world-catalogue.ts'
import type { World } from '../../src/simulated/world.ts'
import { type RunningTestService, startRunningService } from '../support/running-service.ts'
import { type SessionClient, signUp } from '../support/session-client.ts'

let running: RunningTestService
let member: SessionClient
let scanId: string
let world: World

beforeAll(async () => {
  world = structuredClone(await loadWorld('full'))
  running = await startRunningService({ world })
  member = await signUp(running.service, running.organizationId, 'member')
  scanId = (await running.scan('us-east-1')).id
})
afterAll(() => running.close())

const resources = (query: string) => member.data<ResourceList>('GET', `/session/scans/${scanId}/resources?${query}`)

const summaryOf = (id: string) => member.data<ChangeSummary>('GET', `/session/scans/${id}/changes`)

const listedScans = (query: string) =>
  member.data<{ scans: SessionScan[]; meta: { cursor?: string } }>('GET', `/session/scans?${query}`)

const reference = (resource: { readonly type: string; readonly id: string } | undefined) => ({
  type: resource?.type,
  id: resource?.id,
})

async function count(query: string): Promise<number> {
  const { text } = await member.call('GET', `/session/scans/${scanId}/resources?format=csv&${query}`)
  // Without the header row and the text after the last line.
  return text.split('\r\n').length - 2
}

type HeardEvent = { readonly name: string; readonly data: ScanEvent }

/** Reads all events until the server closes the stream. `hear` gets the events so far after each new one. */
async function eventsOf(id: string, hear: (events: readonly HeardEvent[]) => void = () => undefined) {
  const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(`${running.service.baseUrl}/session/scans/${id}/events`, { headers: { cookie } })
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  let text = ''
  let events: readonly HeardEvent[] = []
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    events = eventsIn(text)
    hear(events)
  }
  return events
}

function eventsIn(text: string): readonly HeardEvent[] {
  // The text after the last blank line is incomplete.
  const whole = text.split('\n\n').slice(0, -1)
  return whole
    .filter((part) => part.startsWith('event: '))
    .map((part) => {
      const [, name = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(part) ?? []
      return { name, data: JSON.parse(data) as ScanEvent }
    })
}

const typesIn = (events: readonly HeardEvent[]) => events.flatMap(({ data }) => data.coverage.map(({ type }) => type))

describe('scans', () => {
  test('a scan is started and watched: types as they end, counts that grow, and its end', async () => {
    // Delayed in sequence, each until all earlier ones were reported. Functions are last, because they wait for the queues
    // and topics in their settings.
    let holds = [
      { service: 'sqs', until: (types: readonly string[]) => types.length > 10 },
      { service: 'sns', until: (types: readonly string[]) => types.includes('AWS::SQS::Queue') },
      { service: 'lambda', until: (types: readonly string[]) => types.includes('AWS::SNS::Topic') },
    ]
    const hold = () =>
      running.cloud.setFaults({ rules: holds.map(({ service }) => ({ service, effect: 'hold' as const })) })
    hold()
    const request = { cloudAccountId: running.connectionId, region: 'us-east-1' }
    const scan = await member.data<SessionScan>('POST', '/session/scans', request)
    expect(scan).toMatchObject({ status: 'queued', accountAlias: 'storefront-production' })
    const events = await eventsOf(scan.id, (soFar) => {
      if (holds[0]?.until(typesIn(soFar)) !== true) return
      holds = holds.slice(1)
      hold()
    })

    expect(events.at(-1)).toMatchObject({ name: 'done', data: { scan: { id: scan.id, status: 'completed' } } })
    const before = events.slice(0, -1)
    expect(before.length).toBeGreaterThan(2)
    expect(new Set(before.map(({ name }) => name))).toEqual(new Set(['progress']))
    expect(new Set(typesIn(events)).size).toBe((await running.coverage(scan.id)).length)
    // Each is reported when it ends, not all at the end.
    expect(typesIn(before).length).toBeGreaterThan(10)
  })

  test('an ended scan has one event, its end', async () => {
    const events = await eventsOf(scanId)
    expect(events.map(({ name }) => name)).toEqual(['done'])
    expect(events[0]?.data.coverage.length).toBeGreaterThan(50)
  })

  test('events of an unknown scan, or of another organization, are 404', async () => {
    const stranger = await running.service.store.organizations.insert('Stranger')
    const other = await signUp(running.service, stranger?.id ?? '', 'owner')
    for (const part of ['', '/events', '/coverage', '/resources', '/diagrams', '/compare']) {
      expect((await other.call('GET', `/session/scans/${scanId}${part}`)).status).toBe(404)
    }
    expect(await other.data('GET', '/session/scans')).toMatchObject({ scans: [] })
  })

  test('the list is filtered by account, region and status', async () => {
    const list = async (query: string) =>
      (await member.data<{ scans: SessionScan[] }>('GET', `/session/scans?${query}`)).scans.map(({ id }) => id)
    expect(await list(`region=us-east-1&status=completed&accountId=${running.connectionId}`)).toContain(scanId)
    expect(await list('region=eu-west-1')).toEqual([])
    expect(await list('status=failed')).toEqual([])
    expect((await member.call('GET', '/session/scans?region=nowhere')).status).toBe(400)
  })

  test('the list before a scan has those that are older, page by page, and none before a scan that does not exist', async () => {
    const middle = await running.scan('us-east-1')
    const newest = await running.scan('us-east-1')
    const ids = async (query: string) => (await listedScans(query)).scans.map(({ id }) => id)
    expect(await ids(`before=${newest.id}`)).toContain(middle.id)
    const older = await ids(`before=${middle.id}`)
    expect(older).toContain(scanId)
    expect(older).not.toContain(middle.id)
    expect(older).not.toContain(newest.id)
    const { meta } = await listedScans(`before=${newest.id}&limit=1`)
    expect(await ids(`before=${newest.id}&limit=1`)).toEqual([middle.id])
    expect(await ids(`before=${newest.id}&cursor=${encodeURIComponent(meta.cursor ?? '')}`)).toEqual(older)
    expect(await ids(`before=${scanId.replaceAll(/[0-9a-f]/g, '0')}`)).toEqual([])
  })

  test('coverage, comparison, and diagrams equal those of the API', async () => {
    expect(await member.data('GET', `/session/scans/${scanId}/coverage`)).toEqual(
      await running.get(`/api/scans/${scanId}/coverage`),
    )
    const { diagrams } = await member.data<{ diagrams: DiagramSummary[] }>('GET', `/session/scans/${scanId}/diagrams`)
    const [diagram] = diagrams
    expect(await member.data('GET', `/session/diagrams/${diagram?.id}`)).toEqual(diagram)
    const picture = await member.call('GET', `/session/diagrams/${diagram?.id}/content?format=svg&theme=dark`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(picture.headers.get('content-security-policy')).toBe('sandbox')
    const again = await running.scan('us-east-1')
    expect(await member.data('GET', `/session/scans/${again.id}/compare?base=${scanId}`)).toMatchObject({
      base: { id: scanId },
      added: [],
      removed: [],
    })
  })
})

test('a summary of changes has those since the previous scan, and nothing for a first scan', async () => {
  expect(await summaryOf(scanId)).toEqual({ baseId: null, areas: [], top: null, unknown: 0 })
  const { scans } = await listedScans('region=us-east-1&status=completed&limit=1')
  running.cloud.setFaults({ rules: [{ service: 'sqs', effect: 'deny' }] })
  const denied = await running.scan('us-east-1')
  running.cloud.setFaults({})
  const summary = await summaryOf(denied.id)
  expect(summary.baseId).toBe(scans[0]?.id)
  expect(summary.unknown).toBeGreaterThan(0)
})

test('a summary of changes names all resources with the most important change', async () => {
  for (const subnet of world.accounts[0]?.regions['us-east-1']?.ec2?.subnets ?? []) {
    Object.assign(subnet, { Tags: [...(subnet.Tags ?? []), { Key: 'owner', Value: 'shop' }] })
  }
  const { top } = await summaryOf((await running.scan('us-east-1')).id)
  expect(top).toMatch(/^\d+ × subnet \(\S+ … \S+\): Tag owner \+ shop$/)
})

test('a member sets and removes a baseline, under their name in the audit log', async () => {
  const path = `/session/accounts/${running.connectionId}/baselines/release`
  const lastEvent = async () => {
    const owner = await signUp(running.service, running.organizationId, 'owner')
    const { events } = await owner.data<{ events: AuditEvent[] }>('GET', '/session/audit')
    return events.find(({ action }) => action.startsWith('baseline.'))
  }
  const actor = { kind: 'user', name: 'A member' }
  const baseline = await member.data('PUT', path, { scanId })
  expect(baseline).toMatchObject({ name: 'release', region: 'us-east-1', scanId })
  expect(await lastEvent()).toMatchObject({ action: 'baseline.set', subject: scanId, actor })
  const viewer = await signUp(running.service, running.organizationId, 'viewer')
  const list = `/session/accounts/${running.connectionId}/baselines`
  expect(await viewer.data('GET', list)).toMatchObject({ baselines: [baseline] })
  expect(await member.data('DELETE', `${path}?region=us-east-1`)).toEqual(baseline)
  expect(await viewer.data('GET', list)).toMatchObject({ baselines: [] })
  expect(await lastEvent()).toMatchObject({ action: 'baseline.remove', subject: scanId, actor })
})

describe('resources', () => {
  test('a VPC with what is in it, and what has one state', async () => {
    const [instance] = (await resources('type=AWS::EC2::Instance&limit=1')).resources
    const [network] = instance?.networks ?? []
    const inside = async (type: string) =>
      (await resources(`network=${network?.id}&type=${type}&limit=100`)).resources.map(({ id }) => id)
    expect(await inside('AWS::EC2::VPC')).toEqual([network?.id])
    expect(await inside('AWS::EC2::Subnet')).not.toEqual([])
    expect(await inside('AWS::EC2::Instance')).toContain(instance?.id)
    expect(await inside('AWS::S3::Bucket')).toEqual([])
    expect(await resources('network=vpc-none')).toMatchObject({ resources: [], matches: 0 })

    const available = await resources('type=AWS::EC2::Volume&state=IN-USE')
    expect(available.matches).toBeGreaterThan(0)
    for (const { state } of available.resources) expect(state).toBe('in-use')
  })

  test('public, not public, and unknown resources together are all', async () => {
    const [open = 0, conditional = 0, closed = 0, unknown = 0, all] = await Promise.all(
      ['public=true', 'public=conditional', 'public=false', 'public=unknown', ''].map(
        async (query) => (await resources(query)).matches,
      ),
    )
    expect(Math.min(open, conditional, unknown)).toBeGreaterThan(0)
    expect(open + conditional + closed + unknown).toBe(all)
    expect(await count('')).toBe(all)
    const types = new Set((await resources('public=true&limit=100')).resources.map(({ type }) => type))
    for (const type of ['AWS::CloudFront::Distribution', 'AWS::ApiGatewayV2::Api']) expect(types).toContain(type)
    for (const type of ['AWS::EC2::NatGateway', 'AWS::EC2::EIP', 'AWS::EC2::NetworkInterface'])
      expect(types).not.toContain(type)
  })

  test('conditions of one kind are alternatives, those of several kinds must all match', async () => {
    const matches = async (query: string) => (await resources(query)).matches
    const [subnets, networks] = [await matches('type=AWS::EC2::Subnet'), await matches('type=AWS::EC2::VPC')]
    expect(Math.min(subnets, networks)).toBeGreaterThan(0)
    expect(await matches('type=AWS::EC2::Subnet&type=AWS::EC2::VPC')).toBe(subnets + networks)
    const { resources: tagged } = await resources('type=AWS::EC2::Subnet&limit=100')
    const example = tagged.find(({ tags }) => Object.keys(tags).length > 1)
    const [one = '', other = ''] = Object.entries(example?.tags ?? {}).map(
      ([key, value]) => `tag=${encodeURIComponent(`${key}=${value}`)}`,
    )
    const both = await resources(`${one}&${other}&limit=100`)
    expect(both.matches).toBeGreaterThan(0)
    expect(both.matches).toBeLessThan(Math.max(await matches(one), await matches(other)))
    for (const { tags } of both.resources) expect({ ...tags, ...example?.tags }).toEqual(tags)
  })

  test('in each order, page after page is the whole list, each resource once', async () => {
    const { matches } = await resources('')
    for (const sort of ['type', 'name', 'network', 'public', 'state', 'kind', 'id', 'relations']) {
      for (const descending of [false, true]) {
        const listed: string[] = []
        let cursor = ''
        do {
          const page = await resources(`sort=${sort}&descending=${descending}&limit=100${cursor}`)
          expect(page.matches).toBe(matches)
          listed.push(...page.resources.map(({ type, id }) => `${type} ${id}`))
          cursor = page.meta.cursor === undefined ? '' : `&cursor=${page.meta.cursor}`
        } while (cursor !== '')
        expect([sort, new Set(listed).size, listed.length]).toEqual([sort, matches, matches])
      }
    }
    const names = (await resources('sort=name&type=AWS::EC2::Subnet&limit=100')).resources.map(({ name }) => name ?? '')
    expect(names).toEqual(names.toSorted(compareText))
    expect(new Set(names).size).toBeGreaterThan(1)
  })

  test('rejects a cursor of another selection and an unknown order', async () => {
    const { meta } = await resources('type=AWS::EC2::Subnet&limit=1')
    const path = `/session/scans/${scanId}/resources`
    const other = await member.call('GET', `${path}?type=AWS::EC2::VPC&cursor=${meta.cursor}`)
    expect([other.status, other.body?.error?.details?.[0]?.path]).toEqual([400, ['cursor']])
    for (const query of ['sort=color', 'sort=name&sort=id', 'public=maybe', 'q=', `q=a&q=${'x'.repeat(513)}`, 'q=%00'])
      expect([query, (await member.call('GET', `${path}?${query}`)).status]).toEqual([query, 400])
    // The list of the API accepts one of each.
    await expect(running.get(`/api/scans/${scanId}/resources?tag=a&tag=b`)).rejects.toThrow('must be given only once')
  })

  test('are empty before the scan has ended, and complete after it', async () => {
    running.cloud.setFaults({ rules: [{ operation: 'DescribeVpcs', effect: 'hold' }] })
    const request = { cloudAccountId: running.connectionId, region: 'us-east-1' }
    const { id } = await member.data<SessionScan>('POST', '/session/scans', request)
    const list = () => member.data<ResourceList>('GET', `/session/scans/${id}/resources`)
    expect((await list()).matches).toBe(0)
    running.cloud.setFaults({})
    await eventsOf(id)
    expect((await list()).matches).toBeGreaterThan(0)
  })

  test('as CSV with one line for each, without formulas', async () => {
    const answer = await member.call('GET', `/session/scans/${scanId}/resources?format=csv&type=AWS::EC2::Subnet`)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toContain(`resources-${scanId}.csv`)
    const lines = answer.text.split('\r\n')
    expect(lines[0]).toBe('type,id,name,arn,presence,tags,properties')
    const listed = await resources('type=AWS::EC2::Subnet&limit=100')
    expect(lines.slice(1, -1).length).toBe(listed.resources.length)
  })

  test('one resource has its relations both ways, with names and evidence', async () => {
    const [subnet] = (await resources('type=AWS::EC2::Subnet&limit=1')).resources
    const path = `/session/scans/${scanId}/resources/AWS%3A%3AEC2%3A%3ASubnet/${encodeURIComponent(subnet?.id ?? '')}`
    const details = await member.data<ResourceDetails>('GET', path)
    const network = details.outgoing.find(({ resource }) => resource.type === 'AWS::EC2::VPC')
    expect(network).toMatchObject({ verb: 'contained in', evidence: 'ec2:DescribeSubnets Subnets[].VpcId' })
    const vpc = await member.data<ResourceDetails>(
      'GET',
      `/session/scans/${scanId}/resources/AWS::EC2::VPC/${network?.resource.id}`,
    )
    expect(network?.resource.name).toBe(vpc.name)
    expect(vpc.incoming).toContainEqual({
      verb: 'contained in',
      resource: { type: 'AWS::EC2::Subnet', id: subnet?.id, name: subnet?.name },
      evidence: 'ec2:DescribeSubnets Subnets[].VpcId',
      basis: 'configured',
    })
    expect((await member.call('GET', `/session/scans/${scanId}/resources/AWS::EC2::VPC/vpc-none`)).status).toBe(404)
  })

  test('returns names of resources in the scan, and of no others', async () => {
    const [subnet] = (await resources('type=AWS::EC2::Subnet&limit=1')).resources
    const [role] = (await resources('type=AWS::IAM::Role&limit=1')).resources
    const names = (body: unknown) =>
      member
        .call('POST', `/session/scans/${scanId}/resource-names`, body)
        .then(({ status, body }) => [status, body?.data])
    const unknown = { type: 'AWS::EC2::Subnet', id: 'subnet-none' }
    const asked = { resources: [reference(subnet), unknown, reference(role)] }
    expect(await names(asked)).toEqual([
      200,
      {
        resources: expect.arrayContaining([
          { ...reference(subnet), name: subnet?.name },
          { ...reference(role), name: role?.name },
        ]) as unknown,
      },
    ])
    expect(((await names(asked))[1] as typeof asked).resources).toHaveLength(2)
    expect(await names({ resources: [] })).toEqual([200, { resources: [] }])
    expect((await names({ resources: Array.from({ length: 201 }, () => unknown) }))[0]).toBe(400)
    const stranger = await running.service.store.organizations.insert('Another stranger')
    const other = await signUp(running.service, stranger?.id ?? '', 'owner')
    expect((await other.call('POST', `/session/scans/${scanId}/resource-names`, asked)).status).toBe(404)
  })

  test('finds resources by port and property, and unused ones, within the organization', async () => {
    const found = (q: string) =>
      member.data('GET', `/session/scans/${scanId}/search?q=${encodeURIComponent(q)}`) as Promise<{
        resources: { type: string; id: string }[]
        matches: number
      }>
    const { resources: ofPort, matches } = await found('tcp 5432')
    expect(matches).toBe(ofPort.length)
    expect(ofPort.map(({ type }) => type)).toContain('AWS::EC2::SecurityGroup')
    expect((await found('udp 5432')).matches).toBe(0)
    expect((await found('m7g.large')).resources.map(({ type }) => type)).toContain('AWS::EC2::Instance')
    const unused = await member.data('GET', `/session/scans/${scanId}/unused`)
    expect(unused).toMatchObject({ resources: expect.any(Array) as unknown, unknown: [] })
    const stranger = await running.service.store.organizations.insert('A third stranger')
    const other = await signUp(running.service, stranger?.id ?? '', 'owner')
    expect((await other.call('GET', `/session/scans/${scanId}/search?q=web`)).status).toBe(404)
    expect((await other.call('GET', `/session/scans/${scanId}/unused`)).status).toBe(404)
  })

  test('the id of a resource may be any text', async () => {
    const { resources: found } = await resources('q=arn:aws&limit=100')
    const odd = found.filter(({ id }) => /[/:]/.test(id)).slice(0, 5)
    expect(odd.length).toBeGreaterThan(0)
    for (const { type, id } of odd) {
      const path = `/session/scans/${scanId}/resources/${encodeURIComponent(type)}/${encodeURIComponent(id)}`
      expect(await member.data('GET', path)).toMatchObject({ type, id })
    }
  })
})

test('a key works in the API until it is revoked', async () => {
  const admin = await signUp(running.service, running.organizationId, 'admin')
  const made = await admin.data<CreatedKey>('POST', '/session/keys', { name: 'ci', scopes: ['read'] })
  const scans = () =>
    fetch(`${running.service.baseUrl}/api/scans`, { headers: { authorization: `Bearer ${made.key}` } })
  expect((await scans()).status).toBe(200)
  const list = await admin.call('GET', '/session/keys')
  expect(list.text).toContain(made.id)
  expect(list.text).not.toContain(made.key)
  expect(await admin.data('DELETE', `/session/keys/${made.id}`)).toMatchObject({ status: 'revoked' })
  expect((await scans()).status).toBe(401)
  const past = { name: 'late', scopes: ['read'], expiresAt: '2020-01-01T00:00:00Z' }
  expect((await admin.call('POST', '/session/keys', past)).body?.error?.details).toMatchObject([
    { path: ['expiresAt'] },
  ])
  expect((await admin.call('POST', '/session/keys', { name: 'none', scopes: [] })).status).toBe(400)
})
