/** Resources without anything special, for the tests of boxes. */
import type { Resource } from '../../graph/resource-graph.ts'

export function plainResource(type: string, name: string, changes: Partial<Resource> = {}): Resource {
  return { type, id: name, arn: null, name, presence: 'read', tags: {}, properties: {}, ...changes }
}
