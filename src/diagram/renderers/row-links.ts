/**
 * Invisible lines that keep elements without lines in rows. Otherwise layout programs would place them all side by
 * side.
 */
import type { DiagramElement } from '../diagram.ts'

/** Pairs of IDs of elements without content. The first is above the second. */
export type RowLinks = readonly (readonly [above: string, below: string])[]

export function rowLinks(elements: readonly DiagramElement[], columns: number): RowLinks {
  return listBlock(elements, columns).links
}

type Block = {
  /** Number of boxes. */
  readonly width: number
  readonly top: readonly string[]
  readonly bottom: readonly string[]
  readonly links: RowLinks
}

function block(element: DiagramElement, columns: number): Block {
  const isLeaf = element.kind === 'node' || element.children.length === 0
  return isLeaf
    ? { width: 1, top: [element.id], bottom: [element.id], links: [] }
    : listBlock(element.children, columns)
}

function listBlock(elements: readonly DiagramElement[], columns: number): Block {
  // A plain list of boxes is about as wide as it is high, if there is room.
  const isPlain = elements.every((element) => element.kind === 'node')
  const most = isPlain ? Math.min(columns, Math.ceil(Math.sqrt(elements.length))) : columns
  const shelves: Block[] = []
  for (const next of elements.map((element) => block(element, columns))) {
    const shelf = shelves.at(-1)
    if (shelf !== undefined && shelf.width + next.width <= most) shelves[shelves.length - 1] = beside(shelf, next)
    else shelves.push(next)
  }
  const [first, ...others] = shelves
  if (first === undefined) return { width: 0, top: [], bottom: [], links: [] }
  return others.reduce((above, below) => stacked(above, below), first)
}

function beside(left: Block, right: Block): Block {
  return {
    width: left.width + right.width,
    top: [...left.top, ...right.top],
    bottom: [...left.bottom, ...right.bottom],
    links: [...left.links, ...right.links],
  }
}

/** Links each box of the last row to one of the next row, and each of that row to one above. */
function stacked(above: Block, below: Block): Block {
  const pairs = Array.from(
    { length: Math.max(above.bottom.length, below.top.length) },
    (_, place) => [at(above.bottom, place), at(below.top, place)] as const,
  )
  return {
    width: Math.max(above.width, below.width),
    top: above.top,
    bottom: below.bottom,
    links: [...above.links, ...below.links, ...pairs],
  }
}

function at(ids: readonly string[], place: number): string {
  return ids[Math.min(place, ids.length - 1)] ?? ''
}
