/**
 * Finds resources whose addresses include their name instead of their identifier, such as the brokers of MSK clusters.
 */
import type { ResourceReference } from '../../graph/resource-graph.ts'
import { everyResourceType } from '../../resource-types/look-ups.ts'
import { domainOf, type Place } from './arn.ts'
import type { NameTable } from './name-table.ts'

const forms = everyResourceType.flatMap(({ type, nameHosts = [] }) => nameHosts.map((pattern) => ({ type, pattern })))

/** Returns each resource of the scanned region once. */
export function namedByHosts(
  text: string,
  { region, resourcesNamed }: Place & { readonly resourcesNamed: NameTable },
): readonly ResourceReference[] {
  const suffix = `.${region}.${domainOf(region)}`
  const hosts = text.split(/[^\w.-]+/).flatMap((word) => (word.includes(suffix) ? (word.split(suffix)[0] ?? []) : []))
  return forms.flatMap(({ type, pattern }) => {
    const names = hosts.flatMap((host) => pattern.exec(host)?.[1] ?? [])
    return [...new Set(names)].flatMap((name) => resourcesNamed(name).filter((named) => named.type === type))
  })
}
