/**
 * Flows of data and events that the graph proves: from sources through queues, topics, buses, and streams to their
 * consumers.
 */
import type { Relation, Resource, ResourceReference } from '../../../graph/resource-graph.ts'
import { resourceType, rolesOf, typePlaying, typesWith } from '../../../resource-types/look-ups.ts'
import type { Roles } from '../../../resource-types/resource-type.ts'
import type { EdgeForm } from '../../diagram.ts'
import {
  connectorsOf,
  connectorTypes,
  isClusterMember,
  selfStartingTypes,
  startsItself,
  viaOf,
} from '../flows/connectors.ts'
import {
  authorizerLabel,
  connectorLabel,
  forwardedLabel,
  labelFrom,
  operationLabel,
  portLabel,
  routeLabel,
  switchedOffLabel,
} from '../flows/flow-labels.ts'
import { endsOf, type FlowEdge } from '../flows/flow-edges.ts'
import { type PossibleUse, possibleUses } from './permitted-access.ts'
import { type GraphIndex, displayName, resourceKey } from '../../../graph/graph-index.ts'

const flows = typesWith('flow')
const alarms = ofRole('alarm')
/** Alarms that monitor the same, and instances that serve as replicas of each other, are drawn together. */
export const drawnTogether: ReadonlySet<string> = new Set([...alarms, typePlaying('instance')])
const callers = ofRole('caller')
const messaging = ofRole('messaging')
const stores = ofRole('store')

function ofRole(wanted: Roles['flow']): ReadonlySet<string> {
  return new Set(flows.filter(({ role }) => role === wanted).map(({ type }) => type))
}

/** Types with a box when data flows in or out of them: callers, then event sources, messaging, and data stores. */
export const dataFlowTypes: readonly string[] = [...callers, ...alarms, ...ofRole('source'), ...messaging, ...stores]

/** Types that are drawn as arrows between the boxes. Without parts of resources that have no box here. */
export const dataFlowConnectors: readonly string[] = connectorTypes.filter((type) => {
  const whole = resourceType(type)?.partOf?.whole
  return whole === undefined || flows.some((flow) => flow.type === whole)
})

/** Types whose own flows, or whose connectors' flows, are drawn. If they couldn't be read, flows may be missing. */
export const dataFlowEvidence: readonly string[] = [...dataFlowTypes, ...dataFlowConnectors]

const isFlowType: ReadonlySet<string> = new Set(dataFlowTypes)

function isBox({ type }: ResourceReference): boolean {
  return isFlowType.has(type)
}

/**
 * `permitted`: all that was scanned, with what policies permit, which shows who only receives. It also has what labels tell
 * of, such as the members of a cluster, where a page hasn't.
 */
export function dataFlowEdges(index: GraphIndex, permitted: GraphIndex): readonly FlowEdge[] {
  const useOf = possibleUses(permitted)
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
    /** What sends, calls, or fetches. */
    user = source,
  ): FlowEdge => ({
    form,
    source: resourceKey(source),
    target: resourceKey(target),
    label: labelFrom(permitted, [user], label),
    describe: () => `${nameOf(source)} to ${nameOf(target)}${via === '' ? '' : ` through ${via}`}`,
  })

  // A schedule that stops a database calls AWS, not the database.
  const portOf = (form: EdgeForm, target: ResourceReference): string =>
    form === 'request' ? portLabel(permitted, target) : ''

  const isDrawnByName = sendsOnlyByName(index)
  const direct = index.graph.relations.flatMap((relation): readonly FlowEdge[] => {
    const { source, verb, target } = relation
    if (!isBox(source) || !isBox(target) || isClusterMember(index, target) || isDrawnByName(relation)) return []
    const drawn = directEdge(relation, verb === 'uses' ? useOf(source, target) : 'any')
    if (drawn === null) return []
    const [from, to] = drawn.backwards ? [target, source] : [source, target]
    return [
      edge(
        drawn.form,
        from,
        to,
        '',
        drawn.label ||
          routeLabel(permitted, from, to) ||
          forwardedLabel(permitted, from) ||
          operationLabel(permitted, from) ||
          switchedOffLabel(permitted, from, to) ||
          portOf(drawn.form, to) ||
          accessLabel(relation),
        verb === 'associated with' ? from : source,
      ),
    ]
  })
  const connected = connectorsOf(index).flatMap((connector) => {
    const { line, failures } = connector
    const [via, label] = [viaOf(index, connector), connectorLabel(permitted, connector)]
    const from = connector.from.filter((each) => isBox(each) || startsItself(index, each))
    // An alarm monitors what connectors point to.
    const isDrawn = (target: ResourceReference): boolean =>
      isBox(target) && !alarms.has(target.type) && !isClusterMember(index, target)
    const to = connector.to.filter(({ target }) => isDrawn(target))
    const handlers = to.filter(({ verb }) => verb === 'invokes').map(({ target }) => target)
    const failing = line.onFailure === 'from target' && handlers.length > 0 ? handlers : from
    return [
      ...from.flatMap((source) =>
        to.flatMap(({ verb, target }): readonly FlowEdge[] => {
          const use = verb === 'uses' ? useOf(source, target) : 'any'
          if (use === 'none' || resourceKey(source) === resourceKey(target)) return []
          if (use === 'receives') return [edge('event', target, source, via, label, source)]
          const form = connector.namesStarts ? 'event' : formOf(source, target)
          return [edge(form, source, target, via, label || portOf(form, target))]
        }),
      ),
      ...failing.flatMap((source) =>
        failures.filter(isDrawn).map((target) => edge('event', source, target, via, 'on failure')),
      ),
    ]
  })
  return [...direct, ...connected]
}

