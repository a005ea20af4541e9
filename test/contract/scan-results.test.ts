/** What a scan found, what it could not read, what changed, and its pictures: the interfaces beyond the specification. */
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Relation, Resource, ResourceGraph, TypeCoverage } from '../../src/graph/resource-graph.ts'
import { diagramMediaTypes } from '../../contract/diagram.ts'
import { encodeCursor } from '../../src/http/cursor.ts'
import type { ConnectionRecord } from '../../src/store/account-connections.ts'
import { createApiCaller } from '../support/call-api.ts'
import type { CallApi } from '../support/call-api.ts'
import { saveGraph } from '../support/save-graph.ts'
import { startTestService } from '../support/test-service.ts'
import type { TestOrganization, TestService } from '../support/test-service.ts'

let service: TestService
let organization: TestOrganization
let connection: ConnectionRecord
let call: CallApi

beforeAll(async () => {
  service = await startTestService({
    diagramFormats: ['svg', 'mermaid', 'json'],
    drawPicture: async ({ options }) => ({
      kind: 'drawn',
      bytes: Buffer.from(
        options.format === 'svg' ? '<svg xmlns="http://www.w3.org/2000/svg"/>' : JSON.stringify(options),
      ),
      mediaType: diagramMediaTypes[options.format],
    }),
  })
  organization = await service.createOrganization()
  connection = await organization.connectAccount()
  call = await createApiCaller(service)
})
afterAll(() => service.close())

const read = (path: string) => call(path, { key: organization.key })

const network = (id: string, more: Partial<Resource> = {}): Resource => ({
  type: 'AWS::EC2::VPC',
  id,
  arn: null,
  name: null,
  presence: 'read',
  tags: {},
  properties: { cidrBlocks: ['10.0.0.0/16'] },
  ...more,
})
const subnet = (id: string, more: Partial<Resource> = {}): Resource => ({
  ...network(id, more),
  type: 'AWS::EC2::Subnet',
})

const containedIn = (source: Resource, target: Resource): Relation => ({
  source: { type: source.type, id: source.id },
  verb: 'contained in',
  target: { type: target.type, id: target.id },
  evidence: 'ec2:DescribeSubnets Subnets[].VpcId',
})

const collected = (type: string, countKey: string, count: number): TypeCoverage => ({
  type,
  countKey,
  status: 'collected',
  count,
  calls: 1,
  retries: 0,
  durationMs: 12,
  reason: null,
  action: null,
  deniedBy: null,
  statement: null,
})
const denied = (type: string, countKey: string): TypeCoverage => ({
  ...collected(type, countKey, 0),
  status: 'denied',
  count: null,
  reason: 'The role may not call ec2:DescribeSubnets.',
  action: 'ec2:DescribeSubnets',
  deniedBy: 'service control policy',
  statement: { Effect: 'Allow', Action: 'ec2:DescribeSubnets', Resource: '*' },
})

/** Stores a completed scan. */
async function completedScan(graph: Pick<ResourceGraph, 'resources' | 'relations' | 'coverage'>, region = 'us-east-1') {
  const scan = await organization.insertScan(connection, region)
  await service.store.tenant(organization.id, async ({ scans, graphs, diagrams }) => {
    await scans.begin(scan.id, {})
    await saveGraph(graphs, scan.id, {
      accountId: connection.accountNumber,
      accountAlias: connection.alias,
      region,
      ...graph,
    })
    await diagrams.insert(scan.id, [{ type: 'architecture', title: 'Architecture', content: { nodes: 1 } }])
    await scans.complete(scan.id, 1, {})
  })
  return scan
}

