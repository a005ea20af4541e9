import { describe, expect, test } from 'vitest'
import type { Relation } from '../../graph/resource-graph.ts'
import type { ChangeState, GraphChanges } from '../../meaning/changes/graph-changes.ts'
import type { Diagram, DiagramEdge, DiagramElement } from '../diagram.ts'
import { emptyGraph } from '../testing/sample-graphs.ts'
import { group } from '../views/boxes/group.ts'
import { markEdges } from './mark-edges.ts'

const type = 'AWS::EC2::Instance'

function node(id: string, change: ChangeState = 'unchanged'): DiagramElement {
  return {
    kind: 'node',
    id,
    form: id === 'internet' ? 'internet' : 'resource',
    type,
    members: id === 'internet' ? [] : [{ type, id }],
    presence: 'read',
    variant: '',
    label: id,
    detail: '',
    description: id,
    opens: null,
    change,
  }
}

const within = (id: string, ...children: readonly DiagramElement[]): DiagramElement =>
  group({ id, form: 'subnet', arrangement: 'grid', children, change: 'unchanged' })

/** `a>b` is an arrow from a to b, `a>b:tcp 22` one with a label. */
function edge(text: string): DiagramEdge {
  const [, source = '', target = '', label = ''] = /^(\w+)>(\w+)(?::(.*))?$/.exec(text) ?? []
  return { id: `reach ${source} ${target}`, form: 'reach', source, target, label, description: text }
}

function diagram(elements: readonly DiagramElement[], ...edges: readonly string[]): Diagram {
  return {
    view: 'architecture',
    page: '',
    title: '',
    accountId: '',
    accountAlias: '',
    region: '',
    layout: 'containment',
    direction: 'down',
    elements,
    edges: edges.map(edge),
    notDrawn: [],
    simplified: '',
  }
}

type Parts = Partial<Pick<GraphChanges, 'relationsAdded' | 'relationsRemoved' | 'unread'>>

/** The states of the arrows of a combined diagram. */
function statesOf(combined: Diagram, before: Diagram | null, after: Diagram | null, parts: Parts = {}) {
  const graph = emptyGraph()
  const states = new Map<string, ChangeState>()
  const visit = (element: DiagramElement): void => {
    states.set(element.id, element.change ?? 'unchanged')
    if (element.kind === 'group') for (const child of element.children) visit(child)
  }
  for (const element of combined.elements) visit(element)
  const changes: GraphChanges = {
    base: graph,
    scan: graph,
    combined: graph,
    resources: new Map(),
    relationsAdded: [],
    relationsRemoved: [],
    unread: new Set(),
    ...parts,
  }
  const marked = markEdges(combined, states, { before, after }, changes)
  return Object.fromEntries(
    marked.map(({ form, source, target, change }) => [
      `${form === 'reach' ? '' : `${form} `}${source}>${target}`,
      change,
    ]),
  )
}

const [a, b, c] = [node('a'), node('b'), node('c')]
const relation = (source: string, target: string): Relation => ({
  source: { type, id: source },
  verb: 'uses',
  target: { type, id: target },
  evidence: '',
})

