/** Follows the route tables of transit gateways. */
import { parseRange } from '../network/addresses.ts'
import { type JsonObject, text } from '../network/properties.ts'
import type { Route } from '../network/routes.ts'

type TransitTarget = { readonly attachments: readonly string[]; readonly state: string; readonly destination: string }

/** `null`: AWS doesn't return its destination. */
export function transitRoute(route: JsonObject): Route<TransitTarget> | null {
  const destination = text(route['destination']) ?? ''
  const range = parseRange(destination)
  const attachments = (Array.isArray(route['attachments']) ? route['attachments'] : []).filter(
    (each) => typeof each === 'string',
  )
  const target = { attachments, state: text(route['state']) ?? '', destination }
  return range && { destination: range, target, priority: route['type'] === 'static' ? 0 : 1 }
}

export function sameTransit(a: TransitTarget, b: TransitTarget): boolean {
  return a.state === b.state && a.attachments.join() === b.attachments.join()
}
