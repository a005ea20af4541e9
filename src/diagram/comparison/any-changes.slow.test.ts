/** What holds for the diagram of any change of an account. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { resourceKey } from '../../graph/graph-index.ts'
import type { ResourceGraph } from '../../graph/resource-graph.ts'
import type { Diagram, DiagramElement, ViewName } from '../diagram.ts'
import { overviewOptions } from '../draw-page.ts'
import { placeDiagram } from '../layout/place-diagram.ts'
import { threeTierGraph } from '../testing/sample-graphs.ts'
import { measureInter } from '../typeface/inter.ts'
import { flattened } from '../views/boxes/group.ts'
import { viewNames } from '../views/draw-view.ts'
import { comparisonOf } from './draw-comparison.ts'

/** Each resource has a name of its own, so that none replaces another one. */
const whole: ResourceGraph = (() => {
  const graph = threeTierGraph()
  return { ...graph, resources: graph.resources.map((resource) => ({ ...resource, name: resource.id })) }
})()
const types = [...new Set(whole.resources.map(({ type }) => type))]

type Edit = 'added' | 'removed' | 'changed' | 'unchanged'
type Edits = {
  readonly view: ViewName
  /** By place of the resource. */
  readonly edits: readonly Edit[]
  readonly denied: readonly string[]
}

const anyEdits = (mostDenied: number): fc.Arbitrary<Edits> =>
  fc.record({
    view: fc.constantFrom(...viewNames),
    edits: fc.array(fc.constantFrom<Edit>('added', 'removed', 'changed', 'unchanged', 'unchanged', 'unchanged'), {
      minLength: whole.resources.length,
      maxLength: whole.resources.length,
    }),
    denied: fc.subarray(types, { maxLength: mostDenied }),
  })

/** The account in the base scan and in the scan. */
function edited({ edits, denied }: Edits): readonly [base: ResourceGraph, scan: ResourceGraph] {
  const without = (edit: Edit) => {
    const resources = whole.resources.filter((_, place) => edits[place] !== edit)
    const keys = new Set(resources.map(resourceKey))
    const relations = whole.relations.filter(({ source }) => keys.has(resourceKey(source)))
    return { ...whole, resources, relations }
  }
  const changed = new Set(whole.resources.filter((_, place) => edits[place] === 'changed').map(resourceKey))
  const scan = without('removed')
  const resources = scan.resources.map((resource) =>
    changed.has(resourceKey(resource)) ? { ...resource, tags: { ...resource.tags, release: '2' } } : resource,
  )
  return [without('added'), refuse({ ...scan, resources }, denied)]
}

function refuse(graph: ResourceGraph, denied: readonly string[]): ResourceGraph {
  const isRead = ({ type }: { readonly type: string }) => !denied.includes(type)
  const coverage = graph.coverage.map((each) =>
    isRead(each) ? each : { ...each, status: 'denied' as const, count: null, reason: 'AWS denied access.' },
  )
  const resources = graph.resources.filter(isRead)
  return { ...graph, resources, relations: graph.relations.filter(({ source }) => isRead(source)), coverage }
}

function drawn(view: ViewName, base: ResourceGraph, scan: ResourceGraph): Diagram {
  const page = comparisonOf(base, scan)(view, overviewOptions)
  if (page.kind !== 'drawn') throw new Error(page.message)
  return page.diagram
}

async function placesOf(diagram: Diagram): Promise<ReadonlyMap<string, readonly number[]>> {
  const { boxes } = await placeDiagram(diagram, measureInter)
  return new Map(boxes.map(({ element, x, y, width, height }) => [element.id, [x, y, width, height]]))
}

function withoutMarks(elements: readonly DiagramElement[]): readonly DiagramElement[] {
  return elements.map((element) => {
    const { change, ...plain } = element
    expect(change).toBeDefined()
    return plain.kind === 'node' ? plain : { ...plain, children: withoutMarks(plain.children) }
  })
}

/** Of boxes with one resource. */
const states = ({ elements }: Diagram) =>
  flattened(elements).flatMap((element) => {
    const [member, ...others] = element.members
    return element.kind !== 'node' || member === undefined || others.length > 0
      ? []
      : [{ key: resourceKey(member), type: member.type, state: element.change }]
  })

const runs = { numRuns: 40 }

test('nothing moves by its mark, or because both scans are exchanged', async () => {
  await fc.assert(
    fc.asyncProperty(anyEdits(0), async (edits) => {
      const [base, scan] = edited(edits)
      const diagram = drawn(edits.view, base, scan)
      const places = await placesOf(diagram)
      expect(await placesOf({ ...diagram, elements: withoutMarks(diagram.elements) })).toEqual(places)
      expect(await placesOf(drawn(edits.view, scan, base))).toEqual(places)
    }),
    runs,
  )
})

test('changed values leave everything where it is without a comparison', async () => {
  await fc.assert(
    fc.asyncProperty(anyEdits(0), async ({ view, edits }) => {
      const onlyValues = edits.map((edit) => (edit === 'changed' ? edit : 'unchanged'))
      const [base, scan] = edited({ view, edits: onlyValues, denied: [] })
      expect(await placesOf(drawn(view, base, scan))).toEqual(await placesOf(drawn(view, scan, scan)))
    }),
    runs,
  )
})

test('what was added and removed has this state, and the rest never has', () => {
  fc.assert(
    fc.property(anyEdits(0), (edits) => {
      const editOf = new Map(whole.resources.map((resource, place) => [resourceKey(resource), edits.edits[place]]))
      for (const { key, state } of states(drawn(edits.view, ...edited(edits)))) {
        const edit = editOf.get(key)
        expect([key, state === 'added' || state === 'removed' ? state : null]).toEqual([
          key,
          edit === 'added' || edit === 'removed' ? edit : null,
        ])
      }
    }),
    runs,
  )
})

test('what the scan could not read is unknown, never removed', () => {
  fc.assert(
    fc.property(anyEdits(5), (edits) => {
      const found = states(drawn(edits.view, ...edited(edits)))
      const others = found.filter(({ type, state }) => edits.denied.includes(type) && state !== 'unknown')
      expect(others).toEqual([])
    }),
    runs,
  )
})
