/** Tests the API for reachability and impact. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Relation, Resource, ResourceGraph, Verb } from '../../src/graph/resource-graph.ts'
import type { ConnectionRecord } from '../../src/store/account-connections.ts'
import { type CallApi, createApiCaller } from '../support/call-api.ts'
import { graphOfWorld } from '../support/network/graph-of-world.ts'
import { one, sampleWorld } from '../support/network/sample-world.ts'
import { emptyWorld, type World } from '../support/network/world.ts'
import { saveGraph } from '../support/save-graph.ts'
import { startTestService, type TestOrganization, type TestService } from '../support/test-service.ts'

let service: TestService
let organization: TestOrganization
let call: CallApi
let connection: ConnectionRecord
let scanId: string

async function stored(owner: TestOrganization, account: ConnectionRecord, graph: ResourceGraph): Promise<string> {
  const scan = await owner.insertScan(account, graph.region)
  await service.store.tenant(owner.id, async ({ scans, graphs }) => {
    await scans.begin(scan.id, {})
    await saveGraph(graphs, scan.id, graph)
    await scans.complete(scan.id, 1, {})
  })
  return scan.id
}

const inAccount = (world: World, account: ConnectionRecord) =>
  graphOfWorld({ ...world, account: account.accountNumber })

beforeAll(async () => {
  service = await startTestService()
  organization = await service.createOrganization()
  connection = await organization.connectAccount()
  call = await createApiCaller(service)
  scanId = await stored(organization, connection, inAccount(sampleWorld(), connection))
})
afterAll(() => service.close())

const read = (path: string, key = organization.key) => call(path, { key })
const reach = (query: string, scan = scanId) => read(`/api/scans/${scan}/reach?${query}`)

type Paths = {
  readonly path: readonly { readonly id: string }[]
  readonly returnPath: readonly { readonly id: string }[]
}

function pathsOf(data: unknown): Paths {
  return data as Paths
}

const added = (type: string, id: string, properties: Resource['properties']): Resource => ({
  type,
  id,
  arn: null,
  name: null,
  presence: 'read',
  tags: {},
  properties,
})

const relation = (source: Resource, verb: Verb, type: string, id: string): Relation => ({
  source: { type: source.type, id: source.id },
  verb,
  target: { type, id },
  evidence: 'test',
})

/** With a VPN connection, an interface endpoint, and an ECS service, whose interfaces the scan doesn't tell. */
function graphOfManyKinds(account: ConnectionRecord): ResourceGraph {
  const world = sampleWorld()
  world.vpnGateways = [{ id: 'vgw-a', vpc: 'vpc-a' }]
  world.vpnConnections = [{ id: 'vpn-1', gateway: 'vgw-a', staticRoutes: ['192.168.0.0/16'] }]
  for (const id of ['rtb-main-a', 'rtb-private'])
    one(world.tables, id).routes.push({ destination: '192.168.0.0/16', target: 'vgw-a' })
  world.interfaces.push({
    id: 'eni-endpoint',
    subnet: 'subnet-app',
    addresses: [{ privateIp: '10.0.2.90' }],
    groups: ['sg-app'],
  })
  const graph = inAccount(world, account)
  const endpoint = added('AWS::EC2::VPCEndpoint', 'vpce-1', { endpointType: 'Interface' })
  const service = added('AWS::ECS::Service', 'shop/web', { assignPublicIp: 'DISABLED' })
  return {
    ...graph,
    resources: [...graph.resources, endpoint, service],
    relations: [
      ...graph.relations,
      relation(endpoint, 'attached to', 'AWS::EC2::NetworkInterface', 'eni-endpoint'),
      relation(service, 'attached to', 'AWS::EC2::Subnet', 'subnet-app'),
      relation(service, 'associated with', 'AWS::EC2::SecurityGroup', 'sg-app'),
    ],
  }
}

const isFar = ({ vpc }: { vpc: string }) => vpc === 'vpc-b'

