/** Short labels of arrows: routes of an API, paths and ports of a load balancer, sources and types of events. */
import type { Json, Resource, ResourceReference } from '../../../graph/resource-graph.ts'
import { compareText, type GraphIndex, textProperty } from '../../../graph/graph-index.ts'
import {
  everyResourceType,
  isStopped,
  resourceType,
  rolesOf,
  typePlaying,
  unusualState,
} from '../../../resource-types/look-ups.ts'
import { offState } from '../../off-state.ts'
import { resourceKind } from '../../resource-kinds.ts'
import { shortLabel } from '../boxes/short-label.ts'
import type { Connector } from './connectors.ts'

/** Labels of arrows to what handles failures. */
export const failureLabels: ReadonlySet<string> = new Set(['dead letters', 'on failure'])

const listenerType = typePlaying('load balancer listener')
const ruleType = typePlaying('load balancer listener rule')

const memberTypes: ReadonlyMap<string, readonly string[]> = new Map(
  [...Map.groupBy(everyResourceType, ({ partOf }) => partOf?.whole ?? '')].map(([whole, parts]) => [
    whole,
    parts.map(({ type }) => type),
  ]),
)

/**
 * The labels of a rule, a target group, or a listener; `''` if unknown. What is switched off says so first, because long
 * labels are cut, and has its kind without other labels.
 */
export function connectorLabel(index: GraphIndex, { reference, line }: Connector): string {
  const resource = index.find(reference)
  if (resource === null) return ''
  const label = labelOf(index, resource)
  const off = line.offStates?.[textProperty(resource, 'state').toLowerCase()]
  return off === undefined ? label : `(${off}) ${label || (line.via ?? '')}`.trim()
}

/** Types of events tell more than their sources, which many rules have in common. */
function labelOf(index: GraphIndex, resource: Resource): string {
  const types = textsOf(resource, 'detailTypes')
  const events = types.length > 0 ? types : textsOf(resource, 'eventSources')
  const schedule = textProperty(resource, 'schedule')
  const listens = ['protocol', 'port'].map((name) => textProperty(resource, name))
  const ports = listens.every((part) => part !== '') ? [listens.join(' ')] : []
  const { batchSize } = resource.properties
  const batches = typeof batchSize === 'number' ? [`batches of ${batchSize}`] : []
  const [first = '', ...others] = requestsTo(index, resource)
  const said = [...events, schedule, first, ...ports, ...batches].filter((text) => text !== '').join(' ')
  return others.length === 0 ? said : `${said} +${others.length}`
}

/** Of what decides whether a caller may use an API. */
export const authorizerLabel = 'authorizer'

/** That the target authorizes callers, which tells more than a route, and by which routes an API calls it. */
export function routeLabel(index: GraphIndex, source: ResourceReference, target: ResourceReference): string {
  const [api, called] = [index.find(source), index.find(target)]
  const arn = called?.arn ?? null
  if (api === null || arn === null) return ''
  const isTarget = (to: unknown): boolean => typeof to === 'string' && (to === arn || to.startsWith(`${arn}:`))
  const routes = listOf(api, 'routeTargets').flatMap((entry) => {
    const { route, target: to } = fieldsOf(entry)
    return isTarget(to) && typeof route === 'string' ? [route] : []
  })
  const authorizers = listOf(api, 'authorizers').filter((entry) => isTarget(fieldsOf(entry)['target']))
  const [first = '', ...others] = [...(authorizers.length > 0 ? [authorizerLabel] : []), ...routes]
  return others.length === 0 ? first : `${first} +${others.length}`
}

/** The operation of an AWS API that a schedule calls, such as `stopInstances`. */
export function operationLabel(index: GraphIndex, source: ResourceReference): string {
  const resource = index.find(source)
  return resource === null ? '' : (textProperty(resource, 'operation').split(':').at(-1) ?? '')
}

/** `(disabled) job queue` if all that the target is started through are switched off, see `startedThrough`. */
export function switchedOffLabel(index: GraphIndex, source: ResourceReference, target: ResourceReference): string {
  const { startedThrough } = resourceType(target.type) ?? {}
  if (startedThrough === undefined) return ''
  const { type, offState } = startedThrough
  const through = index.targets(source, 'invokes', type).map((each) => index.find(each))
  const isOff = (each: Resource | null): boolean =>
    each !== null && textProperty(each, 'state').toLowerCase() === offState
  return through.length > 0 && through.every(isOff) ? `(${offState}) ${resourceKind(type).short[0]}` : ''
}

/** Says first that nothing runs in any of those that send, call, or fetch what goes over an arrow. */
export function labelFrom(index: GraphIndex, users: readonly ResourceReference[], label: string): string {
  const [state = '', ...others] = users.map((user) => offStateOf(index.find(user))).toSorted(compareText)
  return [state, ...others].includes('') || offState(label) !== '' ? label : `(${state}) ${label}`.trim()
}

