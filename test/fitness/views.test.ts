/**
 * The views of the graphs that somebody has accepted are those that were accepted too, as values and as the texts that need no
 * layout: told in seconds, without a scan and before any picture.
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

/** As `scripts/goldens/graph-goldens.ts` writes it; calls and times, which are not kept, are in no view. */
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

/** Of `uses AWS::EC2::VPC vpc-1 (ec2:DescribeSubnets Subnets[].VpcId)`. */
function relationOf(source: Relation['source'], told: string): Relation {
  const [, basis, verb, type = '', id = '', evidence = ''] =
    /^(permitted: )?([a-z ]+) (\w+::\S+) ([^]+) \(([^(]*)\)$/.exec(told) ?? []
  if (verb === undefined) throw new Error(`${told} is no relation`)
  return { source, verb: verb as Verb, target: { type, id }, evidence, ...(basis && { basis: 'permitted' }) }
}

type Box = Pick<PlacedDiagram['boxes'][number], 'parentId' | 'element'>

/** Each box with the box around it, without what it holds: the accepted JSON has a flat list. */
function boxesOf(elements: readonly DiagramElement[], parentId: string | null = null): readonly Box[] {
  return elements.flatMap((element) => {
    if (element.kind === 'node') return [{ parentId, element }]
    const { children, ...alone } = element
    return [{ parentId, element: alone }, ...boxesOf(children, element.id)]
  })
}

/** A layout has an order of its own; the texts without layout are compared in that of the view. */
function byId(boxes: readonly Box[]): readonly Box[] {
  return boxes.toSorted((one, other) => compareText(one.element.id, other.element.id))
}

/** All that a view says, down to the description of each arrow; the picture's title is made of more. */
function saidBy({ elements, edges, layout: _layout, title: _title, ...rest }: Diagram) {
  return { ...rest, boxes: byId(boxesOf(elements)), edges }
}

/** The same of an accepted picture; what the layout made of it is left to the tests of pictures. */
function saidByPicture(picture: PlacedDiagram) {
  const { view, page, accountId, accountAlias, region, direction, notDrawn, simplified } = picture
  const boxes = byId(picture.boxes.map(({ parentId, element }) => ({ parentId, element })))
  const edges = picture.routes.map(({ edge }) => edge)
  return { view, page, accountId, accountAlias, region, direction, notDrawn, simplified, boxes, edges }
}

// Look at what changed in test/goldens, then run npm run goldens -- --accept.
describe.each(['full', 'denied'])('the views of %s', async (name) => {
  const kept = await readGoldens(name)
  const diagrams = await drawGoldenViews(await keptGraph(name))

  test('are those that are drawn after each scan', () => {
    expect(diagrams.map(({ view }) => view).toSorted()).toEqual(viewNames.toSorted())
  })

  test.each(diagrams.map((diagram) => [diagram.view, diagram] as const))(
    '%s says what was accepted',
    (view, diagram) => {
      const accepted = JSON.parse(kept.get(`${view}.json`)?.toString() ?? '') as PlacedDiagram
      expect(saidBy(diagram)).toEqual(saidByPicture(accepted))
    },
  )

  test.each(diagrams.map((diagram) => [diagram.view, diagram] as const))('%s in its order', async (view, diagram) => {
    for (const format of ['mermaid', 'd2'] as const) {
      const { bytes, fileExtension } = await renderDiagram(diagram, { format, theme: 'light' })
      expect(Buffer.from(bytes).toString()).toBe(kept.get(`${view}.${fileExtension}`)?.toString())
    }
  })
})
