/** Links to the AWS console: the page of a resource if its type has one, otherwise a search. */
import type { ResourceReference } from '../../graph/resource-graph.ts'
import { resourceType } from '../../resource-types/look-ups.ts'

/** By region prefix. The consoles of isolated partitions have no public address. */
const hosts: readonly (readonly [prefix: string, host: string | null])[] = [
  ['cn-', 'console.amazonaws.cn'],
  ['us-gov-', 'console.amazonaws-us-gov.com'],
  ['eusc-', 'console.amazonaws-eusc.eu'],
  ['us-iso', null],
  ['eu-iso', null],
  ['', 'console.aws.amazon.com'],
]

const search = 'resource-explorer/home#/search?query=*'

/** `null` if the partition of the region has no known console. */
export function consoleUrl(region: string, { type, id }: ResourceReference): string | null {
  const host = hosts.find(([prefix]) => region.startsWith(prefix))?.[1] ?? null
  if (host === null) return null
  const page = resourceType(type)?.console ?? search
  const [path = '', fragment] = page.replaceAll('*', () => encodeURIComponent(id.toWellFormed())).split('#')
  const query = `${path.includes('?') ? '&' : '?'}region=${encodeURIComponent(region)}`
  return `https://${host}/${path}${query}${fragment === undefined ? '' : `#${fragment}`}`
}