function offStateOf(resource: Resource | null): string {
  if (resource === null || !isStopped(resource)) return ''
  const state = unusualState(resource)
  if (state === 'disabled') return state
  return /error|failed/u.test(state) ? 'failed' : 'stopped'
}

/** The port at which a store listens: its own, or that of its members. */
export function portLabel(index: GraphIndex, target: ResourceReference): string {
  if (rolesOf(target.type).box?.tier !== 'data') return ''
  const members = (memberTypes.get(target.type) ?? []).flatMap((type) => index.sources(target, 'contained in', type))
  const portsOf = (references: readonly ResourceReference[]): readonly number[] =>
    references.flatMap((each) => portOf(index.find(each)) ?? [])
  const [port] = [...portsOf([target]), ...portsOf(members).toSorted((left, right) => left - right)]
  return port === undefined ? '' : `tcp ${port}`
}

function portOf(resource: Resource | null): number | null {
  if (resource === null) return null
  const { port } = resource.properties
  if (typeof port === 'number') return port
  const { listensAt } = resourceType(resource.type) ?? {}
  return listensAt?.ports[textProperty(resource, listensAt.property)] ?? null
}

/** The ports at which a load balancer listens, as rules of security groups name them. */
export function listenerPorts(index: GraphIndex, balancer: ResourceReference): readonly string[] {
  const classic = classicListeners(index, balancer).flatMap(([listens]) => listens?.split(':')[1] ?? [])
  const listeners = index.sources(balancer, 'contained in', listenerType).flatMap((reference) => {
    const { protocol, port } = index.find(reference)?.properties ?? {}
    if (typeof protocol !== 'string' || typeof port !== 'number') return []
    const transports = protocol === 'TCP_UDP' ? ['tcp', 'udp'] : [protocol === 'UDP' ? 'udp' : 'tcp']
    return transports.map((transport) => `${transport} ${port}`)
  })
  return [...listeners, ...classic.map((port) => `tcp ${port}`)]
}

/** The protocols and ports to which a Classic Load Balancer forwards. */
export function forwardedLabel(index: GraphIndex, source: ResourceReference): string {
  const forwarded = classicListeners(index, source).flatMap(([, to]) => to?.replace(':', ' ') ?? [])
  return shortLabel([...new Set(forwarded)])
}

/** Both ends of each listener of a Classic Load Balancer, such as `HTTPS:443 to HTTP:8080`. */
function classicListeners(index: GraphIndex, reference: ResourceReference): readonly (readonly string[])[] {
  const balancer = index.find(reference)
  const listeners = balancer === null ? [] : textsOf(balancer, 'listeners')
  return listeners.map((listener) => listener.split(' to '))
}

/**
 * The methods, hosts, and paths of the rules that lead to a target group. If it gets all other requests of a listener, `*`,
 * or nothing where none go elsewhere.
 */
function requestsTo(index: GraphIndex, group: Resource): readonly string[] {
  const leadsElsewhere = (rule: ResourceReference): boolean =>
    index.targets(rule, 'routes to', group.type).some(({ id }) => id !== group.id)
  const defaults = index.sources(group, 'routes to', listenerType)
  if (defaults.length > 0) {
    const rules = defaults.flatMap((listener) => index.sources(listener, 'contained in', ruleType))
    return rules.some(leadsElsewhere) ? ['*'] : []
  }
  const rules = index.sources(group, 'routes to', ruleType).flatMap((reference) => index.find(reference) ?? [])
  return [...new Set(rules.flatMap(requestsOf))].toSorted(compareText)
}

function requestsOf(rule: Resource): readonly string[] {
  const conditions = listOf(rule, 'conditions').map(fieldsOf)
  const [methods = [], hosts = [], paths = []] = ['http-request-method', 'host-header', 'path-pattern'].map((wanted) =>
    conditions.flatMap(({ field, values }) =>
      field === wanted && Array.isArray(values) ? (values as readonly string[]) : [],
    ),
  )
  const anyPath = paths.length === 0 ? [''] : paths
  const places = (hosts.length === 0 ? [''] : hosts).flatMap((host) => anyPath.map((path) => `${host}${path}`))
  return places.map((place) => [...methods, place].filter(Boolean).join(' '))
}

function textsOf(resource: Resource, name: string): readonly string[] {
  return listOf(resource, name).filter((entry) => typeof entry === 'string')
}

function listOf({ properties }: Resource, name: string): readonly Json[] {
  const value = properties[name]
  return Array.isArray(value) ? (value as readonly Json[]) : []
}

function fieldsOf(value: Json): { readonly [key: string]: Json } {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as { readonly [key: string]: Json })
    : {}
}
