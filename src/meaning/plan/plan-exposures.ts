/** Exposures that a plan opens, closes, and changes, with what causes them. */
import { spacedList } from '../../../contract/list-text.ts'
import { type GraphIndex, indexGraph, resourceKey } from '../../graph/graph-index.ts'
import type { ResourceReference } from '../../graph/resource-graph.ts'
import { resourceType, typePlaying } from '../../resource-types/look-ups.ts'
import {
  compareExposures,
  type ComparedExposure,
  type ExposureComparison,
  unknownBeside,
} from '../exposure/compare-exposures.ts'
import type { Exposure, ExposureStep } from '../exposure/exposure.ts'
import { exposures } from '../exposure/exposures.ts'
import type { Future, Touched } from './apply-plan.ts'
import type { Doubt } from './work.ts'

export type PlannedExposure = ComparedExposure & {
  readonly kind: keyof ExposureComparison
  /** One sentence, for example "Opens tcp 5432 of orders to the internet by public address". */
  readonly summary: string
  /** As it will be, or as it is for one that is closed. */
  readonly path: readonly ExposureStep[]
  /** Addresses of the changes to resources on its path. */
  readonly causedBy: readonly string[]
  /** Why it isn't known. Only if `unknown`. */
  readonly reasons: readonly string[]
}

export type PlannedExposures = { readonly compared: ExposureComparison; readonly described: readonly PlannedExposure[] }

const kinds = ['opened', 'changed', 'unknown', 'closed'] as const

export function plannedExposures(index: GraphIndex, future: Future): PlannedExposures {
  const before = exposures(index)
  const then = indexGraph(future.graph)
  const after = withDoubts(index, then, exposures(then), future.doubts)
  const compared = withUnknownBeside(compareExposures(before, after), unknownBeside(before, after))
  const causesAt = causesByKey(future.touched)
  const doubtsAt = Map.groupBy(
    future.doubts.filter(({ resource }) => resource !== null),
    ({ resource }) => (resource === null ? '' : resourceKey(resource)),
  )
  const ways = { before: byWay(before), after: byWay(after) }
  const described = kinds.flatMap((kind) =>
    compared[kind].map((each): PlannedExposure => {
      const way = wayOf(each)
      const exposure = (kind === 'closed' ? undefined : ways.after.get(way)) ?? ways.before.get(way)
      const path = exposure?.path ?? []
      const own = new Set([...path, ...referenceOf(each)].map(resourceKey))
      const around = new Set([...own, ...neighbors(index, each, path), ...neighbors(then, each, path)])
      const causes = causesAt(own)
      return {
        ...each,
        kind,
        summary: summaryOf(kind, each),
        path,
        causedBy: causes.length > 0 ? causes : causesAt(around),
        reasons: kind === 'unknown' ? reasonsOf(each, exposure, around, doubtsAt) : [],
      }
    }),
  )
  return { compared, described }
}

/**
 * Between scans, what wasn't read beside an open port is no news. In a plan, it may be another open port: by a rule or a
 * security group, or by what isn't told of the resource already.
 */
function withUnknownBeside(compared: ExposureComparison, beside: readonly Exposure[]): ExposureComparison {
  const told = new Set(compared.unknown.flatMap(referenceOf).map(resourceKey))
  const isNews = (each: Exposure) =>
    each.unknownBecause.some(({ type }) => ruleTypes.has(type)) ||
    !referenceOf(each).some((reference) => told.has(resourceKey(reference)))
  const added = beside.filter(isNews).map(({ resource, from, by, protocol, ports }): ComparedExposure => ({
    resource,
    from,
    by,
    protocol,
    ports,
    before: { verdict: 'closed', condition: null },
    after: { verdict: 'unknown', condition: null },
  }))
  return { ...compared, unknown: [...compared.unknown, ...added] }
}

const ruleTypes: ReadonlySet<string> = new Set([typePlaying('security group'), typePlaying('prefix list')])

/** Nothing is certain about a new resource whose settings aren't known. For others, the known part remains. */
function withDoubts(
  index: GraphIndex,
  then: GraphIndex,
  found: readonly Exposure[],
  doubts: readonly Doubt[],
): readonly Exposure[] {
  const unsure = doubts.flatMap(({ resource, reason, exposure }) =>
    exposure && resource !== null ? [{ resource, reason }] : [],
  )
  const isNew = new Set(
    unsure.filter(({ resource }) => index.find(resource) === null).map(({ resource }) => resourceKey(resource)),
  )
  const rest = found.filter(({ resource: { type, id } }) => id === null || !isNew.has(resourceKey({ type, id })))
  const told = new Set(
    rest.flatMap(({ resource: { type, id }, verdict }) =>
      verdict === 'unknown' && id !== null ? [resourceKey({ type, id })] : [],
    ),
  )
  const added = Map.groupBy(
    unsure.filter(({ resource }) => !told.has(resourceKey(resource))),
    ({ resource }) => resourceKey(resource),
  )
  return [...rest, ...[...added.values()].flatMap((same) => unknownExposure([then, index], same))]
}

type Unsure = { readonly resource: ResourceReference; readonly reason: string }

