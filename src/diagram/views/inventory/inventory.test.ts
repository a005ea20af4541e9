import { describe, expect, test } from 'vitest'
import type { DiagramElement } from '../../diagram.ts'
import { deniedGraph, graphBuilder, largeGraph } from '../../testing/sample-graphs.ts'
import { flattened } from '../boxes/group.ts'
import { gapNodes } from '../boxes/gap-nodes.ts'
import { serviceCard } from './inventory-cards.ts'
import { defaultViewOptions } from '../view-options.ts'
import { inventoryView } from './inventory.ts'

function shelf(elements: readonly DiagramElement[], label: RegExp): readonly DiagramElement[] {
  const found = flattened(elements).find((element) => element.form === 'category' && label.test(element.label))
  return found?.kind === 'group' ? found.children : []
}

describe('an inventory', () => {
  const graph = largeGraph(8, 12)
  const { elements } = inventoryView(graph)

  test('counts resources by service', () => {
    const members = flattened(elements).flatMap((element) => element.members)
    expect(members).toHaveLength(graph.resources.length)
    const instances = graph.resources.filter(({ type }) => type === 'AWS::EC2::Instance').length
    expect(shelf(elements, /^EC2/u).map(({ label }) => label)).toContain(`${instances.toLocaleString('en')} instances`)
    expect(shelf(elements, /^VPC/u).map(({ label }) => label)).toContain('9 VPCs')
  })
})

