/** Keeps resources of several environments in separate boxes. */
import { resourceKey } from '../../../graph/graph-index.ts'
import type { Resource } from '../../../graph/resource-graph.ts'
import type { PurposeGroup } from '../boxes/application-groups.ts'
import { environmentOf, withoutEnvironment } from '../boxes/environment-words.ts'
import { shownName } from '../boxes/resource-node.ts'

/**
 * The environment in the name of each resource or of its application. `''` without one. Only words that tell
 * counterparts apart are environments: `prod` beside `shop-dev-api` and `shop-prod-api`, but not `live` of `live-prices`.
 */
export function environmentsOf(
  resources: readonly Resource[],
  applications: readonly PurposeGroup[],
): (resource: Resource) => string {
  const labelOf = new Map(
    applications.flatMap(({ label, resources: own }) => own.map((each) => [resourceKey(each), label] as const)),
  )
  const nameOf = (resource: Resource): string => `${labelOf.get(resourceKey(resource)) ?? ''} ${shownName(resource)}`
  const alike = Map.groupBy(resources, (resource) => `${resource.type} ${withoutEnvironment(nameOf(resource))}`)
  const isEnvironment = new Set(
    [...alike.values()].flatMap((ofName) => {
      const words = new Set(ofName.map((resource) => environmentOf(nameOf(resource))))
      return words.size > 1 ? [...words] : []
    }),
  )
  return (resource) => {
    const word = environmentOf(nameOf(resource))
    return isEnvironment.has(word) ? word : ''
  }
}
