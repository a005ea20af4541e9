import { describe, expect, test } from 'vitest'
import type { Diagram, DiagramGroup } from '../diagram.ts'
import { namedDiagram } from '../testing/named-diagram.ts'
import { plainEdge, plainGroup, plainNode } from '../testing/plain-elements.ts'
import { flattened } from '../views/boxes/group.ts'
import { summaryOf } from './summary.ts'

const internet = plainNode('internet', { form: 'internet', presence: 'external' })

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, number) => number)
}

function diagramOf(elements: Diagram['elements'], edges: Diagram['edges']): Diagram {
  return { ...namedDiagram(['account']), elements, edges }
}

test('a path that is too wide is cut at its far end, in whatever order its lines are', () => {
  const path = [internet, ...numbers(6).map((number) => plainNode(`step ${number}`))]
  const edges = path.slice(1).map(({ id }, before) => plainEdge(path[before]?.id ?? '', id))
  for (const order of [edges, edges.toReversed()])
    expect(summaryOf(diagramOf(path, order)).edges).toEqual(edges.slice(0, -1))
})

test('groups that the internet leads to are shown before groups that only other lines connect', () => {
  const groups = numbers(70).map((number) => plainGroup(`group ${number}`, [plainNode(`box ${number}`)]))
  const edges = [
    ...numbers(60).map((number) => plainEdge(`group ${number}`, `group ${number + 1}`)),
    plainEdge('internet', 'box 69'),
  ]
  const shown = flattened(summaryOf(diagramOf([internet, ...groups], edges)).elements).map(({ id }) => id)
  expect(shown.length).toBeLessThan(70)
  expect(shown).toContain('group 69')
})

/** Three elements in each group. `form`: that of the innermost groups. */
function tree(id: string, levels: number, form: DiagramGroup['form']): Diagram['elements'][number] {
  if (levels === 0) return plainNode(id)
  const children = numbers(3).map((number) => tree(`${id}${number}`, levels - 1, form))
  return plainGroup(id, children, levels === 1 ? { form } : {})
}

test('of the groups that are too deep, the most important ones keep their boxes, but not some of the subnets', () => {
  const leaves = flattened([tree('zone', 4, 'category')]).flatMap(({ kind, id }) => (kind === 'node' ? [id] : []))
  const edges = [
    plainEdge('internet', 'zone2220'),
    ...leaves.slice(1).map((id, before) => plainEdge(leaves[before] ?? '', id)),
    ...['zone2111', 'zone2112'].map((id) => plainEdge('zone2110', id)),
  ]
  const shown = (form: DiagramGroup['form']) =>
    flattened(summaryOf(diagramOf([internet, tree('zone', 4, form)], edges)).elements).map(({ id }) => id)
  const boxes = shown('category')
  expect(boxes.length).toBeGreaterThan(57)
  expect(boxes.length).toBeLessThanOrEqual(60)
  for (const group of ['zone222', 'zone211'])
    expect(boxes).toEqual(expect.arrayContaining(numbers(3).map((number) => `${group}${number}`)))
  const inSubnets = shown('subnet')
  expect(inSubnets).toContain('zone222')
  expect(inSubnets).not.toContain('zone2220')
})

/** The IDs of the boxes of a summary that shows some boxes and arrows of one group. */
function shownOf(count: number, edges: Diagram['edges']): readonly string[] {
  const boxes = numbers(count).map((number) => plainNode(`box ${number}`))
  return flattened(summaryOf(diagramOf([plainGroup('group', boxes)], edges)).elements).map(({ id }) => id)
}

test('one box more leaves out only as many as have to be', () => {
  // With the group itself.
  expect(shownOf(59, [])).toHaveLength(60)
  expect(shownOf(60, [])).toHaveLength(60)
  expect(shownOf(90, [])).toHaveLength(60)
  expect(shownOf(59, [])).not.toContain('more node group')
  expect(shownOf(60, [])).toContain('more node group')
})

test('boxes with most arrows stay, and those with only dead letters go first', () => {
  const hub = numbers(5).map((number) => plainEdge(`box ${number + 65}`, 'box 70'))
  const failures = numbers(40).map((number) => ({
    ...plainEdge(`box ${number + 10}`, 'box 71'),
    label: number % 2 === 0 ? 'dead letters' : 'on failure',
  }))
  const linked = numbers(69).map((number) => plainEdge(`box ${number}`, `box ${number + 1}`))
  const shown = shownOf(72, [...failures, ...hub, ...linked])
  expect(shown).toHaveLength(60)
  expect(shown).toContain('box 70')
  expect(shown).not.toContain('box 71')
})

