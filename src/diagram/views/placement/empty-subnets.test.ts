/** Tests that empty subnets share boxes before anything else does. */
import { describe, expect, test } from 'vitest'
import type { DiagramElement } from '../../diagram.ts'
import { type GraphBuilder, graphBuilder } from '../../testing/sample-graphs.ts'
import { architectureView } from '../architecture/architecture.ts'
import { elementCount, flattened } from '../boxes/group.ts'
import type { Resource } from '../../../graph/resource-graph.ts'
import { defaultViewOptions } from '../view-options.ts'
import { foldedSubnets } from './empty-subnets.ts'
import type { PlacedNetwork, PlacedSubnet } from './placement.ts'

/** A VPC in two Availability Zones, with a server in each subnet for a purpose of `used`. */
function addVpc(graph: GraphBuilder, name: string, purposes: readonly string[], used: readonly string[]): void {
  const network = graph.add('AWS::EC2::VPC', name, name)
  for (const zone of ['a', 'b']) {
    for (const purpose of purposes) {
      const id = `${name}-${purpose}-${zone}`
      const subnet = graph.add('AWS::EC2::Subnet', id, id, { availabilityZone: `eu-west-1${zone}` })
      graph.relate(subnet, 'contained in', network)
      if (used.includes(purpose)) graph.relate(graph.add('AWS::EC2::Instance', `i-${id}`, id), 'contained in', subnet)
    }
  }
}

function drawn(graph: GraphBuilder, less = 0): readonly DiagramElement[] {
  const draw = (elementLimit: number) =>
    architectureView(graph.build(), { ...defaultViewOptions, elementLimit }).elements
  // The page keeps a place for the internet.
  return draw(elementCount(draw(1000)) + 1 - less)
}

const labelsOf = (elements: readonly DiagramElement[], form: string) =>
  flattened(elements).flatMap((element) => (element.form === form ? [element.label] : []))
const subnetsOf = (graph: GraphBuilder, less: number) => labelsOf(drawn(graph, less), 'subnet')

function emptySubnet(id: string): PlacedSubnet {
  return {
    subnet: { type: 'AWS::EC2::Subnet', id, arn: null, name: id, presence: 'read', tags: {}, properties: {} },
    zone: 'eu-west-1a',
    tier: 'application',
    purpose: id,
    exposure: 'private',
    via: [],
    isBlackhole: false,
    resources: [],
    leftOut: 0,
    note: '',
  }
}

describe('empty subnets', () => {
  const graph = graphBuilder()
  addVpc(graph, 'shop', ['web', 'spare', 'transit'], ['web'])
  addVpc(graph, 'mail', ['app', 'edge', 'old', 'spare'], ['app'])

  test('have a box each if there is room', () => {
    expect(subnetsOf(graph, 0)).toHaveLength(14)
  })

  test('share one in each Availability Zone of the VPC with the most of them, if there is none', () => {
    const ofMail = ['mail-app-a', '3 subnets']
    for (const less of [1, 4]) {
      const labels = subnetsOf(graph, less)
      expect(labels.slice(0, 2)).toEqual(ofMail)
      expect(labels).toHaveLength(10)
    }
    const labels = subnetsOf(graph, 5)
    expect(labels).toHaveLength(8)
    expect(labels).toContain('shop-spare-a, shop-transit-a')
  })

  test('keep their boxes in all zones if one of them is used', () => {
    const used = graphBuilder()
    addVpc(used, 'shop', ['web', 'spare', 'transit'], ['web'])
    const subnet = { type: 'AWS::EC2::Subnet', id: 'shop-spare-b' }
    used.relate(used.add('AWS::EC2::Instance', 'i-1', 'one'), 'contained in', subnet)
    expect(subnetsOf(used, 0)).toHaveLength(6)
    expect(subnetsOf(used, 1).filter((label) => label.includes(','))).toEqual([])
  })

  test('keep their boxes if they could not be read, or if the page is about them', () => {
    const [first, ...others] = [emptySubnet('a'), emptySubnet('b'), emptySubnet('c')] as const
    const foldedOf = (first: PlacedSubnet, focused: Resource | null) => {
      const all: PlacedNetwork = {
        network: null,
        isHidden: false,
        gateways: [],
        loadBalancers: [],
        subnets: [first, ...others],
        requested: [],
        spanning: [],
        leftOut: 0,
        mayBeIncomplete: false,
      }
      return [...foldedSubnets([all], () => true, 9, focused).shared.keys()].map((key) => key.split('/').at(-1))
    }
    expect(foldedOf(first, null)).toEqual(['a', 'b', 'c'])
    expect(foldedOf(first, first.subnet)).toEqual(['b', 'c'])
    expect(foldedOf({ ...first, subnet: { ...first.subnet, presence: 'unknown' } }, null)).toEqual(['b', 'c'])
  })

  test('of the VPC that saves most fold first, whatever the order of the VPCs', () => {
    const few = graphBuilder()
    addVpc(few, 'a-shop', ['web', 'spare', 'transit'], ['web'])
    addVpc(few, 'mail', ['app', 'edge', 'old', 'spare'], ['app'])
    const labels = subnetsOf(few, 1)
    expect(labels).toContain('3 subnets')
    expect(labels).toContain('a-shop-spare-a')
  })

  test('fold before resources', () => {
    const full = graphBuilder()
    addVpc(full, 'shop', ['web', 'spare', 'transit'], ['web'])
    for (const name of ['mail', 'cart']) full.add('AWS::Lambda::Function', name, name, {}, { app: 'shop' })
    expect(labelsOf(drawn(full, 2), 'stack')).toEqual([])
    expect(labelsOf(drawn(full, 3), 'stack')).toEqual(['cart, mail'])
  })
})
