/** Tests that an empty VPC or subnet is only called empty if no resource in it could be missing. */
import { describe, expect, test } from 'vitest'
import { goldenAccount, scanGoldenAccount } from '../../scripts/goldens/golden-accounts.ts'
import { catalogue } from '../../src/collect/catalogue.ts'
import { graphBuilder } from '../../src/diagram/testing/sample-graphs.ts'
import { architectureView } from '../../src/diagram/views/architecture/architecture.ts'
import { stageOf } from '../../src/diagram/views/boxes/shelves.ts'
import { indexGraph } from '../../src/graph/graph-index.ts'
import { inNetworkTypes } from '../../src/diagram/views/placement/may-be-incomplete.ts'
import { networkView } from '../../src/diagram/views/network/network.ts'
import { placeResources } from '../../src/diagram/views/placement/placement.ts'

const { networks } = placeResources(indexGraph(await scanGoldenAccount(goldenAccount('full'))))
const typesOf = (resources: readonly { readonly type: string }[]) => [...new Set(resources.map(({ type }) => type))]
const inSubnets = typesOf(networks.flatMap(({ subnets }) => subnets.flatMap(({ resources }) => resources)))
// Without gateways: a VPC with only a gateway is called empty too.
const acrossNetworks = typesOf(
  networks.flatMap(({ loadBalancers, requested, spanning }) => [...loadBalancers, ...requested, ...spanning]),
)
const inNetworks = [...new Set([...inSubnets, ...acrossNetworks])].toSorted()

test('the full world has resources of almost all types that can be in a VPC', () => {
  expect(inNetworks.length).toBeGreaterThan(25)
})

/** Returns the texts of both views for an empty VPC if this type couldn't be read. */
function wordsOfNetwork(type: string, status: 'denied' | 'failed' | 'unavailable'): readonly string[] {
  const graph = graphBuilder()
  graph.add('AWS::EC2::VPC', 'vpc-default', null, { isDefault: true })
  graph.deny(type, status)
  return [architectureView(graph.build()), networkView(graph.build())].map(
    (diagram) => JSON.stringify(diagram).match(/may be incomplete|no resources/u)?.[0] ?? 'nothing said',
  )
}

function wordsOfSubnet(type: string, status: 'denied' | 'failed' | 'unavailable'): string {
  const graph = graphBuilder()
  const network = graph.add('AWS::EC2::VPC', 'vpc-1', null)
  const [empty, used] = ['empty', 'used'].map((name) => graph.add('AWS::EC2::Subnet', name, name))
  if (empty === undefined || used === undefined) throw new Error('There are two')
  for (const subnet of [empty, used]) graph.relate(subnet, 'contained in', network)
  // A VPC with a resource isn't empty, so its subnets are drawn.
  graph.relate(graph.add('AWS::Lightsail::Instance', 'shop', 'shop'), 'contained in', used)
  graph.deny(type, status)
  return JSON.stringify(architectureView(graph.build())).match(/may be incomplete/u)?.[0] ?? 'nothing said'
}

describe.each(inNetworks)('if %s could not be read', (type) => {
  test('an empty VPC is not called empty', () => {
    expect(wordsOfNetwork(type, 'denied')).toEqual(['may be incomplete', 'may be incomplete'])
    expect(wordsOfNetwork(type, 'failed')).toEqual(['may be incomplete', 'may be incomplete'])
  })

  test('because it is not available in the region, an empty VPC is called empty', () => {
    expect(wordsOfNetwork(type, 'unavailable')).toEqual(['no resources', 'no resources'])
  })
})

// A resource that is attached to a single subnet is drawn in it. Load balancers are drawn above all subnets.
const attached = catalogue.filter(
  ({ type, targetTypes }) =>
    inNetworks.includes(type) && targetTypes.includes('AWS::EC2::Subnet') && stageOf(type) !== 'load balancer',
)

test.each([...new Set([...inSubnets, ...attached.map(({ type }) => type)])].toSorted())(
  'if %s could not be read, an empty subnet is marked',
  (type) => {
    expect(wordsOfSubnet(type, 'denied')).toBe('may be incomplete')
    expect(wordsOfSubnet(type, 'unavailable')).toBe('nothing said')
  },
)

test('a completely read VPC without resources is called empty', () => {
  expect(wordsOfNetwork('AWS::S3::Bucket', 'denied')).toEqual(['no resources', 'no resources'])
  expect(wordsOfSubnet('AWS::S3::Bucket', 'denied')).toBe('nothing said')
})

// The resources with these subnet groups have unknown subnets.
const subnetGroups = catalogue.flatMap(({ type }) => (type.endsWith('SubnetGroup') ? [type] : []))
const placing = [...subnetGroups, 'AWS::EC2::Subnet', 'AWS::EFS::MountTarget']

test.each(placing)('if %s could not be read, an empty VPC is not called empty', (type) => {
  expect(wordsOfNetwork(type, 'denied')).toEqual(['may be incomplete', 'may be incomplete'])
})

test.each(subnetGroups)('if %s could not be read, an empty subnet is marked', (type) => {
  expect(wordsOfSubnet(type, 'denied')).toBe('may be incomplete')
})

test('lists only types that can be in a VPC', () => {
  expect(inNetworkTypes.toSorted()).toEqual([...inNetworks, ...placing].toSorted())
})
