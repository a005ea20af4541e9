/** Measures how much of a diagram moves after a small change of the account. */
import type { ViewName } from '../src/diagram/diagram.ts'
import { drawPage, overviewOptions } from '../src/diagram/draw-page.ts'
import { placeBoxes } from '../src/diagram/layout/place-diagram.ts'
import { measureInter } from '../src/diagram/typeface/inter.ts'
import { drawView, viewNames } from '../src/diagram/views/draw-view.ts'
import { resourceKey } from '../src/graph/graph-index.ts'
import type { Resource, ResourceGraph } from '../src/graph/resource-graph.ts'
import { rolesOf, typePlaying } from '../src/resource-types/look-ups.ts'

/** The percentage of boxes of all views with another position or size. New and removed boxes don't count. */
export async function movedPercent(before: ResourceGraph, after: ResourceGraph): Promise<number> {
  let [moved, all] = [0, 0]
  for (const view of viewNames) {
    const [old, fresh] = [
      await placeBoxes(drawView(view, before), measureInter),
      await placeBoxes(drawView(view, after), measureInter),
    ]
    const places = new Map(fresh.map((box) => [box.element.id, box]))
    for (const box of old) {
      const now = places.get(box.element.id)
      if (now === undefined) continue
      all += 1
      if (box.x !== now.x || box.y !== now.y || box.width !== now.width || box.height !== now.height) moved += 1
    }
  }
  return (100 * moved) / all
}

/** Returns the graph with a copy of the last resource of a type, with the same relations. */
export function withOneMore(graph: ResourceGraph, type: string): ResourceGraph {
  const model = graph.resources.findLast((resource) => resource.type === type && resource.presence === 'read')
  if (model === undefined) throw new Error(`There is no ${type}`)
  return withCopy(graph, model)
}

export type MovedShare = {
  /** Of boxes with another place in the box around them. */
  readonly withinPercent: number
  /** Of boxes with another place on the page. */
  readonly onPagePercent: number
  /** The mean number of boxes with another place in the box around them. */
  readonly withinBoxes: number
}

/** Of the first pages of the views in turn, each with a copy of another resource. Neither new nor missing boxes count. */
export async function movedByCopies(
  graph: ResourceGraph,
  views: readonly ViewName[],
  copies: number,
): Promise<MovedShare> {
  const before = await Promise.all(views.map((view) => placesOf(view, graph)))
  let [within, onPage, all] = [0, 0, 0]
  for (let number = 0; number < copies; number++) {
    const [view, old] = [views[number % views.length], before[number % before.length]]
    if (view === undefined || old === undefined) throw new Error('There are no views')
    const places = await placesOf(view, withRandomCopy(graph, number))
    for (const [id, place] of old) {
      const now = places.get(id)
      if (now === undefined) continue
      all += 1
      if (now.within !== place.within) within += 1
      if (now.onPage !== place.onPage) onPage += 1
    }
  }
  return { withinPercent: (100 * within) / all, onPagePercent: (100 * onPage) / all, withinBoxes: within / copies }
}

type PlacedElement = Awaited<ReturnType<typeof placeBoxes>>[number]
type Place = { readonly within: string; readonly onPage: string }

async function placesOf(view: ViewName, graph: ResourceGraph): Promise<ReadonlyMap<string, Place>> {
  const page = drawPage(view, graph, overviewOptions)
  if (page.kind !== 'drawn') throw new Error(page.message)
  const boxes = await placeBoxes(page.diagram, measureInter)
  const byId = new Map(boxes.map((box) => [box.element.id, box]))
  return new Map(boxes.map((box) => [box.element.id, placeOf(box, byId)]))
}

function placeOf({ parentId, x, y }: PlacedElement, byId: ReadonlyMap<string, PlacedElement>): Place {
  const around = parentId === null ? undefined : byId.get(parentId)
  return { within: `${parentId} ${x - (around?.x ?? 0)} ${y - (around?.y ?? 0)}`, onPage: `${x} ${y}` }
}

/** The same of any resource that has a box or a frame; the same number chooses the same one. */
function withRandomCopy(graph: ResourceGraph, number: number): ResourceGraph {
  const models = graph.resources.filter(
    ({ type, presence }) => presence === 'read' && (rolesOf(type).box !== undefined || type === typePlaying('subnet')),
  )
  const model = models[Math.floor(models.length * ((number * 0.618_033_988_749) % 1))]
  if (model === undefined) throw new Error('There is nothing to copy')
  return withCopy(graph, model)
}

function withCopy(graph: ResourceGraph, model: Resource): ResourceGraph {
  const { type } = model
  const added: Resource = { ...model, id: `${model.id}0`, name: model.name === null ? null : `${model.name}-added` }
  const key = resourceKey(model)
  const relations = graph.relations
    .filter(({ source }) => resourceKey(source) === key)
    .map((relation) => ({ ...relation, source: { type, id: added.id } }))
  const position = graph.resources.indexOf(model) + 1
  return {
    ...graph,
    resources: graph.resources.toSpliced(position, 0, added),
    relations: [...graph.relations, ...relations],
  }
}
