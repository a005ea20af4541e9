/** Which route of an API calls what. */
import { compareText } from '../../../graph/compare-text.ts'

export type RouteTarget = { readonly route: string; readonly target: string }

export function byRoute(left: RouteTarget, right: RouteTarget): number {
  return compareText(left.route, right.route)
}