/**
 * Whether each rule of a bus that a store's events can match names the store. The arrow to the bus would lead on to what
 * other resources send events to. What callers send may be events of their own.
 */
function sendsOnlyByName(index: GraphIndex): (relation: Relation) => boolean {
  const byBus = Map.groupBy(
    connectorsOf(index)
      .filter(({ line }) => line.fromNamed !== undefined)
      .flatMap((rule) => rule.through.map((bus) => ({ rule, bus: resourceKey(bus) }))),
    ({ bus }) => bus,
  )
  return ({ source, verb, target }) => {
    const rules = verb === 'invokes' && stores.has(source.type) ? (byBus.get(resourceKey(target)) ?? []) : []
    const [[service] = ['']] = resourceType(source.type)?.arns ?? []
    const key = resourceKey(source)
    const isNamed = rules.some(({ rule }) => rule.from.some((each) => resourceKey(each) === key))
    return isNamed && rules.every(({ rule }) => rule.namesStarts || !matchesService(index, rule.reference, service))
  }
}

/** Services of AWS send their events as `aws.` with the name in their ARNs. */
function matchesService(index: GraphIndex, rule: ResourceReference, service: string): boolean {
  if (startsItself(index, rule)) return false
  const sources = index.find(rule)?.properties['eventSources']
  return !Array.isArray(sources) || sources.length === 0 || sources.includes(`aws.${service}`)
}

/** A delivery stream writes what it gets. */
function accessLabel({ source, verb, target }: Relation): string {
  if (verb === 'uses' && resourceType(source.type)?.onlyReads === true) return 'reads'
  return verb === 'routes to' && messaging.has(source.type) && stores.has(target.type) ? 'writes' : ''
}

/** Calls are requests and responses. Messages, and what sources send, have no response. */
function formOf(source: ResourceReference, target: ResourceReference): EdgeForm {
  return callers.has(source.type) && !messaging.has(target.type) ? 'request' : 'event'
}

/** Where a queue or topic sends what it can't deliver, or a program what it couldn't process. */
function deadLettersOf({ type }: ResourceReference): string {
  return messaging.has(type) ? 'dead letters' : callers.has(type) ? 'on failure' : ''
}

type DirectEdge = { readonly form: EdgeForm; readonly backwards: boolean; readonly label: string }

function directEdge({ source, verb, target }: Relation, use: PossibleUse): DirectEdge | null {
  if (resourceKey(source) === resourceKey(target)) return null
  const form = formOf(source, target)
  switch (verb) {
    case 'invokes':
      return { form, backwards: false, label: '' }
    case 'subscribes to':
      return { form: 'event', backwards: true, label: '' }
    case 'routes to':
      if (stores.has(source.type)) return { form: 'request', backwards: false, label: '' }
      return {
        form,
        backwards: false,
        label: messaging.has(target.type) ? deadLettersOf(source) : '',
      }
    case 'uses':
      if (use === 'none') return null
      if (use === 'receives') return { form: 'event', backwards: true, label: '' }
      return callers.has(source.type) ? { form, backwards: false, label: '' } : null
    case 'associated with':
      if (resourceType(source.type)?.replicates === true) return { form: 'event', backwards: true, label: 'replicates' }
      // The resource registers itself as a target. An alarm only monitors it.
      if (alarms.has(source.type)) return null
      if (resourceType(target.type)?.authorizes === true)
        return { form: 'request', backwards: false, label: authorizerLabel }
      return rolesOf(target.type).box?.forwards === true ? { form: 'request', backwards: true, label: '' } : null
    default:
      return null
  }
}

/** The resources at both ends of the edges. */
export function linkedResources(index: GraphIndex, edges: readonly FlowEdge[]): readonly Resource[] {
  const keys = endsOf(edges)
  return [...dataFlowTypes, ...selfStartingTypes].flatMap((type) =>
    index.ofType(type).filter((resource) => keys.has(resourceKey(resource))),
  )
}