const a = network('vpc-a', { name: 'main', arn: 'arn:aws:ec2:us-east-1:1:vpc/vpc-a', tags: { env: 'production' } })
const half = network('vpc-half', { partial: true, properties: {} })
const b = network('vpc-b', { presence: 'external', properties: {} })
const one = subnet('subnet-1')
const lost = subnet('subnet-2', { presence: 'unknown', properties: {} })
const everything = {
  resources: [one, lost, a, b],
  relations: [containedIn(one, a), { ...containedIn(one, b), basis: 'permitted' as const }],
  coverage: [collected('AWS::EC2::Subnet', 'subnets', 1), collected('AWS::EC2::VPC', 'networks', 1)],
}

describe('GET /api/scans/{id}/resources', () => {
  test('200: each with its relations; distinguishes external from unknown', async () => {
    const scan = await completedScan(everything)
    const { body } = await read(`/api/scans/${scan.id}/resources`)
    expect(body?.data?.meta).toEqual({ hasMore: false })
    expect(body?.data?.resources?.map(({ id, external }) => [id, external])).toEqual([
      ['subnet-1', false],
      ['subnet-2', null],
      ['vpc-a', false],
      ['vpc-b', true],
    ])
    const evidence = 'ec2:DescribeSubnets Subnets[].VpcId'
    expect(body?.data?.resources?.[0]).toEqual({
      type: 'AWS::EC2::Subnet',
      id: 'subnet-1',
      arn: null,
      name: null,
      external: false,
      partial: false,
      tags: {},
      properties: { cidrBlocks: ['10.0.0.0/16'] },
      relations: [
        { verb: 'contained in', target: { type: 'AWS::EC2::VPC', id: 'vpc-a' }, evidence, basis: 'configured' },
        { verb: 'contained in', target: { type: 'AWS::EC2::VPC', id: 'vpc-b' }, evidence, basis: 'permitted' },
      ],
    })
  })

  test('200: distinguishes partial resources from resources without details', async () => {
    const scan = await completedScan({ ...everything, resources: [a, half] })
    const { body } = await read(`/api/scans/${scan.id}/resources`)
    expect(body?.data?.resources?.map(({ id, partial }) => [id, partial])).toEqual([
      ['vpc-a', false],
      ['vpc-half', true],
    ])
  })

  test('200: in pages and filtered', async () => {
    const scan = await completedScan(everything)
    const ids = async (query: string) => {
      const { body } = await read(`/api/scans/${scan.id}/resources?${query}`)
      return body?.data?.resources?.map(({ id }) => id)
    }
    const first = await read(`/api/scans/${scan.id}/resources?limit=3`)
    expect(first.body?.data?.meta?.hasMore).toBe(true)
    expect(await ids(`limit=3&cursor=${first.body?.data?.meta?.cursor}`)).toEqual(['vpc-b'])
    expect(await ids('type=AWS::EC2::VPC')).toEqual(['vpc-a', 'vpc-b'])
    expect(await ids('tag=env')).toEqual(['vpc-a'])
    expect(await ids('tag=env=production')).toEqual(['vpc-a'])
    expect(await ids('tag=env=test')).toEqual([])
    expect(await ids('q=SUBNET')).toEqual(['subnet-1', 'subnet-2'])
    expect(await ids('q=%25')).toEqual([])
  })

  test('400: a cursor with a correct checksum but without type and ID', async () => {
    const { id } = await completedScan(everything)
    for (const position of [[], ['AWS::EC2::VPC'], ['AWS::EC2::VPC', 'vpc-a', 'more'], ['\0', 'vpc-a']]) {
      const answer = await read(`/api/scans/${id}/resources?cursor=${encodeCursor(`resources of ${id}`, position)}`)
      expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ path: ['cursor'] }] } } })
    }
  })
  test('400: a cursor of another scan', async () => {
    const [scan, other] = [await completedScan(everything), await completedScan(everything)]
    const { body } = await read(`/api/scans/${scan.id}/resources?limit=1`)
    const answer = await read(`/api/scans/${other.id}/resources?cursor=${body?.data?.meta?.cursor}`)
    expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ path: ['cursor'] }] } } })
  })
})