function unknownExposure(indexes: readonly GraphIndex[], doubts: readonly Unsure[]): readonly Exposure[] {
  const [first] = doubts
  const exposedBy = first && resourceType(first.resource.type)?.exposedBy
  if (first === undefined || exposedBy === undefined) return []
  const { type, id } = first.resource
  const known = indexes.map((index) => index.find({ type, id })).find((each) => each !== null)
  return [
    {
      resource: { type, id, arn: known?.arn ?? null, name: known?.name ?? null },
      kind: 'endpoint',
      from: 'internet',
      by: exposedBy.by,
      protocol: null,
      ports: null,
      verdict: 'unknown',
      condition: null,
      path: [],
      unknownBecause: doubts.map(({ reason }) => ({ type, action: null, reason })),
    },
  ]
}

type Way = Pick<Exposure, 'resource' | 'from' | 'by' | 'protocol' | 'ports'>

function wayOf({ resource, from, by, protocol, ports }: Way): string {
  return JSON.stringify([resource.type, resource.id, from, by, protocol, ports])
}

/** The first of each way. */
function byWay(exposed: readonly Exposure[]): ReadonlyMap<string, Exposure> {
  return new Map(exposed.toReversed().map((each) => [wayOf(each), each]))
}

const verbs = { opened: 'Opens', changed: 'Changes', closed: 'Closes' } as const

function verbOf(kind: keyof ExposureComparison, { before, after }: ComparedExposure): string {
  if (kind !== 'unknown') return verbs[kind]
  return before.verdict === 'closed' ? 'May open' : after.verdict === 'unknown' ? 'May close' : 'May change'
}

function summaryOf(kind: keyof ExposureComparison, exposure: ComparedExposure): string {
  const { resource, from, by, protocol, ports } = exposure
  const traffic = [protocol === 'all' ? 'all traffic' : protocol, ports].filter((part) => part !== null).join(' ')
  const name = resource.name ?? resource.id ?? pluralOf(resource.type)
  const outside = from === 'internet' ? 'the internet' : spacedList(from)
  return `${verbOf(kind, exposure)} ${traffic === '' ? '' : `${spacedList(traffic)} of `}${name} to ${outside} by ${by}`
}

function pluralOf(type: string): string {
  return resourceType(type)?.names[1] ?? type
}

/** The addresses of the changes to some resources, in the order of the plan. */
function causesByKey(touched: readonly Touched[]): (keys: ReadonlySet<string>) => readonly string[] {
  const named = touched.flatMap(({ change, resource }, place) =>
    resource === null ? [] : [{ key: resourceKey(resource), address: change.address, place }],
  )
  const byKey = Map.groupBy(named, ({ key }) => key)
  return (keys) =>
    [...keys]
      .flatMap((key) => byKey.get(key) ?? [])
      .toSorted((a, b) => a.place - b.place)
      .map(({ address }) => address)
}

function referenceOf({ resource: { type, id } }: Pick<Exposure, 'resource'>): readonly ResourceReference[] {
  return id === null ? [] : [{ type, id }]
}

/**
 * What a resource is in, is attached to, and has: subnets, security groups, network interfaces, and listeners. And the
 * route tables and network ACLs of its subnets, and the prefix lists that rules on the path name.
 */
function neighbors(index: GraphIndex, exposure: ComparedExposure, path: readonly ExposureStep[]): readonly string[] {
  const direct = referenceOf(exposure).flatMap((of) =>
    verbsAround.flatMap((verb) =>
      index.types.flatMap((type) => [...index.targets(of, verb, type), ...index.sources(of, verb, type)]),
    ),
  )
  const subnets = direct.filter(({ type }) => type === typePlaying('subnet'))
  const table = typePlaying('route table')
  const ofSubnets = subnets.flatMap((subnet) => [
    ...[table, typePlaying('network ACL')].flatMap((type) => index.sources(subnet, 'associated with', type)),
    ...index
      .targets(subnet, 'contained in', typePlaying('VPC'))
      .flatMap((vpc) => index.sources(vpc, 'contained in', table))
      .filter((each) => index.find(each)?.properties['main'] === true),
  ])
  const lists = [...path, ...direct].flatMap((step) =>
    index.targets(step, 'allows traffic from', typePlaying('prefix list')),
  )
  return [...direct, ...ofSubnets, ...lists].map(resourceKey)
}

const verbsAround = ['contained in', 'attached to', 'associated with'] as const

/** Of the resource itself, or of what is around it in the plan, or else what a scan couldn't read. */
function reasonsOf(
  { resource }: ComparedExposure,
  exposure: Exposure | undefined,
  around: ReadonlySet<string>,
  doubtsAt: ReadonlyMap<string, readonly Doubt[]>,
) {
  const itself = doubtsAt.get(resourceKey({ type: resource.type, id: resource.id ?? '' }))
  const ofPlan = itself ?? [...around].flatMap((key) => doubtsAt.get(key) ?? [])
  const own = ofPlan.map(({ address, reason }) => `${address}: ${reason}`)
  const unread = (exposure?.unknownBecause ?? []).map(
    ({ type, reason }) =>
      reason ??
      (type === resource.type ? 'Not all of its settings are known.' : `Not all ${pluralOf(type)} are known.`),
  )
  return [...new Set(own.length > 0 ? own : unread)]
}
