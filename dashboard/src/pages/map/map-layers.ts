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

/** `null`: can’t be hidden. */
export function boxLayer({ element }: PlacedBox): string | null {
  if (element.form === 'gap' || element.form === 'outside') return element.form
  return null
}
