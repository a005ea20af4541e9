import { describe, expect, test } from 'vitest'
import type { ResourceReference } from '../../graph/resource-graph.ts'
import type { Diagram, DiagramElement, DiagramGroup, DiagramNode } from '../diagram.ts'
import { graphBuilder } from '../testing/sample-graphs.ts'
import { flattened, group } from './boxes/group.ts'
import { inventoryView } from './inventory/inventory.ts'
import { withLinks } from './page-links.ts'

const vpc = 'AWS::EC2::VPC'
const members = (count: number, type = 'AWS::EC2::Instance'): readonly ResourceReference[] =>
  Array.from({ length: count }, (_, number) => ({ type, id: `it-${number}` }))

const node = (id: string, form: DiagramNode['form'], count: number): DiagramNode => ({
  kind: 'node',
  id,
  form,
  type: 'AWS::EC2::Instance',
  members: members(count),
  presence: 'read',
  variant: '',
  label: id,
  detail: '',
  description: '',
  opens: null,
})

const holder = (
  id: string,
  form: DiagramGroup['form'],
  children: readonly DiagramElement[],
  more: Partial<DiagramGroup> = {},
) => group({ id, form, arrangement: 'grid', children, ...more })

const network = (id: string, children: readonly DiagramElement[]) =>
  holder(`${vpc}/${id}`, 'network', children, { type: vpc, members: [{ type: vpc, id }] })

/** By id, what each box of a page opens. */
function opens(elements: readonly DiagramElement[], { page = '', focusCount = 0 } = {}) {
  const diagram: Diagram = { ...inventoryView(graphBuilder().build()), page, elements }
  return Object.fromEntries(
    flattened(withLinks(diagram, focusCount === 0 ? null : members(focusCount)).elements).map(({ id, opens: to }) => [
      id,
      to,
    ]),
  )
}

describe('a box opens a page', () => {
  test('if it has several resources', () => {
    expect(opens([node('stack', 'stack', 2), node('one', 'stack', 1), node('alone', 'resource', 2)])).toEqual({
      stack: 'stack',
      one: null,
      alone: null,
    })
  })

  test('below the page that it is on, unless that has the same resources', () => {
    const stack = [node('stack', 'stack', 5)]
    expect(opens(stack, { page: 'outer', focusCount: 6 })).toEqual({ stack: 'outer > stack' })
    expect(opens(stack, { page: 'outer', focusCount: 5 })).toEqual({ stack: null })
  })

  test.each(['network', 'category', 'subnet'] as const)('if a %s contains summary boxes', (form) => {
    expect(opens([holder('group', form, [node('stack', 'stack', 2)])])['group']).toBe('group')
    expect(opens([holder('group', form, [node('a', 'resource', 1), node('b', 'resource', 1)])])['group']).toBeNull()
    const merged = holder('merged', 'subnet', [], { members: members(2, 'AWS::EC2::Subnet') })
    expect(opens([holder('group', form, [merged])])['group']).toBe('group')
    const table = holder('table', 'category', [], { members: members(2) })
    expect(opens([holder('group', form, [table])])['group']).toBeNull()
  })

  test.each(['account', 'region', 'zone', 'band', 'services', 'outside'] as const)(
    'but never a group of form %s',
    (form) => {
      expect(opens([holder('group', form, [node('stack', 'stack', 2)])])['group']).toBeNull()
    },
  )
})

describe('a network opens a page of its own', () => {
  const [one, two] = ['vpc-1', 'vpc-2'].map((id) => network(id, [node(`${id} web`, 'resource', 1)])) as [
    DiagramGroup,
    DiagramGroup,
  ]

  test('if there are several, regardless of its content', () => {
    expect(opens([one, two])).toMatchObject({ [one.id]: one.id, [two.id]: two.id })
    expect(opens([one])[one.id]).toBeNull()
  })

  test('by its own name, from any page', () => {
    expect(opens([one, two], { page: 'outer' })[one.id]).toBe(one.id)
    expect(opens([one, two], { page: one.id })[one.id]).toBeNull()
  })

  test('but not a box for several VPCs', () => {
    const rest = { ...node('stack:networks', 'stack', 3), type: vpc, members: members(3, vpc) }
    expect(opens([rest, one], { page: 'outer' })).toMatchObject({
      'stack:networks': 'outer > stack:networks',
      [one.id]: null,
    })
  })
})
