/** Layers that can be hidden: each form of arrow, gaps, and resources outside this scan. */
import type { PlacedBox, PlacedDiagram, PlacedRoute } from './placed-diagram.ts'

const names: Readonly<Record<string, string>> = {
  request: 'Requests',
  event: 'Events',
  egress: 'Outbound connections',
  member: 'Belongs to',
  link: 'VPC connectivity',
  reach: 'Allowed traffic',
  gap: 'Couldn’t be read',
  outside: 'Outside this scan',
}

export type Layer = { readonly id: string; readonly name: string }

export function layersOf({ boxes, routes }: PlacedDiagram): readonly Layer[] {
  const present = new Set([...routes.map((route) => routeLayer(route)), ...boxes.map((box) => boxLayer(box))])
  return Object.entries(names)
    .filter(([id]) => present.has(id))
    .map(([id, name]) => ({ id, name }))
}

export function routeLayer({ edge }: PlacedRoute): string {
  return edge.form
}

/** Boxes of hidden layers, with their content. */
export function boxesOfLayers(boxes: readonly PlacedBox[], hidden: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>()
  // Parents come before their children.
  for (const box of boxes) {
    const layer = boxLayer(box)
    const isWithin = box.parentId !== null && found.has(box.parentId)
    if (isWithin || (layer !== null && hidden.has(layer))) found.add(box.element.id)
  }
  return found
}

/** `null`: can’t be hidden. */
function boxLayer({ element }: PlacedBox): string | null {
  if (element.form === 'gap' || element.form === 'outside') return element.form
  return null
}
