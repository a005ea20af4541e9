/** Where data and events go, as far as the graph proves it: from sources by queues, topics, buses and streams to what works on them. */
import type { Relation, Resource, ResourceReference, Verb } from '../../graph/resource-graph.ts'
import { resourceType, typesWith, typePlaying } from '../../resource-types/look-ups.ts'
import type { Line, Roles } from '../../resource-types/resource-type.ts'
import type { EdgeForm } from '../diagram.ts'
import { endsOf, type FlowEdge } from './flow-edges.ts'
import { type GraphIndex, displayName, resourceKey } from './graph-index.ts'

const flows = typesWith('flow')
/** Each is drawn with the others that do the same. */
export const alarms = ofRole('alarm')
const callers = ofRole('caller')
const messaging = ofRole('messaging')
const stores = ofRole('store')
const lines = new Map<string, Line>(typesWith('line').map(({ type, role }) => [type, role]))

function ofRole(wanted: Roles['flow']): ReadonlySet<string> {
  return new Set(flows.filter(({ role }) => role === wanted).map(({ type }) => type))
}

/** What is drawn as a box when data flows in or out of it: what calls, then what sets something off, hands on, and keeps. */
export const dataFlowTypes: readonly string[] = [...callers, ...alarms, ...ofRole('source'), ...messaging, ...stores]

/** Types that are drawn as arrows, and looked through for what they join. */
export const dataFlowConnectors: readonly string[] = [...lines.keys()]

/** Types whose connectors' and own flows are told; gaps among them are holes in the picture. */
export const dataFlowEvidence: readonly string[] = [...dataFlowTypes, ...dataFlowConnectors]

const isFlowType: ReadonlySet<string> = new Set(dataFlowTypes)

function isBox({ type }: ResourceReference): boolean {
  return isFlowType.has(type)
}

export function dataFlowEdges(index: GraphIndex): readonly FlowEdge[] {
  const nameOf = (reference: ResourceReference): string => {
    const resource = index.find(reference)
    return resource === null ? reference.id : displayName(resource)
  }
  const edge = (
    form: EdgeForm,
    source: ResourceReference,
    target: ResourceReference,
    via: string,
    label = '',
  ): FlowEdge => ({
    form,
    source: resourceKey(source),
    target: resourceKey(target),
    label,
    describe: () => `${nameOf(source)} to ${nameOf(target)}${via === '' ? '' : ` by ${via}`}`,
  })

  const edges: FlowEdge[] = []
  const ends = new Map<string, { connector: ResourceReference; from: ResourceReference[]; to: Relation[] }>()
  const endsOf = (connector: ResourceReference) => {
    const key = resourceKey(connector)
    const known = ends.get(key) ?? { connector, from: [], to: [] }
    ends.set(key, known)
    return known
  }
  for (const relation of index.graph.relations) {
    const { source, verb, target } = relation
    const asConnector = lines.get(source.type)
    if (asConnector !== undefined) {
      if (!isBox(target)) continue
      if (isEnd(asConnector, 'own', verb)) endsOf(source).from.push(target)
      else if (isHandingOn(verb) && !isClusterMember(index, target)) endsOf(source).to.push(relation)
    } else if (isEnd(lines.get(target.type), 'other', verb) && isBox(source)) {
      endsOf(target).from.push(source)
    } else if (isBox(source) && isBox(target) && !isClusterMember(index, target)) {
      const drawn = directEdge(relation)
      if (drawn !== null)
        edges.push(
          edge(drawn.form, drawn.backwards ? target : source, drawn.backwards ? source : target, '', drawn.label),
        )
    }
  }
  for (const { connector, from, to } of ends.values()) {
    const words = lines.get(connector.type)?.via
    const via = words === undefined ? '' : `${words} ${nameOf(connector)}`
    const handlers = to.filter(({ verb }) => verb === 'invokes').map(({ target }) => target)
    for (const { verb, target } of to) {
      // Where it hands on what its handler could not work on.
      const failed = verb === 'routes to' && connector.type !== typePlaying('target group')
      const starts =
        failed && handlers.length > 0 && connector.type === 'AWS::Lambda::EventSourceMapping' ? handlers : from
      for (const source of starts) {
        edges.push(
          edge(
            callers.has(source.type) && !messaging.has(target.type) && !failed ? 'request' : 'event',
            source,
            target,
            via,
            failed ? 'on failure' : '',
          ),
        )
      }
    }
  }
  return edges
}

function isEnd(line: Line | undefined, whose: 'own' | 'other', verb: Verb): boolean {
  return line !== undefined && line.from[0] === whose && line.from[1] === verb
}

function isHandingOn(verb: Verb): boolean {
  return verb === 'invokes' || verb === 'routes to' || verb === 'uses'
}

type DirectEdge = { readonly form: EdgeForm; readonly backwards: boolean; readonly label: string }

function directEdge({ source, verb, target }: Relation): DirectEdge | null {
  if (resourceKey(source) === resourceKey(target)) return null
  const form = callers.has(source.type) && !messaging.has(target.type) ? 'request' : 'event'
  switch (verb) {
    case 'invokes':
      return { form, backwards: false, label: '' }
    case 'subscribes to':
      return { form: 'event', backwards: true, label: '' }
    case 'routes to':
      if (stores.has(source.type)) return { form: 'request', backwards: false, label: '' }
      return {
        form: 'event',
        backwards: false,
        label: source.type === target.type || source.type === 'AWS::Events::EventBus' ? 'dead letters' : '',
      }
    case 'uses':
      return callers.has(source.type) ? { form, backwards: false, label: '' } : null
    default:
      return null
  }
}

/** An instance of a database cluster is meant by its cluster. */
function isClusterMember(index: GraphIndex, { type, id }: ResourceReference): boolean {
  const { partOf } = resourceType(type) ?? {}
  return partOf?.drawn === 'beside' && index.targets({ type, id }, 'contained in', partOf.whole).length > 0
}

/** The resources at either end of an edge. */
export function linkedResources(index: GraphIndex, edges: readonly FlowEdge[]): readonly Resource[] {
  const keys = endsOf(edges)
  return dataFlowTypes.flatMap((type) => index.ofType(type).filter((resource) => keys.has(resourceKey(resource))))
}