/** The peered VPC in another account. The first scan only has its reference. */
async function splitWorld() {
  const owner = await service.createOrganization()
  const [near, far] = [await owner.connectAccount(), await owner.connectAccount()]
  const whole = sampleWorld()
  one(whole.peerings, 'pcx-ab').accounts = [near.accountNumber, far.accountNumber]
  const farInterfaces = whole.interfaces.filter(({ id }) => id === 'eni-peer')
  const nearWorld: World = {
    ...whole,
    vpcs: whole.vpcs.filter(({ id }) => id !== 'vpc-b'),
    subnets: whole.subnets.filter((each) => !isFar(each)),
    tables: whole.tables.filter((each) => !isFar(each)),
    acls: whole.acls.filter((each) => !isFar(each)),
    groups: whole.groups.filter((each) => !isFar(each)),
    interfaces: whole.interfaces.filter((each) => !farInterfaces.includes(each)),
  }
  const farWorld: World = {
    ...emptyWorld(),
    vpcs: whole.vpcs.filter(({ id }) => id === 'vpc-b'),
    subnets: whole.subnets.filter(isFar),
    tables: whole.tables.filter(isFar),
    acls: whole.acls.filter(isFar),
    groups: whole.groups.filter(isFar),
    interfaces: farInterfaces,
    peerings: whole.peerings,
  }
  const scan = await stored(owner, near, inAccount(nearWorld, near))
  return { owner, scan, far, farGraph: inAccount(farWorld, far) }
}
describe('GET /api/scans/{id}/reach', () => {
  test('200: reachable, with the path in both directions', async () => {
    const { status, body } = await reach('from=i-app&to=i-db&protocol=tcp&port=5432')
    expect(status).toBe(200)
    expect(body?.data).toMatchObject({ verdict: 'reachable', blockedBy: [], unknownBecause: [] })
    const { path, returnPath } = pathsOf(body?.data)
    expect(path.map(({ id }) => id)).toEqual(['i-app', 'sg-app', 'rtb-private', 'acl-app', 'acl-db', 'sg-db', 'i-db'])
    expect(returnPath.map(({ id }) => id)).toEqual(['i-db', 'rtb-main-a', 'acl-db', 'acl-app', 'i-app'])
    expect(path[2]).toEqual({
      type: 'AWS::EC2::RouteTable',
      id: 'rtb-private',
      account: connection.accountNumber,
      region: 'eu-west-1',
      evidence: 'route 10.0.0.0/16 to local',
    })
  })
  test('200: blocked, with the component', async () => {
    const { body } = await reach('from=i-db&to=9.9.9.9&port=443')
    expect(body?.data).toMatchObject({
      verdict: 'blocked',
      blockedBy: [
        {
          type: 'AWS::EC2::RouteTable',
          id: 'rtb-main-a',
          direction: null,
          code: 'NO_ROUTE_TO_DESTINATION',
          reason: 'It has no route to 9.9.9.9.',
        },
      ],
    })
  })
  test('200: by ARN, and by type and id', async () => {
    const arn = `arn:aws:ec2:eu-west-1:${connection.accountNumber}:AWS::EC2::Instance/i-app`
    expect((await reach(`from=${arn}&to=AWS::EC2::Instance/i-db&protocol=icmp`)).body?.data?.verdict).toBe('reachable')
  })
  test('200: unknown while a scan runs', async () => {
    const running = await organization.insertScan(connection)
    expect((await reach('from=internet&to=10.0.1.10&port=443', running.id)).body?.data?.verdict).toBe('unknown')
    expect((await reach('from=internet&to=i-web&port=443', running.id)).status).toBe(404)
  })
  test.each([
    ['from=i-app&to=i-db', 'port'],
    ['from=i-app&to=i-db&port=0', 'port'],
    ['from=i-app&to=i-db&port=65536', 'port'],
    ['from=i-app&to=i-db&protocol=icmp&port=1', 'port'],
    ['from=i-app&to=i-db&protocol=gre&port=1', 'protocol'],
    ['to=i-db&port=443', 'from'],
    ['from=i-app&port=443', 'to'],
    ['from=i-app&to=i-db&port=443&with=latest', 'with'],
    ['from=i-app&to=i-db&port=443&color=red', 'color'],
  ])('400: %s', async (query, parameter) => {
    expect(await reach(query)).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR', details: [{ path: [parameter] }] } },
    })
  })
  test('404: an unknown endpoint, and an unknown scan', async () => {
    expect(await reach('from=i-none&to=i-db&port=443')).toMatchObject({
      status: 404,
      body: { error: { code: 'NOT_FOUND' } },
    })
    const nobody = '00000000-0000-4000-8000-000000000000'
    expect((await reach(`from=i-app&to=i-db&port=443&with=${nobody}`)).status).toBe(404)
  })
})

