/** Reads the part of a view that a diagram shows from its options. */
import { collapseLevels } from '../../contract/diagram.ts'
import type { ViewOptions } from '../../contract/saved-view.ts'
import type { PageSelection } from '../drawing/picture-request.ts'

export function pageOf({ focus, depth, tags, types, groupBy, collapse, direction }: ViewOptions): PageSelection {
  return {
    focus: focus ?? '',
    depth: depth ?? null,
    tags: tags ?? '',
    types: types ?? '',
    groupBy: groupBy ?? null,
    collapse: collapse === undefined ? null : (collapseLevels[collapse] ?? Number(collapse)),
    direction: direction ?? null,
  }
}