test('a type that could not be read is a gap under its service', () => {
  const { elements } = inventoryView(deniedGraph())
  const gaps = flattened(elements).filter(({ kind, form }) => kind === 'node' && form === 'gap')
  expect(gaps.length).toBeGreaterThan(0)
  for (const gap of gaps) expect(gap.detail).toMatch(/couldn't be read|access denied/u)
})

test('the description of a gap has the reason and the missing permission on lines of their own', () => {
  const graph = graphBuilder()
  graph.deny('AWS::SQS::Queue', 'failed')
  const built = graph.build()
  const described = (reason: string | null, action: string | null) => {
    const coverage = built.coverage.map((each) =>
      each.type === 'AWS::SQS::Queue' ? { ...each, reason, action } : each,
    )
    const { elements } = inventoryView({ ...built, coverage })
    return flattened(elements).find(({ form }) => form === 'gap')?.description
  }
  expect(described(null, null)).toBe("SQS queues: couldn't be read")
  expect(described('It timed out', null)).toBe("SQS queues: couldn't be read\nIt timed out")
  expect(described(null, 'sqs:ListQueues')).toBe("SQS queues: couldn't be read\nsqs:ListQueues")
})

test('unsupported types have a card of their own', () => {
  const graph = graphBuilder().build()
  const [sample] = graph.coverage
  if (sample === undefined) throw new Error('The sample has no coverage')
  const other = {
    ...sample,
    type: 'other',
    countKey: 'others',
    status: 'collected' as const,
    count: 1_234,
  }
  const cardFor = (reason: string | null) => {
    const { elements } = inventoryView({ ...graph, coverage: [...graph.coverage, { ...other, reason }] })
    return shelf(elements, /^Unsupported types$/u)[0]
  }
  const label = '1,234 resources of unsupported types'
  expect(cardFor('Counted by AWS Config')).toMatchObject({ label, description: `${label}\nCounted by AWS Config` })
  expect(cardFor(null)).toMatchObject({ label, description: label })
})

test("types without resources have no card, so that the diagram doesn't depend on the number of types", () => {
  const graph = graphBuilder().build()
  expect(graph.coverage.filter(({ status, count }) => status === 'collected' && count === 0)).not.toEqual([])
  expect(inventoryView(graph)).toEqual(inventoryView({ ...graph, coverage: [] }))
})

test('with too many types for a page, services have their largest and a card for the rest, then a card each', () => {
  const graph = graphBuilder()
  for (let number = 0; number < 400; number++) {
    graph.add(`AWS::Service${number % 20}::Type${number}`, `a-${number}`, null)
  }
  const cardsOf = (elementLimit: number) =>
    flattened(inventoryView(graph.build(), { ...defaultViewOptions, elementLimit }).elements).filter(
      ({ kind }) => kind === 'node',
    )
  const largest = cardsOf(75)
  expect(largest).toHaveLength(60)
  expect(largest[2]).toMatchObject({ label: '18 more resources', detail: 'of 18 types' })
  const cards = cardsOf(39)
  expect(cards).toHaveLength(20)
  expect(cards[0]).toMatchObject({ label: '20 resources', detail: '20 types' })
})

test('a detail page has resources in ranges by name if it is expanded, otherwise by what their names have in common', () => {
  const graph = graphBuilder()
  for (let number = 100; number < 350; number++) graph.add('AWS::SQS::Queue', `queue-${number}`, `queue-${number}`)
  const labelsOf = (expanded: boolean) =>
    flattened(inventoryView(graph.build(), { ...defaultViewOptions, page: 'sqs', expanded }).elements)
      .filter(({ kind }) => kind === 'node')
      .map(({ label }) => label)
  expect(labelsOf(false)).toEqual(['250 × queue-*'])
  expect(labelsOf(true)).toEqual([
    '100 × queue-100 … queue-199',
    '100 × queue-200 … queue-299',
    '50 × queue-300 … queue-349',
  ])
})

/** Of the inventory of so many services. */
function arrangementOf(services: number) {
  const graph = graphBuilder()
  for (let number = 0; number < services; number++) graph.add(`AWS::Service${number}::Type`, `a-${number}`, null)
  const found = flattened(inventoryView(graph.build()).elements).find(({ id }) => id === 'inventory')
  return found?.kind === 'group' && found.arrangement
}

test('four or more services are columns of about the same height, fewer are rows', () => {
  expect([1, 3, 4, 5].map(arrangementOf)).toEqual(['shelves', 'shelves', 'columns', 'columns'])
})

describe('the card of a service', () => {
  const resources = ['AWS::EC2::VPC', 'AWS::EC2::Subnet', 'AWS::EC2::Subnet'].map((type, index) => ({
    type,
    id: `it-${index}`,
    arn: null,
    name: null,
    presence: 'read' as const,
    tags: {},
    properties: {},
  }))
  const graph = graphBuilder()
  graph.deny('AWS::EC2::VPC')
  const gaps = gapNodes(graph.build().coverage.filter(({ status }) => status === 'denied'))
  const cardOf = (count: number, gapCount: number) =>
    serviceCard('EC2', resources.slice(0, count), gaps.slice(0, gapCount))

  test('counts its resources and types, the most frequent first, and what was not collected', () => {
    expect(cardOf(3, 1)).toMatchObject({
      id: 'stack:EC2',
      form: 'stack',
      type: 'AWS::EC2::Subnet',
      presence: 'read',
      variant: '',
      label: '3 resources',
      detail: '2 types · 1 not collected',
    })
    expect(cardOf(3, 1).description.split('\n')).toEqual(['3 resources', '2 subnets', '1 VPC', 'VPCs'])
    expect(cardOf(3, 0).detail).toBe('2 types')
    expect(cardOf(2, 0)).toMatchObject({ form: 'stack', label: '2 resources', type: 'AWS::EC2::Subnet' })
    expect(cardOf(1, 1)).toMatchObject({ form: 'stack', label: '1 resource', detail: '1 type · 1 not collected' })
  })

  test("is the resource's own card for a single resource, and a gap for none", () => {
    expect(cardOf(1, 0)).toMatchObject({ form: 'resource', id: 'AWS::EC2::VPC/it-0' })
    expect(cardOf(0, 1)).toMatchObject({
      form: 'gap',
      type: 'AWS::EC2::VPC',
      presence: 'unknown',
      label: 'EC2',
      detail: '1 not collected',
      members: [],
    })
    expect(cardOf(0, 0)).toMatchObject({ type: null, detail: '' })
  })
})
