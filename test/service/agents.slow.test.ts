/** What agents get from a service that scanned the account of the demo, asked with the official client. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tools } from '../../src/agents/tools.ts'
import { type AgentClient, type AgentData, connectAgent } from '../support/agent-client.ts'
import {
  coreServices,
  type ResourceAnswer,
  type RunningTestService,
  type ScanAnswer,
  startRunningService,
} from '../support/running-service.ts'

let running: RunningTestService
let agent: AgentClient
let scan: ScanAnswer
let resources: readonly ResourceAnswer[]

beforeAll(async () => {
  running = await startRunningService({ services: coreServices })
  scan = await running.scan()
  resources = await running.resources(scan.id)
  agent = await connectAgent(running.service.baseUrl, running.key)
})
afterAll(async () => {
  await agent.close()
  await running.close()
})

const called = (name: string, type: string) => {
  const found = resources.find((each) => each.name === name && each.type === type)
  if (found === undefined) throw new Error(`The scan found no ${name}`)
  return found
}

test('ten tools, of which only scan is not read-only, in at most 2,500 tokens', async () => {
  const { tools: listed } = await agent.client.listTools()
  expect(listed.map(({ name }) => name)).toEqual([
    'find',
    'describe',
    'exposed',
    'reach',
    'impact',
    'changes',
    'coverage',
    'draw',
    'accounts',
    'scan',
  ])
  expect(listed.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name)).toEqual([
    'scan',
  ])
  expect(Buffer.byteLength(JSON.stringify(listed)) / 4).toBeLessThanOrEqual(2_500)
  expect(tools).toHaveLength(10)
})

test('without SSO, there is no sign-in to discover', async () => {
  for (const path of [
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-authorization-server',
    '/mcp/.well-known/openid-configuration',
  ]) {
    const answer = await fetch(`${running.service.baseUrl}${path}`)
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
      path,
      404,
      'application/json; charset=utf-8',
    ])
  }
})

test('without a scan in the question, the answer is about the newest one', async () => {
  const { data } = await agent.ask('coverage')
  expect(data.scan).toEqual({
    id: scan.id,
    account: scan.customerCloudAccountId,
    region: 'us-east-1',
    status: 'completed',
    ageMinutes: expect.any(Number),
    unreadTypes: 0,
  })
  expect(data.resources).toBe(resources.filter(({ external }) => external === false).length)
})

test('find', async () => {
  const { data } = await agent.ask('find', { type: 'AWS::EC2::Instance' })
  const instances = resources.filter(({ type, external }) => type === 'AWS::EC2::Instance' && external === false)
  expect(data).toMatchObject({ matches: instances.length, more: false, typeStatus: 'collected' })
  const seen: string[] = []
  for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
    const page = await agent.ask('find', {
      type: 'AWS::EC2::NetworkInterface',
      ...(cursor !== undefined && { cursor }),
    })
    seen.push(...(page.data.resources as readonly { id: string }[]).map(({ id }) => id))
    cursor = page.data.cursor
  }
  const interfaces = resources.filter((each) => each.type === 'AWS::EC2::NetworkInterface')
  expect(interfaces.length).toBeGreaterThan(8)
  expect(seen).toEqual(interfaces.map(({ id }) => id))
  const byName = await agent.ask('find', { q: 'orders', detail: 'full' })
  expect(byName.data.matches).toBe(
    resources.filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes('orders')).length,
  )
})

test('describe, by ID and by a name that is unique', async () => {
  const instance = called('web-1', 'AWS::EC2::Instance')
  const byId = await agent.ask('describe', { of: instance.id })
  expect(byId.data.resource).toMatchObject({ type: instance.type, id: instance.id, name: 'web-1' })
  expect(byId.data.counts['relations']).toBe(instance.relations.length)
  expect((await agent.ask('describe', { of: 'web-1' })).data).toEqual(byId.data)
})

test('exposed', async () => {
  const { exposures } = await running.get<{ exposures: readonly { verdict: string }[] }>(
    `/api/scans/${scan.id}/exposure?limit=100`,
  )
  const { data } = await agent.ask('exposed')
  expect(data.counts['open']).toBe(exposures.filter(({ verdict }) => verdict === 'open').length)
  const { id } = called('storefront-internal', 'AWS::ElasticLoadBalancingV2::LoadBalancer')
  expect((await agent.ask('exposed', { of: id })).data.counts).toEqual({ open: 0, conditional: 0, unknown: 0 })
})

test('reach, by name', async () => {
  const publicBalancer = called('storefront-public', 'AWS::ElasticLoadBalancingV2::LoadBalancer')
  const { data } = await agent.ask('reach', {
    from: 'internet',
    to: `${publicBalancer.type}/${publicBalancer.id}`,
    port: 443,
  })
  expect(data.verdict).toBe('reachable')
  const catalog = called('catalog', 'AWS::RDS::DBInstance')
  const blocked = await agent.ask('reach', { from: 'web-1', to: `${catalog.type}/${catalog.id}`, port: 5432 })
  expect(blocked.data).toMatchObject({ verdict: 'blocked', blockedBy: [{ code: 'ENI_SG_RULES_MISMATCH' }] })
})

test('impact', async () => {
  const { id, type } = called('storefront-public', 'AWS::ElasticLoadBalancingV2::LoadBalancer')
  const { dependents } = await running.get<{ dependents: readonly { effect: string }[] }>(
    `/api/scans/${scan.id}/impact?of=${encodeURIComponent(`${type}/${id}`)}`,
  )
  const { data } = await agent.ask('impact', { of: id })
  expect(data.counts['breaks']).toBe(dependents.filter(({ effect }) => effect === 'breaks').length)
})

test('draw, as text and as an image', async () => {
  const { data } = await agent.ask('draw', { view: 'overview' })
  expect(data.mermaid).toMatch(/^(?:---|flowchart|%%)/u)
  const { content, data: drawn } = await agent.ask('draw', { format: 'png' })
  expect(drawn.mermaid).toBeNull()
  expect(
    Buffer.from(content[0]?.data ?? '', 'base64')
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')
})

type Question = readonly [tool: string, input: object, pick: (data: AgentData) => unknown, expected: unknown]

const end = (kind: string, name: string) => `${kind}/${called(name, kind).id}`

const balancer = (name: string) => end('AWS::ElasticLoadBalancingV2::LoadBalancer', name)
const instance = (name: string) => end('AWS::EC2::Instance', name)
const database = (name: string) => end('AWS::RDS::DBInstance', name)

/** Counts, relations, and connections, whose answers follow from the list of resources and from the account of the demo. */
function questions(): readonly Question[] {
  const own = resources.filter(({ external }) => external === false)
  const byType = [...Map.groupBy(own, ({ type }) => type)]
  const connections = [
    ['internet', balancer('storefront-public'), 443, 'reachable'],
    ['internet', balancer('storefront-public'), 22, 'blocked'],
    ['internet', '203.0.113.40', 443, 'reachable'],
    ['internet', balancer('storefront-internal'), 443, 'blocked'],
    [balancer('storefront-public'), instance('web-1'), 8080, 'reachable'],
    [balancer('storefront-public'), instance('api-1'), 9000, 'blocked'],
    [instance('web-1'), balancer('storefront-internal'), 443, 'reachable'],
    [instance('api-1'), database('catalog'), 5432, 'reachable'],
    [instance('web-1'), database('catalog'), 5432, 'blocked'],
    ['internet', instance('web-1'), 8080, 'blocked'],
    [instance('web-1'), '9.9.9.9', 443, 'reachable'],
    [database('catalog'), '9.9.9.9', 443, 'blocked'],
  ] as const
  return [
    ...byType.map(([type, { length }]): Question => ['coverage', { type }, ({ resources: count }) => count, length]),
    ...byType.map(([type, { length }]): Question => ['find', { type }, ({ matches }) => matches, length]),
    ...byType.map(([type, [first]]): Question => [
      'describe',
      { of: `${type}/${first?.id ?? ''}` },
      ({ counts }) => ({ relations: counts['relations'], usedBy: counts['usedBy'] }),
      {
        relations: first?.relations.length,
        usedBy: resources
          .flatMap(({ relations }) => relations)
          .filter(({ target }) => JSON.stringify(target) === JSON.stringify({ type, id: first?.id })).length,
      },
    ]),
    ...connections.map(([from, to, port, verdict]): Question => [
      'reach',
      { from, to, port },
      ({ verdict: given }) => given,
      verdict,
    ]),
  ]
}

