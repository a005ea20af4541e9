/** Places a part of a flow as a grid, with as many of its lines as can be routed in bounded time. */
import type { Measure } from '../typeface/inter.ts'
import { arrange, positioned } from './arrange.ts'
import { card } from './dimensions.ts'
import type { PlacedPart } from './flow-part.ts'
import type { FlowPart } from './flow-parts.ts'
import { packShelves } from './pack-shelves.ts'
import { placedBox } from './placed-box.ts'
import { routeEdges } from './route-edges.ts'

/** More lines on a grid are unreadable. */
const mostLines = 400

export function gridPart({ elements, edges }: FlowPart, measure: Measure): PlacedPart {
  const arranged = elements.map((element) => arrange(element))
  const { width, height, places } = packShelves(arranged, 2 * card.gap)
  const boxes = arranged.flatMap((box, position) =>
    positioned(box, places[position]?.x ?? 0, places[position]?.y ?? 0, null),
  )
  if (edges.length > mostLines) return { width, height, boxes, routes: [] }
  const placed = boxes.map(({ element, parentId, rectangle }) => placedBox(element, parentId, rectangle, measure))
  const margin = card.gap
  const { routes } = routeEdges(edges, placed, {
    x: -margin,
    y: -margin,
    width: width + 2 * margin,
    height: height + 2 * margin,
  })
  return { width, height, boxes, routes: routes.map(({ edge, points }) => ({ edge, points, label: null })) }
}
