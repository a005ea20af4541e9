/** The value of a tag that resources are grouped by. */
import type { Resource } from '../../../graph/resource-graph.ts'

/** `payments`, or `without team` if the resource doesn't have the tag. */
export function tagValue(resource: Resource, key: string): string {
  const value = Object.hasOwn(resource.tags, key) ? (resource.tags[key] ?? '') : ''
  return value === '' ? `without ${key}` : `${key}: ${value}`
}
