/** Exposures that a plan opens, closes, and changes, with what causes them. */
import { type GraphIndex, indexGraph, resourceKey } from '../../graph/graph-index.ts'
import type { ResourceReference } from '../../graph/resource-graph.ts'
import { resourceType } from '../../resource-types/look-ups.ts'
import { compareExposures, type ComparedExposure, type ExposureComparison } from '../exposure/compare-exposures.ts'
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
  const after = withDoubts(index, exposures(indexGraph(future.graph)), future.doubts)
  const compared = compareExposures(before, after)
  const described = kinds.flatMap((kind) =>
    compared[kind].map((each): PlannedExposure => {
      const exposure = (kind === 'closed' ? before : after).find((other) => isWay(other, each))
      const path = exposure?.path ?? []
      return {
        ...each,
        kind,
        summary: summaryOf(kind, each),
        path,
        causedBy: causesOf(each, path, future.touched),
        reasons: kind === 'unknown' ? reasonsOf(each, exposure, future.doubts) : [],
      }
    }),
  )
  return { compared, described }
}

/** Nothing is certain about a new resource whose settings aren't known. For others, the known part remains. */
function withDoubts(index: GraphIndex, found: readonly Exposure[], doubts: readonly Doubt[]): readonly Exposure[] {
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
  return [...rest, ...[...added.values()].flatMap((same) => unknownExposure(index, same))]
}

type Unsure = { readonly resource: ResourceReference; readonly reason: string }

function unknownExposure(index: GraphIndex, doubts: readonly Unsure[]): readonly Exposure[] {
  const [first] = doubts
  const exposedBy = first && resourceType(first.resource.type)?.exposedBy
  if (first === undefined || exposedBy === undefined) return []
  const { type, id } = first.resource
  const live = index.find({ type, id })
  return [
    {
      resource: { type, id, arn: live?.arn ?? null, name: live?.name ?? null },
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

function isWay(exposure: Exposure, { resource, from, by, protocol, ports }: ComparedExposure): boolean {
  return (
    exposure.resource.type === resource.type &&
    exposure.resource.id === resource.id &&
    exposure.from === from &&
    exposure.by === by &&
    exposure.protocol === protocol &&
    exposure.ports === ports
  )
}

const verbs = { opened: 'Opens', changed: 'Changes', closed: 'Closes' } as const

function verbOf(kind: keyof ExposureComparison, { before, after }: ComparedExposure): string {
  if (kind !== 'unknown') return verbs[kind]
  return before.verdict === 'closed' ? 'May open' : after.verdict === 'unknown' ? 'May close' : 'May change'
}

function summaryOf(kind: keyof ExposureComparison, exposure: ComparedExposure): string {
  const { resource, from, by, protocol, ports } = exposure
  const traffic = [protocol === 'all' ? 'all traffic' : protocol, ports].filter((part) => part !== null).join(' ')
  const name = resource.name ?? resource.id ?? `a resource of type ${resource.type}`
  const outside = from === 'internet' ? 'the internet' : from
  return `${verbOf(kind, exposure)} ${traffic === '' ? '' : `${traffic} of `}${name} to ${outside} by ${by}`
}

function causesOf(
  { resource: { type, id } }: ComparedExposure,
  path: readonly ExposureStep[],
  touched: readonly Touched[],
): readonly string[] {
  const keys = new Set([...path, ...(id === null ? [] : [{ type, id }])].map(resourceKey))
  return touched.flatMap(({ change, resource }) =>
    resource !== null && keys.has(resourceKey(resource)) ? [change.address] : [],
  )
}

/** Of the plan, of the resource itself, or else what a scan couldn't read. */
function reasonsOf({ resource }: ComparedExposure, exposure: Exposure | undefined, doubts: readonly Doubt[]) {
  const own = doubts
    .filter((doubt) => doubt.resource?.type === resource.type && doubt.resource.id === resource.id)
    .map(({ address, reason }) => `${address}: ${reason}`)
  const unread = (exposure?.unknownBecause ?? []).map(
    ({ type, reason }) => reason ?? `Not all of ${resourceType(type)?.names[1] ?? type} is known.`,
  )
  return [...new Set(own.length > 0 ? own : unread)]
}
