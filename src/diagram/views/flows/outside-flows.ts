/**
 * Arrows to resources in other accounts and regions, from boxes that reference them directly or through a connector.
 */
import type { Resource, ResourceReference, Verb } from '../../../graph/resource-graph.ts'
import { rolesOf } from '../../../resource-types/look-ups.ts'
import { connectorsOf, viaOf } from './connectors.ts'
import { connectorLabel } from './flow-labels.ts'
import { type Flow, flowTo } from './flow.ts'
import { type GraphIndex, compareText, resourceKey } from '../../../graph/graph-index.ts'

const forwardingVerbs: ReadonlySet<Verb> = new Set(['invokes', 'routes to', 'uses', 'logs to'])

/** `frameTypes`: types of groups where the arrows of connectors can start too. */
export function outsideFlows(
  index: GraphIndex,
  boxTypes: readonly string[],
  frameTypes: readonly string[] = [],
): readonly Flow[] {
  const isBox = new Set(boxTypes)
  const isStart = new Set([...boxTypes, ...frameTypes])
  const outside = new Set(outsideResources(index, boxTypes).map((resource) => resourceKey(resource)))
  if (outside.size === 0) return []
  const isOutside = (reference: ResourceReference): boolean => outside.has(resourceKey(reference))
  const direct = index.graph.relations
    .filter(({ source, verb, target }) => isBox.has(source.type) && forwardingVerbs.has(verb) && isOutside(target))
    .map(({ source, target }) => flowTo(index, formTo(target), source, target))
  const connected = connectorsOf(index).flatMap((connector) => {
    const targets = [...connector.to.map(({ target }) => target), ...connector.failures].filter(isOutside)
    const words = { via: viaOf(index, connector), label: connectorLabel(index, connector) }
    return connector.from
      .filter(({ type }) => isStart.has(type))
      .flatMap((source) => targets.map((target) => flowTo(index, formTo(target), source, target, words)))
  })
  return [...direct, ...connected].sort((left, right) => compareText(left.description, right.description))
}

function formTo({ type }: ResourceReference): Flow['form'] {
  return rolesOf(type).flow === 'messaging' ? 'event' : 'request'
}

/**
 * Resources that are known to be outside the scan, of types with boxes: their types were read, and they weren't found.
 */
export function outsideResources(index: GraphIndex, boxTypes: readonly string[]): readonly Resource[] {
  return boxTypes.flatMap((type) => index.ofType(type).filter(({ presence }) => presence === 'external'))
}
