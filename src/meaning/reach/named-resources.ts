/** Finds resources by the names that callers use. */
import type { GraphIndex } from '../../graph/graph-index.ts'
import type { Resource } from '../../graph/resource-graph.ts'

/** By ID, by ARN, or by type and ID separated by a slash. Resources of different types can have the same ID. */
export function resourcesNamed(index: GraphIndex, name: string): readonly Resource[] {
  const byId = index.types.flatMap((type) => {
    const id = name.startsWith(`${type}/`) ? name.slice(type.length + 1) : name
    return index.find({ type, id }) ?? []
  })
  if (byId.length > 0 || !name.startsWith('arn:')) return byId
  return index.types.flatMap((type) => index.ofType(type)).filter(({ arn }) => arn === name)
}
