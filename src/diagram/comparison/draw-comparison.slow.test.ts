import { beforeAll, describe, expect, test } from 'vitest'
import { goldenAccount, scanGoldenAccount, scanGoldenBase } from '../../../scripts/goldens/golden-accounts.ts'
import type { ResourceGraph } from '../../graph/resource-graph.ts'
import type { ChangeState } from '../../meaning/changes/graph-changes.ts'
import type { Diagram, DiagramElement, ViewName } from '../diagram.ts'
import { drawPage, overviewOptions, type PageOptions } from '../draw-page.ts'
import { placeDiagram } from '../layout/place-diagram.ts'
import { formats, renderDiagram } from '../render-diagram.ts'
import { deniedGraph, largeGraph, threeTierGraph } from '../testing/sample-graphs.ts'
import { measureInter } from '../typeface/inter.ts'
import { flattened } from '../views/boxes/group.ts'
import { viewNames } from '../views/draw-view.ts'
import { comparisonOf } from './draw-comparison.ts'

let before: ResourceGraph
let after: ResourceGraph

beforeAll(async () => {
  const account = goldenAccount('three-tier-changes')
  const base = await scanGoldenBase(account)
  if (base === null) throw new Error('The account has no base scan')
  before = base
  after = await scanGoldenAccount(account)
})

function drawn(
  view: ViewName,
  [base, scan]: readonly [ResourceGraph, ResourceGraph],
  options: Partial<PageOptions> = {},
): Diagram {
  const page = comparisonOf(base, scan)(view, { ...overviewOptions, ...options })
  if (page.kind !== 'drawn') throw new Error(page.message)
  return page.diagram
}

function box({ elements }: Diagram, label: string): DiagramElement {
  const found = flattened(elements).find((element) => element.label === label)
  if (found === undefined) throw new Error(`There is no box ${label}`)
  return found
}

/** By label, without unchanged boxes. */
function changedBoxes({ elements }: Diagram): Readonly<Record<string, ChangeState | undefined>> {
  return Object.fromEntries(
    flattened(elements).flatMap(({ label, change }) => (change === 'unchanged' ? [] : [[label, change]])),
  )
}

function changedEdges(diagram: Diagram): readonly string[] {
  const labels = new Map(flattened(diagram.elements).map(({ id, label }) => [id, label]))
  return diagram.edges.flatMap(({ source, target, change }) =>
    change === 'unchanged' ? [] : [`${change}: ${labels.get(source)} → ${labels.get(target)}`],
  )
}

describe('an account before and after known changes', () => {
  test('has the state of every box', () => {
    expect(changedBoxes(drawn('architecture', [before, after]))).toEqual({
      'api-1': 'changed',
      // One of two instances with this name, which a replacement has too.
      'load-test': 'changed',
      'storefront-public': 'changed',
      // The internet no longer reaches them.
      'web-1': 'changed',
      'web-2': 'changed',
      'web-3': 'changed',
      'web-4': 'changed',
      'web-5': 'changed',
      'web-6': 'removed',
      'worker-3': 'added',
      catalog: 'removed',
      exports: 'added',
      'cart-cleanup': 'unknown',
      'checkout-webhook': 'unknown',
      'image-resizer': 'unknown',
      'inventory-sync': 'unknown',
      'nightly-report': 'unknown',
      'order-events': 'unknown',
      'Lambda functions': 'unknown',
    })
  })

  test('has the state of arrows', () => {
    expect(changedEdges(drawn('security', [before, after]))).toEqual(['removed: Internet → storefront-public-alb'])
    // The database was removed, and functions can't be read any more.
    expect(changedEdges(drawn('dataflow', [before, after]))).toEqual([
      'removed: load-test → catalog',
      'unknown: inventory-sync → orders',
      'removed: inventory-sync → catalog',
      'unknown: order-events → orders',
      'removed: order-events → catalog',
      'removed: 3 × worker-* → catalog',
      'removed: 3 × api-* → catalog',
      'removed: Internet → storefront-public',
    ])
    const opened = drawn('security', [after, before])
    expect(changedEdges(opened)).toEqual(['added: Internet → storefront-public-alb'])
  })

  test('counts the changes, and says which have no box', () => {
    const { title, comparison, simplified } = drawn('security', [before, after])
    expect(title).toBe('Changes: Security')
    expect(comparison).toBe("+ 2 added, − 2 removed, ~ 9 changed, ? 6 couldn't be compared")
    expect(simplified).toBe('18 of 19 changes have no box here.')
    expect(drawn('inventory', [before, after]).simplified).toBe('')
  })

  test('says in a box of several resources what changed in it', () => {
    const inventory = drawn('inventory', [before, after])
    expect(box(inventory, '13 instances')).toMatchObject({
      change: 'changed',
      detail: expect.stringMatching(/^1 added, 1 removed, 7 changed · /) as string,
      description: expect.stringContaining('EC2 instance worker-3 was added') as string,
    })
    expect(box(inventory, '6 functions')).toMatchObject({ change: 'unknown' })
    expect(box(drawn('overview', [before, after]), '13 instances')).toMatchObject({ detail: '+1 −1 ~7' })
  })

  test('says of an added resource that its exposure was opened', () => {
    expect(box(drawn('architecture', [after, before]), 'web-6')).toMatchObject({
      change: 'added',
      description: expect.stringMatching(/\nweb-6: exposure opened: .*\nEC2 instance web-6 was added$/) as string,
    })
  })

  test('draws a replaced resource once, and what AWS changes by itself as unchanged', () => {
    const architecture = drawn('architecture', [before, after])
    const tests = flattened(architecture.elements).filter(({ label }) => label === 'load-test')
    expect(tests.map(({ members }) => members.map(({ id }) => id))).toEqual([['i-0dd5f2b4c6a8e0f13']])
    expect(box(architecture, 'orders').change).toBe('unchanged')
  })

  test('draws what is unread in the base scan as unknown, and never as added', () => {
    const states = Object.values(changedBoxes(drawn('architecture', [after, before])))
    expect(states.filter((state) => state === 'unknown')).toHaveLength(6)
    expect(box(drawn('architecture', [after, before]), 'cart-cleanup').change).toBe('unknown')
  })

  test.each(['architecture', 'inventory'] as const)(
    'the other way around, added and removed are exchanged: %s',
    (view) => {
      const exchanged: Partial<Record<string, string>> = { added: 'removed', removed: 'added' }
      const there = changedBoxes(drawn(view, [before, after]))
      const back = changedBoxes(drawn(view, [after, before]))
      const expected = Object.entries(there).map(([label, state = '']) => [label, exchanged[state] ?? state])
      // Only the scan in which AWS denied them has a box for the type.
      const gap = 'Lambda functions'
      const { [gap]: _, ...without } = back
      expect(without).toEqual(Object.fromEntries(expected.filter(([label]) => label !== gap)))
    },
  )

  test('every page has what the two scans have', () => {
    const page = drawn('architecture', [before, after], { focus: 'catalog' })
    expect(box(page, 'catalog').change).toBe('removed')
    expect(comparisonOf(before, after)('architecture', { ...overviewOptions, focus: 'nowhere' })).toEqual({
      kind: 'not found',
      message: 'No resource matches the focus nowhere.',
    })
  })
})

