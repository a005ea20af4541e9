/**
 * Tests the views of the accepted graphs, as values and as formats without layout. It takes seconds, without a scan and
 * before any rendering.
 */
import { describe, expect, test } from 'vitest'
import { drawGoldenViews } from '../../scripts/goldens/draw-goldens.ts'
import { goldenAccount } from '../../scripts/goldens/golden-accounts.ts'
import { readGoldens } from '../../scripts/goldens/golden-files.ts'
import type { Diagram, DiagramElement, PlacedDiagram } from '../../src/diagram/diagram.ts'
import { renderDiagram } from '../../src/diagram/render-diagram.ts'
import { viewNames } from '../../src/diagram/views/draw-view.ts'
import { compareText } from '../../src/graph/compare-text.ts'
import { compareReferences } from '../../src/graph/resolve-graph.ts'
import type { Relation, Resource, ResourceGraph, TypeCoverage, Verb } from '../../src/graph/resource-graph.ts'

type Described = Resource & { readonly relations: readonly string[] }

/** In the format of `scripts/goldens/graph-goldens.ts`. Calls and times aren't stored, because no view shows them. */
async function keptGraph(name: string): Promise<ResourceGraph> {
  const { alias, region } = goldenAccount(name)
  const files = [...(await readGoldens(`graphs/${name}`))].map(
    ([file, text]) => [file, JSON.parse(text.toString())] as const,
  )
  const described = files
    .filter(([file]) => file !== 'coverage.json')
    .flatMap(([, resources]) => resources as readonly Described[])
    .toSorted(compareReferences)
  const outcomes = files.find(([file]) => file === 'coverage.json')?.[1] as readonly TypeCoverage[]
  return {
    accountId: '444455556666',
    accountAlias: alias,
    region,
    resources: described.map(({ relations: _relations, ...resource }) => resource),
    relations: described.flatMap(({ type, id, relations }) => relations.map((told) => relationOf({ type, id }, told))),
    coverage: outcomes.map((outcome) => ({ ...outcome, calls: 0, retries: 0, durationMs: 0 })),
  }
}

/** Parses `uses AWS::EC2::VPC vpc-1 (ec2:DescribeSubnets Subnets[].VpcId)`. */
function relationOf(source: Relation['source'], told: string): Relation {
  const [, basis, verb, type = '', id = '', evidence = ''] =
    /^(permitted: )?([a-z ]+) (\w+::\S+) ([^]+) \(([^(]*)\)$/.exec(told) ?? []
  if (verb === undefined) throw new Error(`${told} is no relation`)
  return { source, verb: verb as Verb, target: { type, id }, evidence, ...(basis && { basis: 'permitted' }) }
}

type Box = Pick<PlacedDiagram['boxes'][number], 'parentId' | 'element'>

/** Returns each box with its parent and without its content, because the accepted JSON is a flat list. */
function boxesOf(elements: readonly DiagramElement[], parentId: string | null = null): readonly Box[] {
  return elements.flatMap((element) => {
    if (element.kind === 'node') return [{ parentId, element }]
    const { children, ...alone } = element
    return [{ parentId, element: alone }, ...boxesOf(children, element.id)]
  })
}

/** Layouts have their own order. Texts without layout are compared in the view's order. */
function byId(boxes: readonly Box[]): readonly Box[] {
  return boxes.toSorted((one, other) => compareText(one.element.id, other.element.id))
}

/** Returns all texts of a view, including arrow descriptions. The diagram's title has more parts. */
function saidBy({ elements, edges, layout: _layout, title: _title, ...rest }: Diagram) {
  return { ...rest, boxes: byId(boxesOf(elements)), edges }
}

/** Returns the same texts of an accepted diagram. Its layout is tested elsewhere. */
function saidByPicture(picture: PlacedDiagram) {
  const { view, page, accountId, accountAlias, region, direction, notDrawn, simplified } = picture
  const boxes = byId(picture.boxes.map(({ parentId, element }) => ({ parentId, element })))
  const edges = picture.routes.map(({ edge }) => edge)
  return { view, page, accountId, accountAlias, region, direction, notDrawn, simplified, boxes, edges }
}

// Review the changes in test/goldens, then run npm run goldens -- --accept.
describe.each(['full', 'denied'])('the views of %s', async (name) => {
  const kept = await readGoldens(name)
  const graph = await keptGraph(name)
  const diagrams = await drawGoldenViews(graph)

  test('are those that are drawn after each scan', () => {
    expect(diagrams.map(({ view }) => view).toSorted()).toEqual(viewNames.toSorted())
  })

  test.each(diagrams.map((diagram) => [diagram.view, diagram] as const))(
    '%s has the accepted texts',
    (view, diagram) => {
      const accepted = JSON.parse(kept.get(`${view}.json`)?.toString() ?? '') as PlacedDiagram
      expect(saidBy(diagram)).toEqual(saidByPicture(accepted))
    },
  )

  test('are the same with one more type of which there are no resources', async () => {
    const empty = graph.coverage.filter(({ status }) => status === 'collected').slice(0, 1)
    const added = empty.map((each) => ({ ...each, type: 'AWS::Example::Thing', countKey: 'things', count: 0 }))
    expect(added).toHaveLength(1)
    expect(await drawGoldenViews({ ...graph, coverage: [...graph.coverage, ...added] })).toEqual(diagrams)
  })

  test.each(diagrams.map((diagram) => [diagram.view, diagram] as const))('%s has its order', async (view, diagram) => {
    for (const format of ['mermaid', 'd2'] as const) {
      const { bytes, fileExtension } = await renderDiagram(diagram, { format, theme: 'light' })
      expect(Buffer.from(bytes).toString()).toBe(kept.get(`${view}.${fileExtension}`)?.toString())
    }
  })
})