describe('if there are too many boxes', () => {
  const linked = numbers(50).map((number) => plainNode(`box ${number}`))
  const path = numbers(49).map((number) => plainEdge(`box ${number}`, `box ${number + 1}`))
  const unlinked = (group: string, count: number): Diagram['elements'] =>
    numbers(count).map((number) => plainNode(`${group} ${number}`))
  const shownBeside = (more: Diagram['elements'], edges: Diagram['edges'] = []): readonly string[] =>
    flattened(summaryOf(diagramOf([plainGroup('linked', linked), ...more], [...path, ...edges])).elements)
      .map(({ id }) => id)
      .filter((id) => !id.startsWith('box '))

  test('those without lines share one first, as few as need to', () => {
    expect(shownBeside([plainGroup('gaps', unlinked('gap', 9))])).toContain('gap 6')
    // With 57 boxes in two other groups, all of a group are the group, without content.
    const others = plainGroup(
      'others',
      numbers(6).map((number) => plainNode(`box ${number + 50}`)),
    )
    const edges = others.children.map(({ id }) => plainEdge('box 0', id))
    expect(shownBeside([others, plainGroup('gaps', unlinked('gap', 9))], edges)).toEqual(['linked', 'others', 'gaps'])
    expect(shownBeside([...unlinked('free', 12)])).toEqual([
      'linked',
      ...unlinked('free', 8).map(({ id }) => id),
      'more node ',
    ])
  })

  test('lines of their group are lines of them, but not those that are switched off', () => {
    const gaps = plainGroup('gaps', unlinked('gap', 9))
    const free = unlinked('free', 9)
    const shown = (label: string): readonly string[] =>
      shownBeside([gaps, ...free], [plainEdge('box 1', 'gaps', { label })])
    expect(shown('')).toContain('gap 8')
    expect(shown('(disabled) rate(1 day)')).not.toContain('gap 8')
  })

  test('groups are one box each before several share one', () => {
    const groups = numbers(8).map((number) => plainGroup(`group ${number}`, unlinked(`inner ${number}`, 8)))
    const edges = groups.flatMap(({ children }) => children.map(({ id }) => plainEdge('box 0', id)))
    const whole = diagramOf([plainNode('box 0'), ...groups], edges)
    const shown = summaryOf(whole).elements
    expect(shown.map(({ id }) => id)).toEqual(['box 0', ...groups.map(({ id }) => id)])
    expect(shown.map((each) => each.kind === 'group' && each.children.length > 0)).toContain(false)
  })
})

test('without any lines, groups keep boxes', () => {
  const groups = numbers(30).map((number) =>
    plainGroup(
      `group ${number}`,
      numbers(3).map((inner) => plainNode(`${number} ${inner}`)),
    ),
  )
  expect(flattened(summaryOf(diagramOf(groups, [])).elements)).toHaveLength(60)
})

function arrowsOf(elements: Diagram['elements'], edges: Diagram['edges']): readonly string[] {
  return summaryOf({ ...diagramOf(elements, edges), view: 'architecture' }).edges.map(({ id }) => id)
}

describe('in an architecture, arrows', () => {
  const inner = numbers(3).map((number) => plainNode(`inner ${number}`))

  test('to a group that is shown in full are left out', () => {
    const edges = [plainEdge('api', 'zone'), plainEdge('api', 'inner 0')]
    expect(arrowsOf([plainNode('api'), plainGroup('zone', inner)], edges)).toEqual(['api inner 0'])
  })

  test('to such a group stay in a data flow, whose groups are small', () => {
    const elements = [plainNode('api'), plainGroup('shop', inner)]
    const flow = { ...diagramOf(elements, [plainEdge('shop', 'api')]), view: 'dataflow' as const }
    expect(summaryOf(flow).edges.map(({ id }) => id)).toEqual(['shop api'])
  })

  test('to the boxes of a group that is folded to one box lead to that box', () => {
    const zone = tree('zone', 4, 'subnet')
    const leaves = flattened([zone]).filter(({ kind }) => kind === 'node')
    const edges = [plainEdge('internet', 'balancer'), ...leaves.map(({ id }) => plainEdge('balancer', id))]
    const whole = diagramOf([internet, plainNode('balancer'), zone], edges)
    const shown = summaryOf({ ...whole, view: 'architecture' })
    expect(shown.edges.map(({ source, target }) => [source, target]).slice(0, 2)).toEqual([
      ['internet', 'balancer'],
      ['balancer', 'zone000'],
    ])
  })
})

test('arrows of an overview have no labels, except for what is switched off', () => {
  const edges = [plainEdge('a', 'b', { label: 'tcp 443' }), plainEdge('b', 'c', { label: '(disabled) rate(1 day)' })]
  const overview = { ...diagramOf([plainNode('a'), plainNode('b'), plainNode('c')], edges), view: 'overview' as const }
  expect(summaryOf(overview).edges.map(({ label }) => label)).toEqual(['', '(disabled)'])
})

test('only networks, and pages with many lines, are laid out from left to right', () => {
  const boxes = [internet, ...numbers(8).map((number) => plainNode(`box ${number}`))]
  const edges = numbers(8).map((number) => plainEdge('internet', `box ${number}`))
  const directionOf = (view: Diagram['view'], lines: number): Diagram['direction'] =>
    summaryOf({ ...diagramOf(boxes, edges.slice(0, lines)), view }).direction
  expect([directionOf('network', 1), directionOf('architecture', 1), directionOf('architecture', 8)]).toEqual([
    'right',
    'down',
    'right',
  ])
})