describe('GET /api/scans/{id}/coverage', () => {
  test('200: denied never looks like empty', async () => {
    const coverage = [denied('AWS::EC2::Subnet', 'subnets'), collected('AWS::EC2::VPC', 'networks', 0)]
    const scan = await completedScan({ resources: [], relations: [], coverage })
    expect((await read(`/api/scans/${scan.id}/coverage`)).body?.data).toEqual({ coverage })
  })
  test('200: empty for a queued scan', async () => {
    const scan = await organization.insertScan(connection)
    expect((await read(`/api/scans/${scan.id}/coverage`)).body?.data).toEqual({ coverage: [] })
    expect((await read(`/api/scans/${scan.id}/resources`)).body?.data).toEqual({
      resources: [],
      meta: { hasMore: false },
    })
  })
})

const change = (kind: 'added' | 'removed', id: string, summary: string) => ({
  rank: 4,
  area: 'network',
  kind,
  resource: { type: 'AWS::EC2::VPC', id, arn: null, name: null, typeName: 'VPC' },
  replaces: null,
  summary,
  details: [],
})

describe('GET /api/scans/{id}/compare', () => {
  test('200: added, removed and changed; what could not be read is unknown', async () => {
    const region = 'eu-west-1'
    const gone = network('vpc-gone')
    const base = await completedScan({ ...everything, resources: [one, lost, a, gone] }, region)
    const renamed = { ...a, name: 'renamed', tags: {} }
    const scan = await completedScan(
      {
        resources: [renamed, network('vpc-new')],
        relations: [],
        coverage: [denied('AWS::EC2::Subnet', 'subnets'), collected('AWS::EC2::VPC', 'networks', 2)],
      },
      region,
    )
    const { body } = await read(`/api/scans/${scan.id}/compare?base=${base.id}`)
    const { base: shownBase, ...differences } = body?.data ?? {}
    expect(shownBase).toMatchObject({ id: base.id, status: 'completed' })
    expect(differences).toEqual({
      added: [{ type: 'AWS::EC2::VPC', id: 'vpc-new', arn: null, name: null }],
      removed: [{ type: 'AWS::EC2::VPC', id: 'vpc-gone', arn: null, name: null }],
      changed: [
        {
          type: 'AWS::EC2::VPC',
          id: 'vpc-a',
          arn: a.arn,
          name: 'renamed',
          changes: [
            { path: ['name'], before: 'main', after: 'renamed' },
            { path: ['tags', 'env'], before: 'production', after: null },
          ],
        },
      ],
      unknown: [{ type: 'AWS::EC2::Subnet', id: 'subnet-1', arn: null, name: null, unreadIn: 'scan' }],
      relationsAdded: [],
      relationsRemoved: [],
      exposures: { opened: [], closed: [], changed: [], unknown: [] },
      coverageChanged: [{ type: 'AWS::EC2::Subnet', before: 'collected', after: 'denied' }],
      changes: [
        change('removed', 'vpc-gone', 'VPC vpc-gone was removed'),
        change('added', 'vpc-new', 'VPC vpc-new was added'),
        {
          rank: 7,
          area: 'settings',
          kind: 'changed',
          resource: { type: 'AWS::EC2::VPC', id: 'vpc-a', arn: a.arn, name: 'renamed', typeName: 'VPC' },
          replaces: null,
          summary: 'renamed: Name main → renamed, and 1 other change',
          details: [
            { area: 'settings', label: 'Name', removed: ['main'], added: ['renamed'] },
            { area: 'tags', label: 'Tag env', removed: ['production'], added: [] },
          ],
        },
        {
          rank: 9,
          area: 'coverage',
          kind: 'unread',
          resource: { type: 'AWS::EC2::Subnet', id: null, arn: null, name: null, typeName: 'subnet' },
          replaces: null,
          summary: 'subnets were no longer read (denied)',
          details: [],
        },
      ],
      unimportant: 0,
    })
    expect((await read(`/api/scans/${scan.id}/compare?base=previous`)).body).toEqual(body)
    expect((await read(`/api/scans/${scan.id}/compare`)).body).toEqual(body)
  })
  test('200: distinguishes a removed permission from a setting', async () => {
    const base = await completedScan(everything, 'eu-west-2')
    const scan = await completedScan(
      { ...everything, relations: [containedIn(one, a), containedIn(one, b)] },
      'eu-west-2',
    )
    const { body } = await read(`/api/scans/${scan.id}/compare?base=${base.id}`)
    expect(body?.data).toMatchObject({
      relationsAdded: [{ ...containedIn(one, b), basis: 'configured' }],
      relationsRemoved: [{ ...containedIn(one, b), basis: 'permitted' }],
    })
  })

  test('200: names the targets of relations, also those that did not change', async () => {
    const region = 'ap-southeast-2'
    const named = { ...a, id: 'vpc-named', name: 'orders' }
    const both = { ...everything, resources: [one, lost, a, named] }
    const base = await completedScan({ ...both, relations: [containedIn(one, a)] }, region)
    const scan = await completedScan({ ...both, relations: [containedIn(one, named)] }, region)
    const { body } = await read(`/api/scans/${scan.id}/compare?base=${base.id}`)
    expect(body?.data).toMatchObject({
      changes: [{ summary: 'subnet-1: Contained in main → orders' }],
      relationsAdded: [
        { source: { id: 'subnet-1', name: null }, target: { id: 'vpc-named', name: 'orders', typeName: 'VPC' } },
      ],
      relationsRemoved: [{ target: { id: a.id, name: 'main' } }],
    })
  })

  test('200: exposures that were opened, closed, changed, and what one scan could not tell', async () => {
    const queue = (id: string, ...policyGrants: readonly { to: string; condition: string | null }[]) => ({
      ...network(id),
      type: 'AWS::SQS::Queue',
      properties: { policyGrants },
    })
    const topic = {
      ...network('alerts'),
      type: 'AWS::SNS::Topic',
      properties: { policyGrants: [{ to: 'everyone', condition: null }] },
    }
    const [anyone, vpce] = [
      { to: 'everyone', condition: null },
      { to: 'everyone', condition: 'only where X' },
    ]
    const [partner, second] = ['111122223333', '777788889999'].map((to) => ({ to, condition: null }))
    if (partner === undefined || second === undefined) throw new Error('Two grants were made')
    const coverage = (topics: TypeCoverage) => [topics, collected('AWS::SQS::Queue', 'queues', 4)]
    const base = await completedScan(
      {
        resources: [topic, queue('a', anyone), queue('b', anyone), queue('c'), queue('d', partner)],
        relations: [],
        coverage: coverage(collected('AWS::SNS::Topic', 'topics', 1)),
      },
      'us-west-1',
    )
    const scan = await completedScan(
      {
        resources: [queue('a'), queue('b', vpce), queue('c', anyone), queue('d', partner, second)],
        relations: [],
        coverage: coverage(denied('AWS::SNS::Topic', 'topics')),
      },
      'us-west-1',
    )
    const { body } = await read(`/api/scans/${scan.id}/compare?base=${base.id}`)
    const wayIn = { from: 'internet', accounts: [], by: 'resource policy', protocol: null, ports: null }
    const of = (type: string, id: string | null) => ({ resource: { type, id, arn: null, name: null }, ...wayIn })
    const [open, closed, unknown] = (['open', 'closed', 'unknown'] as const).map((verdict) => ({
      verdict,
      condition: null,
    }))
    expect(body?.data?.['exposures']).toEqual({
      opened: [
        { ...of('AWS::SQS::Queue', 'c'), before: closed, after: open },
        {
          ...of('AWS::SQS::Queue', 'd'),
          from: 'other accounts',
          accounts: ['777788889999'],
          before: closed,
          after: open,
        },
      ],
      closed: [{ ...of('AWS::SQS::Queue', 'a'), before: open, after: closed }],
      changed: [
        { ...of('AWS::SQS::Queue', 'b'), before: open, after: { verdict: 'conditional', condition: 'only where X' } },
      ],
      unknown: [
        { ...of('AWS::SNS::Topic', null), before: closed, after: unknown },
        { ...of('AWS::SNS::Topic', 'alerts'), before: open, after: unknown },
      ],
    })
  })

  test('200: everything is unknown for an unfinished scan', async () => {
    const base = await completedScan(everything)
    const scan = await organization.insertScan(connection)
    const { body } = await read(`/api/scans/${scan.id}/compare?base=${base.id.toUpperCase()}`)
    expect(body?.data).toMatchObject({ added: [], removed: [], changed: [], relationsRemoved: [] })
    expect(body?.data?.unknown).toHaveLength(2)
  })
  test('200: with the last completed scan before a day, or at least so much older', async () => {
    const region = 'ap-northeast-1'
    const ages = [240, 49, 48, 1, 0]
    const ids: string[] = []
    for (const _ of ages) ids.push((await completedScan(everything, region)).id)
    const owner = new Client({ connectionString: service.ownerUrl })
    await owner.connect()
    await owner.query(`select set_config('app.organization', $1, false)`, [organization.id])
    const makeAt = (id: string | undefined, time: Date) =>
      owner.query('update scans set created_at = $1 where id = $2', [time, id])
    const now = Date.now()
    const madeAt = (hours: number) => new Date(now - hours * 3_600_000)
    for (const [place, hours] of ages.entries()) {
      await makeAt(ids[place], madeAt(hours))
    }
    const baseOf = async (base: string) => {
      const { body } = await read(`/api/scans/${ids.at(-1)}/compare?base=${base}`)
      return (body?.data?.base as { id: string } | undefined)?.id
    }
    expect(await baseOf('previous')).toBe(ids[3])
    expect(await baseOf('1h')).toBe(ids[3])
    expect(await baseOf('2d')).toBe(ids[2])
    await makeAt(ids[3], new Date(madeAt(1).getTime() + 1))
    expect(await baseOf('1h')).toBe(ids[2])
    expect(await baseOf('3d')).toBe(ids[0])
    // In UTC, before the first moment of the day.
    const [day = ''] = madeAt(49).toISOString().split('T')
    const midnight = new Date(`${day}T00:00:00Z`)
    await makeAt(ids[1], midnight)
    expect(await baseOf(day)).toBe(ids[0])
    await makeAt(ids[1], new Date(midnight.getTime() - 1))
    expect(await baseOf(day)).toBe(ids[1])
    await owner.end()
  })
  test('404: no base', async () => {
    const scan = await completedScan(everything, 'ap-south-1')
    for (const base of [
      'previous',
      '1h',
      '9999d',
      '2026-01-31',
      '0000-01-01',
      '00000000-0000-4000-8000-000000000000',
      'release',
      '7w',
    ]) {
      expect((await read(`/api/scans/${scan.id}/compare?base=${base}`)).status).toBe(404)
    }
  })
  test('400: a base that is no form of a base, or of another region', async () => {
    const [scan, elsewhere] = [await completedScan(everything), await completedScan(everything, 'eu-north-1')]
    for (const base of ['a b', '', 'Previous', '0d', '2026-02-30', `${scan.id}&base=previous`, elsewhere.id]) {
      expect(await read(`/api/scans/${scan.id}/compare?base=${base}`)).toMatchObject({
        status: 400,
        body: { error: { details: [{ path: ['base'] }] } },
      })
    }
  })
})

