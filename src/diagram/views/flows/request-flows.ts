/**
 * Paths of requests and events between boxes: from the edge through load balancers and APIs inward, and from queues,
 * topics, and streams to consumers.
 */
import type { ResourceReference, Verb } from '../../../graph/resource-graph.ts'
import { rolesOf, typesWith } from '../../../resource-types/look-ups.ts'
import { connectorsOf, isClusterMember, viaOf } from './connectors.ts'
import { connectorLabel, forwardedLabel, portLabel, routeLabel } from './flow-labels.ts'
import { type Flow, flowTo } from './flow.ts'
import type { GraphIndex } from '../../../graph/graph-index.ts'

const boxes: ReadonlySet<string> = new Set(typesWith('box').map(({ type }) => type))

function isBox({ type }: ResourceReference): boolean {
  return boxes.has(type)
}

function forwards({ type }: ResourceReference): boolean {
  return rolesOf(type).box?.forwards === true
}

/** Requests that boxes forward directly or through connectors, such as target groups. */
export function requestFlows(index: GraphIndex): readonly Flow[] {
  const direct = index.graph.relations.flatMap(({ source, verb, target }): readonly Flow[] => {
    if (forwards(source) && isForwarding(verb) && isBox(target) && !isClusterMember(index, target)) {
      return [
        flowTo(index, 'request', source, target, {
          label: routeLabel(index, source, target) || forwardedLabel(index, source) || portLabel(index, target),
        }),
      ]
    }
    // The resource registers itself as a target.
    if (forwards(target) && verb === 'associated with' && isBox(source))
      return [flowTo(index, 'request', target, source, { label: forwardedLabel(index, target) })]
    return []
  })
  return [...direct, ...connectedFlows(index, 'request', forwards)]
}

function isForwarding(verb: Verb): boolean {
  return verb === 'routes to' || verb === 'invokes'
}

/**
 * Events and messages from queues, topics, buses, streams, and stores to their consumers. Further flows are in the data
 * flow view.
 */
export function eventFlows(index: GraphIndex): readonly Flow[] {
  return connectedFlows(index, 'event', ({ type }) => {
    const { flow } = rolesOf(type)
    return flow === 'messaging' || flow === 'store'
  })
}

function connectedFlows(
  index: GraphIndex,
  form: Flow['form'],
  isStart: (reference: ResourceReference) => boolean,
): readonly Flow[] {
  return connectorsOf(index).flatMap((connector) => {
    const words = { via: viaOf(index, connector), label: connectorLabel(index, connector) }
    const targets = connector.to.filter(({ target }) => isBox(target) && !isClusterMember(index, target))
    return connector.from
      .filter((source) => isBox(source) && isStart(source))
      .flatMap((source) => targets.map(({ target }) => flowTo(index, form, source, target, words)))
  })
}
