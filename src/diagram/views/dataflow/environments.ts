/** Keeps resources of several environments in separate boxes. */
import { resourceKey } from '../../../graph/graph-index.ts'
import type { Resource } from '../../../graph/resource-graph.ts'
import type { PurposeGroup } from '../boxes/application-groups.ts'
import { environmentsIn, withoutEnvironment } from '../boxes/environment-words.ts'
import { shownName } from '../boxes/resource-node.ts'

/** The usual tags for an environment, in lower case. */
const environmentTags = new Set(['environment', 'env', 'stage'])

/**
 * The environment in the name of each resource, otherwise of its application, otherwise in its tags if these name several. `''` without one. Only words that tell
 * counterparts apart are environments: `prod` beside `shop-dev-api` and `shop-prod-api`, but not `live` of `live-prices`, nor
 * `test` of `test-results-prod` beside `test-results-dev`.
 */
export function environmentsOf(
  resources: readonly Resource[],
  applications: readonly PurposeGroup[],
): (resource: Resource) => string {
  const labelOf = new Map(
    applications.flatMap(({ label, resources: own }) => own.map((each) => [resourceKey(each), label] as const)),
  )
  const nameOf = (resource: Resource): string => `${shownName(resource)} ${labelOf.get(resourceKey(resource)) ?? ''}`
  const alike = Map.groupBy(resources, (resource) => `${resource.type} ${withoutEnvironment(nameOf(resource))}`)
  const found = new Map<string, string>()
  for (const counterparts of alike.values()) {
    const words = counterparts.map((resource) => environmentsIn(nameOf(resource)))
    const position = words[0]?.findIndex((_, at) => new Set(words.map((each) => each[at])).size > 1) ?? -1
    for (const [at, resource] of counterparts.entries()) {
      const word = words[at]?.[position]
      if (word !== undefined) found.set(resourceKey(resource), word)
    }
  }
  const isEnvironment = new Set(found.values())
  const tagged = new Set(resources.map(taggedEnvironment).filter(Boolean))
  return (resource) =>
    found.get(resourceKey(resource)) ??
    environmentsIn(nameOf(resource)).find((word) => isEnvironment.has(word)) ??
    (tagged.size > 1 ? taggedEnvironment(resource) : '')
}

function taggedEnvironment({ tags }: Resource): string {
  const [, value = ''] = Object.entries(tags).find(([key]) => environmentTags.has(key.toLowerCase())) ?? []
  return value.toLowerCase()
}
