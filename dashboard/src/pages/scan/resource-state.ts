/** The state of a resource as its provider calls it. */
import type { ResourceObject } from '../../../../contract/resource.ts'

export function stateOf({ properties }: Pick<ResourceObject, 'properties'>): string | null {
  const value = properties['state'] ?? properties['status']
  return typeof value === 'string' ? value : null
}
