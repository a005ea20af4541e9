/** Finds resources that nothing uses, for types whose use AWS's responses show in full. */
import type { GraphIndex } from '../../graph/graph-index.ts'
import type { Resource } from '../../graph/resource-graph.ts'
import { everyResourceType } from '../../resource-types/look-ups.ts'
import type { Use } from '../../resource-types/resource-type.ts'

export type UnusedResources = {
  readonly unused: readonly Resource[]
  /** Types with resources whose use is unknown, because the users couldn't be read. */
  readonly unknown: readonly string[]
}

export function unusedResources(index: GraphIndex): UnusedResources {
  const unused: Resource[] = []
  const unknown: string[] = []
  for (const { type, usedIf, everyVpcHas } of everyResourceType) {
    if (usedIf === undefined) continue
    const without = index
      .ofType(type)
      .filter(({ presence, name }) => presence === 'read' && (everyVpcHas === undefined || name !== everyVpcHas))
      .filter((resource) => !usedIf.some(isUse(index, resource)))
    if (without.length === 0) continue
    const [full, partial] = [without.filter((resource) => resource.partial !== true), without.some(isPartial)]
    const isKnown = usedIf.every(([whose, , user]) => whose === 'own' || isRead(index, user))
    if (!isKnown || partial) unknown.push(type)
    if (isKnown) unused.push(...full)
  }
  return { unused, unknown }
}

const isPartial = (resource: Resource): boolean => resource.partial === true

function isUse(index: GraphIndex, resource: Resource) {
  return ([whose, verb, type]: Use): boolean =>
    (whose === 'own' ? index.targets(resource, verb, type) : index.sources(resource, verb, type)).length > 0
}

function isRead(index: GraphIndex, type: string): boolean {
  const status = index.coverage(type)?.status
  return status === 'collected' || status === 'unavailable'
}