async function contentOf(query: string) {
  const scan = await completedScan(everything)
  const { body } = await read(`/api/diagrams?scanId=${scan.id}`)
  return { scan, answer: await read(`/api/diagrams/${body?.data?.diagrams?.[0]?.id}/content${query}`) }
}

describe('diagrams', () => {
  test('200: listed, filtered and read', async () => {
    const scan = await completedScan(everything)
    const listed = await read(`/api/diagrams?scanId=${scan.id}`)
    const diagram = listed.body?.data?.diagrams?.[0]
    expect(diagram).toEqual({
      id: expect.any(String),
      scanId: scan.id,
      cloudAccountId: connection.id,
      type: 'architecture',
      title: 'Architecture',
      parentId: null,
      formats: ['svg', 'mermaid', 'json'],
      createdAt: expect.any(String),
    })
    expect((await read(`/api/diagrams/${diagram?.id}`)).body?.data).toEqual(diagram)
    const count = async (query: string) => (await read(`/api/diagrams?${query}`)).body?.data?.diagrams?.length
    expect(await count(`scanId=${scan.id}&accountId=${connection.id}&type=architecture`)).toBe(1)
    expect(await count(`scanId=${scan.id}&type=flow`)).toBe(0)
    expect(await count('scanId=x')).toBe(0)
    expect(await count(`accountId=${scan.id}`)).toBe(0)
  })

  test('200: the unchanged diagram, in a sandbox', async () => {
    const { answer } = await contentOf('')
    expect([answer.status, answer.text]).toEqual([200, '<svg xmlns="http://www.w3.org/2000/svg"/>'])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
    })
  })
  test('200: without a stamp by default', async () => {
    const plain = await contentOf('?format=json&theme=dark')
    expect(plain.answer.body).toMatchObject({ format: 'json', theme: 'dark', stamp: false })
    const stamped = await contentOf('?format=json&stamp=true')
    expect(stamped.answer.body).toMatchObject({ format: 'json', theme: 'light', stamp: true })
  })
  test('200: text has the UTF-8 charset', async () => {
    const types = await Promise.all(
      ['svg', 'mermaid', 'json'].map(async (format) =>
        (await contentOf(`?format=${format}`)).answer.headers.get('content-type'),
      ),
    )
    expect(types).toEqual(['image/svg+xml', 'text/vnd.mermaid; charset=utf-8', 'application/json; charset=utf-8'])
  })
  test('404: an unavailable format, with the available ones', async () => {
    const { answer } = await contentOf('?format=pdf')
    expect(answer).toMatchObject({
      status: 404,
      body: {
        error: { code: 'NOT_FOUND', message: "The format pdf isn't available. Available formats: svg, mermaid, json." },
      },
    })
  })
  for (const query of [
    'format=gif',
    'format=',
    'theme=blue',
    'stamp=1',
    'stamp=',
    'size=5',
    'format=svg&format=json',
  ]) {
    test(`400: ?${query}`, async () => {
      expect((await contentOf(`?${query}`)).answer).toMatchObject({
        status: 400,
        body: { error: { code: 'VALIDATION_ERROR', details: [{ path: [query.split('=')[0]] }] } },
      })
    })
  }
})

describe('500 INTERNAL_ERROR', () => {
  test('the reason is only in the log, with the request ID', async () => {
    const broken = await startTestService({
      drawPicture: () => Promise.reject(new Error('the renderer stumbled over secret-42')),
    })
    const owner = await broken.createOrganization()
    const scan = await owner.insertScan(await owner.connectAccount())
    await broken.store.tenant(owner.id, ({ diagrams }) =>
      diagrams.insert(scan.id, [{ type: 'architecture', title: 'Architecture', content: {} }]),
    )
    const callBroken = await createApiCaller(broken)
    const listed = await callBroken('/api/diagrams', { key: owner.key })
    const answer = await callBroken(`/api/diagrams/${listed.body?.data?.diagrams?.[0]?.id}/content`, { key: owner.key })
    expect(answer).toMatchObject({ status: 500, body: { success: false, error: { code: 'INTERNAL_ERROR' } } })
    expect(answer.text).not.toContain('secret-42')
    const logged = broken.logLines.filter((line) => line.includes('secret-42'))
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain(answer.headers.get('x-request-id'))
    await broken.close()
  })
})
