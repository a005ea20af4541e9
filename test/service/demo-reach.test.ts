/** What can connect to what in the account of the demo, as a real scan and the API tell it. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  type ResourceAnswer,
  type RunningTestService,
  type ScanAnswer,
  startRunningService,
} from '../support/running-service.ts'

type Answer = {
  readonly verdict: string
  readonly path: readonly { readonly type: string }[]
  readonly blockedBy: readonly { readonly code: string }[]
  readonly unknownBecause: readonly { readonly type: string }[]
}

let running: RunningTestService
let scanId: string
let resources: readonly ResourceAnswer[]

beforeAll(async () => {
  running = await startRunningService()
  scanId = (await running.scan()).id
  const isCompleted = async () => (await running.get<ScanAnswer>(`/api/scans/${scanId}`)).status === 'completed'
  await vi.waitUntil(isCompleted, { timeout: 240_000 })
  resources = await running.resources(scanId)
})
afterAll(() => running.close())

const types = {
  instance: 'AWS::EC2::Instance',
  interface: 'AWS::EC2::NetworkInterface',
  balancer: 'AWS::ElasticLoadBalancingV2::LoadBalancer',
  database: 'AWS::RDS::DBInstance',
  cluster: 'AWS::RDS::DBCluster',
  function: 'AWS::Lambda::Function',
  nat: 'AWS::EC2::NatGateway',
} as const

/** Of `instance web-1`, its type and id; anything else stands for itself. */
function endOf(text: string): string {
  const [kind = '', name] = text.split(' ')
  if (name === undefined) return text
  const type = types[kind as keyof typeof types]
  const found = resources.find((each) => each.type === type && (each.name === name || each.id === name))
  if (found === undefined) throw new Error(`The scan found no ${text}`)
  return `${type}/${found.id}`
}

async function ask(from: string, to: string, port: number): Promise<Answer> {
  const query = new URLSearchParams({ from: endOf(from), to: endOf(to), protocol: 'tcp', port: String(port) })
  return running.get<Answer>(`/api/scans/${scanId}/reach?${query.toString()}`)
}

test.each([
  ['internet', 'balancer storefront-public', 443, 'reachable', []],
  ['internet', 'balancer storefront-public', 22, 'blocked', ['ENI_SG_RULES_MISMATCH', 'ELBV2_LISTENERS_MISMATCH']],
  ['internet', '203.0.113.40', 443, 'reachable', []],
  ['internet', 'balancer storefront-internal', 443, 'blocked', ['IGW_PRIVATE_IP_ASSOCIATION_FOR_INGRESS']],
  ['balancer storefront-public', 'instance web-1', 8080, 'reachable', []],
  ['balancer storefront-public', 'instance api-1', 9000, 'blocked', ['ENI_SG_RULES_MISMATCH']],
  ['instance web-1', 'balancer storefront-internal', 443, 'reachable', []],
  ['instance api-1', 'database catalog', 5432, 'reachable', []],
  ['instance api-1', '10.20.34.32', 5432, 'reachable', []],
  ['instance web-1', 'database catalog', 5432, 'blocked', ['ENI_SG_RULES_MISMATCH']],
  ['instance worker-1', 'cluster orders', 5432, 'reachable', []],
  ['function order-events', 'database orders-1', 5432, 'reachable', []],
  ['internet', 'database catalog', 5432, 'blocked', ['IGW_PRIVATE_IP_ASSOCIATION_FOR_INGRESS']],
  ['internet', 'instance web-1', 8080, 'blocked', ['IGW_PRIVATE_IP_ASSOCIATION_FOR_INGRESS']],
  ['instance web-1', '9.9.9.9', 443, 'reachable', []],
  ['instance web-1', 'nat storefront-nat-a', 443, 'reachable', []],
  ['function order-events', '9.9.9.9', 443, 'reachable', []],
  ['database catalog', '9.9.9.9', 443, 'blocked', ['NO_ROUTE_TO_DESTINATION']],
  ['instance load-test', 'balancer storefront-internal', 443, 'blocked', ['BAD_STATE', 'ENI_SG_RULES_MISMATCH']],
] as const)('%s to %s, port %d: %s', async (from, to, port, verdict, codes) => {
  const answer = await ask(from, to, port)
  expect({ ...answer, blockedBy: answer.blockedBy.map(({ code }) => code) }).toMatchObject({
    verdict,
    blockedBy: codes,
    unknownBecause: [],
  })
})

test('the internet comes to the web servers through the load balancer', async () => {
  const { path } = await ask('internet', 'balancer storefront-public', 443)
  expect(path.at(0)?.type).toBe('AWS::EC2::InternetGateway')
  expect(path.at(-1)?.type).toBe(types.instance)
})

test('a function takes no connections of the network', async () => {
  expect(await ask('instance web-1', 'function order-events', 443)).toMatchObject({
    verdict: 'unknown',
    unknownBecause: [{ type: types.function }],
  })
})
