/** Tests a whole scan: from the create request through the simulated cloud to graph, coverage, and diagrams. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogue } from '../../src/collect/catalogue.ts'
import { otherType } from '../../src/collect/other-resources.ts'
import { type RunningTestService, startRunningService } from '../support/running-service.ts'

let running: RunningTestService

beforeAll(async () => {
  running = await startRunningService({ latencyMs: 20 })
})
afterAll(() => running.close())

test('a create returns the finished scan with its counts', async () => {
  const scan = await running.scan()
  expect(scan).toMatchObject({
    cloudAccountId: running.connectionId,
    customerCloudAccountId: running.cloud.accounts[0]?.accountId,
    region: 'us-east-1',
    status: 'completed',
    errorMessage: null,
  })
  expect(scan.progress).toEqual({
    networks: 1,
    subnets: 9,
    listeners: 2,
    computeInstances: 12,
    functions: 6,
    storageBuckets: 4,
    internetGateways: 1,
    natGateways: 3,
    routeTables: 6,
    securityGroups: 8,
    loadBalancers: 2,
    targetGroups: 3,
    databases: 3,
    databaseClusters: 1,
    databaseSubnetGroups: 1,
    // Resources that every VPC, account, or gateway has.
    dhcpOptions: 1,
    elasticIps: 3,
    networkAcls: 1,
    networkInterfaces: 27,
    eventBuses: 1,
  })
})

test('the role is assumed with the external id, the scan in the session name and the organization as source identity', async () => {
  const scan = await running.scan()
  const sessions = running.cloud.calls.filter(({ operation }) => operation === 'AssumeRole')
  expect(sessions.at(-1)?.parameters).toMatchObject({
    RoleSessionName: expect.stringContaining(scan.id) as string,
    SourceIdentity: running.organizationId,
    ExternalId: expect.stringMatching(/.{16,}/) as string,
  })
})

test('coverage has each type of the catalogue as collected, with its calls', async () => {
  const scan = await running.scan()
  const coverage = await running.coverage(scan.id)
  expect(coverage.map(({ type }) => type)).toEqual(catalogue.map(({ type }) => type).toSorted())
  for (const entry of coverage) expect(entry).toMatchObject({ status: 'collected', statement: null })
  // The count of other resources names its source and what that doesn't cover.
  expect(coverage.filter(({ type, reason }) => type !== otherType && reason !== null)).toEqual([])
  // Types that are read for another type's resources take no calls if there are none, or if the list already has their
  // data.
  const dependent = new Set(catalogue.filter(({ parent }) => parent !== null).map(({ type }) => type))
  for (const entry of coverage.filter(({ type }) => !dependent.has(type))) expect(entry.calls).toBeGreaterThan(0)
})

test('only buckets of the scanned region are found', async () => {
  const [east, west] = [await running.scan('us-east-1'), await running.scan('eu-west-1')]
  const buckets = async (scanId: string) =>
    (await running.resources(scanId)).filter(({ type }) => type === 'AWS::S3::Bucket').map(({ id }) => id)
  const [inEast, inWest] = [await buckets(east.id), await buckets(west.id)]
  expect(inEast).toHaveLength(4)
  expect(inWest).toHaveLength(2)
  expect(inEast.filter((id) => inWest.includes(id))).toEqual([])
})

test('every relation has a target in the scan and its evidence', async () => {
  const { id } = await running.scan()
  const resources = await running.resources(id)
  const known = new Set(resources.map((resource) => `${resource.type} ${resource.id}`))
  const relations = resources.flatMap((resource) => resource.relations)
  expect(relations.length).toBeGreaterThan(100)
  for (const { target, evidence } of relations) {
    const { type, id: targetId } = target as { type: string; id: string }
    expect(known).toContain(`${type} ${targetId}`)
    expect(evidence).toMatch(/^[a-z0-9]+:[A-Za-z0-9]+ [A-Za-z0-9.[\]]+$/)
  }
  const instance = resources.find(({ name }) => name === 'web-1')
  expect(instance?.relations).toContainEqual({
    verb: 'contained in',
    target: { type: 'AWS::EC2::Subnet', id: expect.stringMatching(/^subnet-/) as string },
    evidence: 'ec2:DescribeInstances Reservations[].Instances[].SubnetId',
    basis: 'configured',
  })
})

test('does not store the values of environment variables', async () => {
  const { id } = await running.scan()
  const functions = (await running.resources(id)).filter(({ type }) => type === 'AWS::Lambda::Function')
  expect(functions.length).toBeGreaterThan(0)
  for (const { properties } of functions) {
    expect(Object.keys(properties).toSorted()).toEqual(
      expect.not.arrayContaining(['environment', 'Environment', 'variables']),
    )
  }
})

test('progress starts with the five counts of the contract and grows while the scan runs', async () => {
  // Delayed until the other counts were seen.
  running.cloud.setFaults({ rules: [{ operation: 'DescribeInstances', effect: 'hold' }] })
  try {
    const { id } = await running.startScan()
    const scan = () => running.get<{ status: string; progress: object | null }>(`/api/scans/${id}`)
    await expect.poll(scan).toMatchObject({
      status: 'scanning',
      progress: { networks: 1, subnets: 9, computeInstances: 0, functions: 6, storageBuckets: 4 },
    })
    running.cloud.setFaults({})
    await expect.poll(scan).toMatchObject({ status: 'completed', progress: { computeInstances: 12 } })
  } finally {
    running.cloud.setFaults({})
  }
})

test('two scans of the same account and region run one after the other, other regions at once', async () => {
  running.cloud.setFaults({ rules: [{ operation: 'DescribeVpcs', effect: 'hold' }] })
  try {
    const [first, second, elsewhere] = [
      await running.startScan('us-east-1'),
      await running.startScan('us-east-1'),
      await running.startScan('eu-west-1'),
    ]
    const statuses = async () =>
      Promise.all(
        [first, second, elsewhere].map(
          async ({ id }) => (await running.get<{ status: string }>(`/api/scans/${id}`)).status,
        ),
      )
    await expect.poll(statuses).toEqual(['scanning', 'queued', 'scanning'])
    // The resources of the first scan show that only the second waits.
    const read = () => running.get<{ progress: object }>(`/api/scans/${first.id}`)
    await expect.poll(read).toMatchObject({ progress: { subnets: 9 } })
    running.cloud.setFaults({ rules: [{ operation: 'DescribeSubnets', region: 'us-east-1', effect: 'hold' }] })
    await expect.poll(statuses).toEqual(['completed', 'scanning', 'completed'])
    running.cloud.setFaults({})
    await expect.poll(statuses).toEqual(['completed', 'completed', 'completed'])
  } finally {
    running.cloud.setFaults({})
  }
})

test('an architecture diagram is listed and read as SVG and Mermaid, the same bytes for the same account', async () => {
  const [svg, again] = [await pictures('svg'), await pictures('svg')]
  expect(svg).toMatch(/^<svg|^<\?xml/)
  expect(svg).toContain('web-1')
  expect(again).toBe(svg)
  expect(await pictures('mermaid')).toMatch(/^(---[^]*?---\s*)?flowchart/m)
})

async function pictures(format: string): Promise<string> {
  const { id: scanId } = await running.scan()
  const { diagrams } = await running.get<{ diagrams: { id: string; type: string; formats: string[] }[] }>(
    `/api/diagrams?scanId=${scanId}&type=architecture`,
  )
  expect(diagrams).toHaveLength(1)
  expect(diagrams[0]?.formats).toEqual(expect.arrayContaining(['svg', 'mermaid']))
  const response = await fetch(`${running.service.baseUrl}/api/diagrams/${diagrams[0]?.id}/content?format=${format}`, {
    headers: { authorization: `Bearer ${running.key}` },
  })
  expect(response.status).toBe(200)
  return response.text()
}