describe.each(viewNames)('the view %s', (view) => {
  test('has everything unchanged if nothing changed, where it is without a comparison', async () => {
    for (const graph of [threeTierGraph(), deniedGraph(), largeGraph(3, 6), after]) {
      const same = drawn(view, [graph, graph])
      expect(changedBoxes(same)).toEqual({})
      expect(changedEdges(same)).toEqual([])
      expect(same.comparison).toBe('nothing changed')
      const alone = drawPage(view, graph, overviewOptions)
      if (alone.kind !== 'drawn') throw new Error(alone.message)
      expect(await placesOf(same)).toEqual(await placesOf(alone.diagram))
    }
  })

  test('moves nothing by its marks', async () => {
    const marked = drawn(view, [before, after])
    const plain = { ...marked, elements: withoutMarks(marked.elements) }
    expect(await placesOf(marked)).toEqual(await placesOf(plain))
  })
})

async function placesOf(diagram: Diagram) {
  const { boxes, routes } = await placeDiagram(diagram, measureInter)
  return [
    ...boxes.map(({ element, x, y, width, height }) => [element.id, x, y, width, height]),
    ...routes.map(({ edge, points }) => [edge.id, points]),
  ]
}

function withoutMarks(elements: readonly DiagramElement[]): readonly DiagramElement[] {
  return elements.map((element) => {
    const { change, ...plain } = element
    expect(change).toBeDefined()
    return plain.kind === 'node' ? plain : { ...plain, children: withoutMarks(plain.children) }
  })
}

async function text(format: (typeof formats)[number]): Promise<string> {
  const diagram = drawn('architecture', [before, after])
  const { bytes } = await renderDiagram(diagram, { format, theme: 'light', detail: 'all' })
  return new TextDecoder().decode(bytes)
}

describe('formats', () => {
  test('have a sign beside each color', async () => {
    for (const format of ['d2', 'dot'] as const) {
      const written = await text(format)
      for (const label of ['+ worker-3', '− web-6', '~ api-1', '? cart-cleanup']) expect(written).toContain(label)
      expect(written).toContain("+ 2 added, − 2 removed, ~ 9 changed, ? 6 couldn't be compared")
    }
    expect(await text('drawio')).toContain('&lt;b&gt;− web-6&lt;/b&gt;')
    const mermaid = await text('mermaid')
    expect(mermaid).toContain('#43; worker-3')
    expect(mermaid).toMatch(/classDef plain-removed .*stroke-dasharray:7 4/)
    expect(mermaid).toMatch(/linkStyle \d+(?:,\d+)* stroke:#b3261e/)
  })

  test('SVG has a badge, a name for assistive technology, and an entry of the legend for each state', async () => {
    const svg = await text('svg')
    for (const state of ['added', 'removed', 'changed', 'unknown', 'unchanged'])
      expect(svg).toContain(`data-change="${state}"`)
    expect(svg).toContain('aria-label="web-6, m7g.large · 10.20.18.21, removed"')
    expect(svg).toContain('couldn&#39;t be compared: not read in one of the two scans')
    expect(svg.match(/<circle /g)?.length).toBeGreaterThan(20)
  })

  test('links lead to compared pages', async () => {
    const diagram = drawn('inventory', [before, after])
    const { bytes } = await renderDiagram(diagram, { format: 'svg', theme: 'light', compare: '7d' })
    expect(new TextDecoder().decode(bytes)).toMatch(/href="\?focus=[^"]*&amp;format=svg&amp;compare=7d"/)
  })

  test('a summary keeps what changed', async () => {
    const [base, scan] = [largeGraph(40, 20), largeGraph(40, 20)]
    const gone = scan.resources.find(({ type }) => type === 'AWS::EC2::Instance')
    const resources = scan.resources.filter((resource) => resource !== gone)
    const diagram = drawn('architecture', [base, { ...scan, resources }])
    const { bytes } = await renderDiagram(diagram, { format: 'mermaid', theme: 'light' })
    expect(new TextDecoder().decode(bytes)).toMatch(/-(?:removed|changed)$/m)
  })
})
