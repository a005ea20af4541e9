/** Finds the route of a table for a packet. */
import {
  type AddressSet,
  contains,
  familyOf,
  internet,
  overlaps,
  pieces,
  prefixLength,
  type Range,
} from './addresses.ts'

export type Route<Target> = {
  readonly destination: Range
  readonly target: Target
  /** Of routes for the same block, the lowest is used. */
  readonly priority: number
}

export type RouteAnswer<Target> =
  | { readonly found: Target }
  | { readonly found: null; readonly because: 'no route' | 'several routes' }

/**
 * The longest prefix decides, then the priority. A set of addresses has a result if it is the same for all of them. For
 * the whole internet, routes for small parts of it are ignored, as long as they are small together.
 */
export function findRoute<Target>(
  routes: readonly Route<Target>[],
  addresses: AddressSet,
  same: (a: Target, b: Target) => boolean,
): RouteAnswer<Target> {
  const near = routes.filter(({ destination }) => addresses.some((range) => overlaps(destination, range)))
  const wide = isWholeInternet(addresses) ? withoutSmallParts(near) : near
  const counted = wide.length > 0 ? wide : near
  const answers = pieces(
    addresses,
    counted.map(({ destination }) => destination),
  ).map((piece) => bestRoute(counted, piece, same))
  const [first] = answers
  if (first === undefined || first === 'several routes') return { found: null, because: 'several routes' }
  const agree = answers.every((answer) =>
    typeof answer === 'string' || typeof first === 'string' ? answer === first : same(answer.target, first.target),
  )
  if (!agree) return { found: null, because: 'several routes' }
  return first === 'no route' ? { found: null, because: 'no route' } : { found: first.target }
}

/** For the whole internet, a route for less than a 256th of its addresses counts as a small part. */
const widest = 8

/** All routes count if the small parts add up to more than a 256th. */
function withoutSmallParts<Target>(routes: readonly Route<Target>[]): readonly Route<Target>[] {
  const parts = routes.filter(({ destination }) => prefixLength(destination) > widest)
  const share = parts.reduce((sum, { destination }) => sum + 2 ** -prefixLength(destination), 0)
  return share > 2 ** -widest ? routes : routes.filter((route) => !parts.includes(route))
}

export function isWholeInternet(addresses: AddressSet): boolean {
  return addresses === internet[familyOf(addresses)]
}

function bestRoute<Target>(
  routes: readonly Route<Target>[],
  piece: Range,
  same: (a: Target, b: Target) => boolean,
): Route<Target> | 'no route' | 'several routes' {
  const fitting = routes.filter(({ destination }) => contains(destination, piece))
  const longest = Math.max(...fitting.map(({ destination }) => prefixLength(destination)))
  const narrowest = fitting.filter(({ destination }) => prefixLength(destination) === longest)
  const priority = Math.min(...narrowest.map((route) => route.priority))
  const [best, ...others] = narrowest.filter((route) => route.priority === priority)
  if (best === undefined) return 'no route'
  return others.every((other) => same(other.target, best.target)) ? best : 'several routes'
}