test('more than sixty questions have the right answers, of at most 800 tokens in the median', async () => {
  const asked = questions()
  expect(asked.length).toBeGreaterThanOrEqual(60)
  const tokens: number[] = []
  for (const [tool, input, pick, expected] of asked) {
    const answer = await agent.ask(tool, { ...input })
    expect({ tool, input, answer: pick(answer.data) }).toEqual({ tool, input, answer: expected })
    tokens.push(answer.tokens)
  }
  expect(tokens.toSorted((left, right) => left - right)[Math.floor(tokens.length / 2)]).toBeLessThanOrEqual(800)
})

test('scan, then changes', async () => {
  const { data } = await agent.ask('scan', { account: scan.customerCloudAccountId, waitSeconds: 50 })
  expect(data).toMatchObject({ account: scan.customerCloudAccountId, region: 'us-east-1' })
  await expect.poll(async () => (await running.get<ScanAnswer>(`/api/scans/${data.id}`)).status).toBe('completed')
  const changes = await agent.ask('changes')
  expect(changes.data).toMatchObject({ scan: { id: data.id }, base: { id: scan.id }, counts: {}, changes: [] })
  const { data: listed } = await agent.ask('accounts')
  expect(listed.accounts).toMatchObject([{ id: running.connectionId, scans: [{ id: data.id, region: 'us-east-1' }] }])
})