describe('between boxes that both scans have', () => {
  test('an arrow of both is unchanged, of one is added or removed', () => {
    const [was, is] = [diagram([a, b, c], 'a>b', 'b>c'), diagram([a, b, c], 'a>b', 'a>c')]
    expect(statesOf(is, was, is)).toEqual({ 'a>b': 'unchanged', 'a>c': 'added', 'b>c': 'removed' })
  })

  test('an arrow with another label is changed', () => {
    const [was, is] = [diagram([a, b], 'a>b:tcp 22'), diagram([a, b], 'a>b:tcp 22, tcp 3389')]
    expect(statesOf(is, was, is)).toEqual({ 'a>b': 'changed' })
  })

  test('an arrow of another form is another arrow', () => {
    const is = diagram([a, b], 'a>b')
    const was = { ...is, edges: is.edges.map((each) => ({ ...each, id: 'event a b', form: 'event' as const })) }
    expect(statesOf(is, was, is)).toEqual({ 'a>b': 'added', 'event a>b': 'removed' })
  })

  test('an arrow to a group and arrows to its content are the same', () => {
    const content = within('group', b, c)
    const [one, each] = [diagram([a, content], 'a>group'), diagram([a, content], 'a>b', 'a>c')]
    expect(statesOf(each, one, each)).toEqual({ 'a>b': 'unchanged', 'a>c': 'unchanged' })
    expect(statesOf(one, each, one)).toEqual({ 'a>group': 'unchanged' })
  })

  test('where one scan could not read a type, an arrow is unknown, unless a relation or a change of an end explains it', () => {
    const unread = new Set(['AWS::Lambda::Function'])
    const [none, is] = [diagram([a, b]), diagram([a, b], 'a>b')]
    expect(statesOf(is, none, is, { unread })).toEqual({ 'a>b': 'unknown' })
    expect(statesOf(none, is, none, { unread })).toEqual({ 'a>b': 'unknown' })
    expect(statesOf(is, none, is, { unread, relationsAdded: [relation('b', 'a')] })).toEqual({ 'a>b': 'added' })
    expect(statesOf(none, is, none, { unread, relationsRemoved: [relation('a', 'b')] })).toEqual({ 'a>b': 'removed' })
    expect(statesOf(is, none, is, { unread, relationsAdded: [relation('a', 'c')] })).toEqual({ 'a>b': 'unknown' })
    const [hidden, shown] = [diagram([a, b, c], 'a>b', 'b>c'), diagram([a, b, c], 'a>b:tcp 22', 'b>c')]
    expect(statesOf(shown, hidden, shown, { unread })).toEqual({ 'a>b': 'unknown', 'b>c': 'unchanged' })
    const changed = diagram([within('group', node('a', 'changed')), b], 'group>b')
    expect(statesOf(changed, diagram([within('group', a), b]), changed, { unread })).toEqual({ 'group>b': 'added' })
  })
})

test('another label is a change if an arrow that leads on from there was surely added or removed', () => {
  const unread = new Set(['AWS::Lambda::Function'])
  const statesWith = (target: DiagramElement) => {
    const is = diagram([a, b, target], 'a>b')
    return statesOf(is, diagram([a, b, c], 'a>b:tcp 443', 'b>c:tcp 443'), is, { unread })
  }
  expect(statesWith(node('c', 'changed'))).toEqual({ 'a>b': 'changed', 'b>c': 'removed' })
  expect(statesWith(c)).toEqual({ 'a>b': 'unknown', 'b>c': 'unknown' })
  const other = diagram([a, b, node('c', 'changed')], 'a>b:tcp 443', 'a>c:tcp 443')
  const gone = diagram([a, b, node('c', 'changed')], 'a>b')
  expect(statesOf(gone, other, gone, { unread })).toEqual({ 'a>b': 'unknown', 'a>c': 'removed' })
})

describe('where an end has no box in one of the scans', () => {
  test('an arrow from or to an added or removed box has the state of the box', () => {
    const is = diagram([node('a', 'added'), b, node('c', 'removed')], 'a>b', 'c>b')
    expect(statesOf(is, diagram([b, c], 'c>b'), diagram([a, b], 'a>b'))).toEqual({ 'a>b': 'added', 'c>b': 'removed' })
  })

  test('an arrow between boxes that never existed at the same time is left out', () => {
    const is = diagram([node('a', 'added'), node('c', 'removed')], 'a>c')
    expect(statesOf(is, diagram([c]), diagram([a]))).toEqual({})
  })

  test('an arrow of an unknown box is unknown if only one scan has it', () => {
    const is = diagram([node('a', 'unknown'), b], 'a>b')
    expect(statesOf(is, diagram([b]), diagram([a, b], 'a>b'))).toEqual({ 'a>b': 'unknown' })
    expect(statesOf(is, diagram([a, b], 'a>b'), diagram([a, b], 'a>b'))).toEqual({ 'a>b': 'unchanged' })
  })

  test('an arrow of a box that the other scan shows in a summary is unchanged, unless a relation was added', () => {
    const [is, was] = [diagram([a, b], 'a>b'), diagram([node('12 boxes'), b])]
    expect(statesOf(is, was, is)).toEqual({ 'a>b': 'unchanged' })
    expect(statesOf(is, was, is, { relationsAdded: [relation('a', 'b')] })).toEqual({ 'a>b': 'added' })
    expect(statesOf(is, null, is)).toEqual({ 'a>b': 'unchanged' })
  })

  test('the internet counts as a box of every diagram', () => {
    const is = diagram([node('internet'), b], 'internet>b')
    expect(statesOf(is, diagram([b]), is)).toEqual({ 'internet>b': 'added' })
  })

  test('a removed arrow is drawn only between boxes of the diagram', () => {
    const was = diagram([a, b, c], 'a>b', 'b>c')
    expect(statesOf(diagram([a, b]), was, diagram([a, b]))).toEqual({ 'a>b': 'removed' })
  })
})
