/** Writes graphs as JSON lines: one line for each resource with its relations, in the graph's order. */
import { resourceKey } from '../graph/graph-index.ts'
import type { ResourceGraph } from '../graph/resource-graph.ts'

const charactersAtOnce = 64 * 1024

export function* graphLines({ resources, relations }: Pick<ResourceGraph, 'resources' | 'relations'>) {
  const bySource = Map.groupBy(relations, ({ source }) => resourceKey(source))
  let text = ''
  for (const resource of resources) {
    const { type, id, arn, name, presence, partial, tags, properties } = resource
    const ofResource = (bySource.get(resourceKey(resource)) ?? []).map(({ verb, target, evidence, basis }) => ({
      verb,
      target: { type: target.type, id: target.id },
      evidence,
      ...(basis !== undefined && { basis }),
    }))
    const fields = { type, id, arn, name, presence, ...(partial && { partial }), tags, properties }
    text += `${JSON.stringify({ ...fields, relations: ofResource })}\n`
    if (text.length < charactersAtOnce) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}