test('resource templates and prompts', async () => {
  const { resourceTemplates } = await agent.client.listResourceTemplates()
  expect(resourceTemplates.map(({ name }) => name)).toEqual(['scan', 'resource', 'diagram'])
  const { id, type } = called('web-1', 'AWS::EC2::Instance')
  const uri = `surveyor://scans/${scan.id}/resources/${encodeURIComponent(type)}/${encodeURIComponent(id)}`
  const read = async (wanted: string) => (await agent.client.readResource({ uri: wanted })).contents
  expect(JSON.stringify(await read(uri))).toContain(id)
  const [whole] = await read(`surveyor://scans/${scan.id}`)
  expect(whole).toMatchObject({ mimeType: 'application/json', text: expect.stringContaining(`"id":"${scan.id}"`) })
  const drawn = await agent.ask('draw', { view: 'overview', scan: scan.id })
  const [diagram] = await read(`surveyor://diagrams/${drawn.data.diagram}`)
  expect(diagram?.mimeType).toBe('text/vnd.mermaid')
  expect(drawn.data.mermaid).toBe((diagram as { text: string }).text.replaceAll(/\n +/gu, '\n'))
  const { prompts } = await agent.client.listPrompts()
  expect(prompts.map(({ name }) => name)).toEqual(['explain_account', 'review_change', 'incident'])
  const { messages } = await agent.client.getPrompt({ name: 'incident', arguments: { symptom: 'checkout fails' } })
  expect(messages.at(-1)?.content).toMatchObject({ text: '{"symptom":"checkout fails"}' })
  // Each prompt names tools that exist.
  const names = new Set(tools.map(({ name }) => name))
  for (const [name, asked] of [
    ['explain_account', ['coverage', 'draw', 'exposed']],
    ['review_change', ['changes', 'exposed', 'impact']],
    ['incident', ['find', 'describe', 'reach', 'changes', 'impact']],
  ] as const) {
    const { messages: words } = await agent.client.getPrompt({ name, arguments: { symptom: 'x', base: '7d' } })
    for (const tool of asked)
      expect([tool, names.has(tool), JSON.stringify(words[0])]).toEqual([tool, true, expect.stringContaining(tool)])
  }
})