describe('between ends of each kind', () => {
  let manyKinds: string
  beforeAll(async () => {
    manyKinds = await stored(organization, connection, graphOfManyKinds(connection))
  })
  test.each([
    ['eni-app', 'eni-db', 'reachable'],
    ['192.168.1.1', 'i-db', 'reachable'],
    ['i-db', '192.168.1.1', 'reachable'],
    ['192.169.1.1', 'i-db', 'blocked'],
    ['i-db', 'vpce-1', 'reachable'],
    ['internet', 'vpce-1', 'blocked'],
    ['shop/web', 'i-db', 'reachable'],
    ['i-db', 'shop/web', 'reachable'],
    ['internet', 'shop/web', 'blocked'],
    ['shop/web', 'nat-a', 'reachable'],
    ['i-db', 'nat-a', 'unknown'],
    ['internet', 'nat-a', 'blocked'],
  ])('%s to %s is %s', async (from, to, verdict) => {
    const { body } = await reach(`from=${from}&to=${to}&port=443`, manyKinds)
    expect(body?.data).toMatchObject({ verdict })
  })
})

describe('across accounts', () => {
  const query = 'from=i-app&to=10.1.1.10&port=443'

  test('200: unknown, with the account and region that were not scanned', async () => {
    const { owner, scan, far } = await splitWorld()
    const { body } = await read(`/api/scans/${scan}/reach?${query}`, owner.key)
    expect(body?.data).toMatchObject({
      verdict: 'unknown',
      unknownBecause: [{ type: 'AWS::EC2::VPC', action: null, account: far.accountNumber, region: 'eu-west-1' }],
    })
  })
  test('200: uses the newest scan of the other account', async () => {
    const { owner, scan, far, farGraph } = await splitWorld()
    await stored(owner, far, { ...farGraph, resources: [], relations: [] })
    await stored(owner, far, farGraph)
    const { body } = await read(`/api/scans/${scan}/reach?${query}`, owner.key)
    expect(body?.data).toMatchObject({ verdict: 'reachable' })
    expect(pathsOf(body?.data).path.at(-1)).toMatchObject({ account: far.accountNumber })
  })
  test('200: uses only the named scans', async () => {
    const { owner, scan, far, farGraph } = await splitWorld()
    const whole = await stored(owner, far, farGraph)
    const empty = await stored(owner, far, { ...farGraph, resources: [], relations: [] })
    const verdict = async (named: string) =>
      (await read(`/api/scans/${scan}/reach?from=i-app&to=10.1.1.10&port=443&with=${named}`, owner.key)).body?.data
        ?.verdict
    expect(await verdict(whole)).toBe('reachable')
    expect(await verdict(empty)).toBe('unknown')
  })
  test('400: a scan that has not completed', async () => {
    const { owner, scan, far } = await splitWorld()
    const { id } = await owner.insertScan(far, 'eu-west-1')
    expect(await read(`/api/scans/${scan}/reach?${query}&with=${id}`, owner.key)).toMatchObject({
      status: 400,
      body: { error: { details: [{ path: ['with'], message: `must be completed scans; ${id} is queued` }] } },
    })
  })
  test('404: a scan of another organization', async () => {
    const { scan, owner } = await splitWorld()
    expect((await read(`/api/scans/${scan}/reach?${query}&with=${scanId}`, owner.key)).status).toBe(404)
  })
  test('scans of another organization are not used', async () => {
    const { owner, scan, far, farGraph } = await splitWorld()
    const stranger = await service.createOrganization()
    const theirs = await stranger.connectAccount()
    await stored(stranger, { ...theirs, accountNumber: far.accountNumber }, farGraph)
    expect((await read(`/api/scans/${scan}/reach?${query}`, owner.key)).body?.data?.verdict).toBe('unknown')
  })
})

describe('GET /api/scans/{id}/impact', () => {
  test('200: dependents with their effects and relations', async () => {
    const { status, body } = await read(`/api/scans/${scanId}/impact?of=nat-a`)
    expect(status).toBe(200)
    expect(body?.data).toEqual({ dependents: [], unknownBecause: [] })
    const { body: ofGroup } = await read(`/api/scans/${scanId}/impact?of=subnet-peer`)
    expect(ofGroup?.data?.dependents).toContainEqual({
      resource: {
        type: 'AWS::EC2::Instance',
        id: 'i-peer',
        arn: `arn:aws:ec2:eu-west-1:${connection.accountNumber}:AWS::EC2::Instance/i-peer`,
        name: null,
      },
      effect: 'breaks',
      path: [
        {
          source: { type: 'AWS::EC2::Instance', id: 'i-peer' },
          verb: 'contained in',
          target: { type: 'AWS::EC2::Subnet', id: 'subnet-peer' },
          evidence: 'test',
        },
      ],
    })
  })
  test('404: a resource that the scan does not have; 400: none named', async () => {
    expect((await read(`/api/scans/${scanId}/impact?of=i-none`)).status).toBe(404)
    expect(await read(`/api/scans/${scanId}/impact`)).toMatchObject({
      status: 400,
      body: { error: { details: [{ path: ['of'] }] } },
    })
  })
})
