/** What a plan touches, opens, cuts off, and breaks, by comparing the graph of a scan with the graph after the plan. */
import { compareGraphs, type GraphComparison } from '../../graph/compare.ts'
import { displayName, type GraphIndex, resourceKey } from '../../graph/graph-index.ts'
import type { Relation, Resource, ResourceGraph, ResourceReference } from '../../graph/resource-graph.ts'
import { resourceType } from '../../resource-types/look-ups.ts'
import { areaOfType, rankOf } from '../changes/areas.ts'
import { type Change, type Changes, describeChanges } from '../changes/describe-changes.ts'
import type { ExposureComparison } from '../exposure/compare-exposures.ts'
import type { Dependent, Effect } from '../impact/impact.ts'
import { applyPlan, type Future } from './apply-plan.ts'
import { type Break, breaksOf } from './breaks.ts'
import { type CutOff, cutOffsOf } from './cut-off.ts'
import { readable } from './identities.ts'
import { type Missing, ownershipOf } from './managed.ts'
import { type Action, type Place, type Plan, PlanError, type PlanFormat } from './plan.ts'
import { type PlannedExposure, plannedExposures } from './plan-exposures.ts'
import type { Doubt } from './work.ts'

type Named = Pick<Resource, 'type' | 'id' | 'arn' | 'name'>

export type TouchedResource = {
  readonly address: string
  /** As in the plan. */
  readonly plannedType: string
  readonly action: Action
  /** Of the scan. `null`: the plan creates it, or the scan doesn't have it. */
  readonly resource: Named | null
  /** It is a setting of the resource, such as a rule of a security group. */
  readonly isPart: boolean
}

export type PlanBreak = Omit<Break, 'resource' | 'dependents'> & {
  readonly resource: Named
  readonly dependents: readonly {
    readonly resource: Named
    readonly effect: Effect
    readonly path: Dependent['path']
  }[]
}

export type Unknown = {
  /** `null`: it concerns the whole plan. */
  readonly address: string | null
  readonly resource: Named | null
  readonly reason: string
}

export type PlanJudgment = {
  readonly format: PlanFormat
  readonly touched: readonly TouchedResource[]
  readonly described: Changes
  readonly compared: GraphComparison
  readonly comparedExposures: ExposureComparison
  readonly exposures: readonly PlannedExposure[]
  readonly cutOff: readonly CutOff[]
  readonly breaks: readonly PlanBreak[]
  readonly unmanaged: readonly Named[] | null
  readonly missing: readonly Missing[]
  readonly unknown: readonly Unknown[]
}

/** Throws `PlanError` for a plan of another account or region. */
export function judgePlan(index: GraphIndex, whole: Plan): PlanJudgment {
  checkPlace(index, whole)
  const isHere = ({ accountId, region }: Place) =>
    (accountId ?? index.graph.accountId) === index.graph.accountId &&
    (region ?? index.graph.region) === index.graph.region
  const plan = { ...whole, changes: whole.changes.filter(isHere), managed: whole.managed?.filter(isHere) ?? null }
  const elsewhere = whole.changes.filter((change) => change.action !== 'none' && !isHere(change))
  if (elsewhere.length > 0 && plan.changes.length === 0) throw wrongPlace(index, elsewhere)
  const future = applyPlan(index, plan)
  const { compared: comparedExposures, described: exposures } = plannedExposures(index, future)
  const { cutOff, unclear, unchecked } = cutOffsOf(index, future)
  const breaks = breaksOf(index, plan)
  const { unmanaged, missing } = ownershipOf(index, plan, future)
  const named = (reference: ResourceReference) =>
    summaryOf(index.find(reference) ?? { ...reference, arn: null, name: null })
  const { compared, described } = compare(index, future, comparedExposures)
  const touched = Map.groupBy(future.touched, ({ change: { address } }) => address)
  return withReadableTexts({
    format: plan.format,
    touched: plan.changes.flatMap(({ address, type, action }): readonly TouchedResource[] => {
      // A part of several resources is listed once.
      const [found] = touched.get(address) ?? []
      if (found === undefined) return []
      const { resource, isPart } = found
      const isRead = resource !== null && index.find(resource)?.presence === 'read'
      return [{ address, plannedType: type, action, resource: isRead ? named(resource) : null, isPart }]
    }),
    described,
    compared,
    comparedExposures,
    exposures,
    cutOff,
    breaks: breaks.map(({ resource, dependents, ...rest }) => ({
      ...rest,
      resource: named(resource),
      dependents: dependents.map(({ resource: each, effect, path }) => ({ resource: summaryOf(each), effect, path })),
    })),
    unmanaged: unmanaged?.map(summaryOf) ?? null,
    missing,
    unknown: [
      ...plan.missing.map(ofWhole),
      ...(elsewhere.length === 0
        ? []
        : [ofWhole(`Changes in other accounts or regions are left out: ${elsewhere.length}.`)]),
      ...distinct(future.doubts).map(({ address, resource, reason }) => ({
        address,
        resource: resource === null || isStandIn(index, future, resource) ? null : named(resource),
        reason,
      })),
      ...unclear.map(ofWhole),
      ...(unchecked === 0 ? [] : [ofWhole(`Connections that were not checked: ${unchecked}.`)]),
    ],
  })
}

/** It stands for a resource that the plan doesn't show. */
function isStandIn(index: GraphIndex, { identities }: Future, resource: ResourceReference): boolean {
  return readable(resource.id) !== resource.id && index.find(resource) === null && !identities.isPlanned(resource)
}

function ofWhole(reason: string): Unknown {
  return { address: null, resource: null, reason }
}

function checkPlace({ graph: { accountId, region } }: GraphIndex, { place }: Plan): void {
  if (place.accounts.length > 0 && !place.accounts.includes(accountId)) {
    throw new PlanError(`The plan is for AWS account ${place.accounts.join(', ')}, but the scan is of ${accountId}.`)
  }
  if (place.regions.length > 0 && !place.regions.includes(region)) {
    throw new PlanError(`The plan is for ${place.regions.join(', ')}, but the scan is of ${region}.`)
  }
}

function wrongPlace({ graph: { accountId, region } }: GraphIndex, changes: readonly Place[]): PlanError {
  const places = changes.map((each) => {
    const isSameAccount = each.accountId === null || each.accountId === accountId
    return isSameAccount ? (each.region ?? region) : `AWS account ${each.accountId}`
  })
  const all = [...new Set(places)].join(', ')
  return new PlanError(`The plan is for ${all}, but the scan is of ${region} in AWS account ${accountId}.`)
}

const summaryOf = ({ type, id, arn, name }: Named): Named => ({ type, id, arn, name })

/** The first of the same doubts, which may concern several resources. */
function distinct(doubts: readonly Doubt[]): readonly Doubt[] {
  return [...Map.groupBy(doubts, ({ address, reason }) => `${address} ${reason}`).values()].flatMap((same) =>
    same.slice(0, 1),
  )
}

/** Replaced resources keep their ID in the future graph, and count as removed and added. */
function compare(index: GraphIndex, future: Future, exposures: ExposureComparison) {
  const { graph } = index
  const replaced = new Set(
    future.touched.flatMap(({ change, resource, isPart }) =>
      change.action === 'replace' && resource !== null && !isPart ? [resourceKey(resource)] : [],
    ),
  )
  const isReplaced = (reference: ResourceReference) => replaced.has(resourceKey(reference))
  const isImplied = (reference: ResourceReference) => future.implied.has(resourceKey(reference))
  const isOwn = ({ source }: Relation) => !isReplaced(source) && !isImplied(source)
  const then = withUnknown(index, future)
  const raw = compareGraphs(differenceOf(graph, then), differenceOf(then, graph))
  const compared: GraphComparison = {
    ...raw,
    added: raw.added.filter((each) => !isImplied(each)),
    removed: raw.removed.filter((each) => !isImplied(each)),
    changed: raw.changed.filter((each) => !isReplaced(each)).flatMap((each) => withoutNotKnown(each, future)),
    relationsAdded: raw.relationsAdded.filter(isOwn),
    relationsRemoved: raw.relationsRemoved.filter(isOwn),
  }
  const described = describeChanges(compared, graph, then, exposures)
  const old = graph.resources.filter(isReplaced)
  const changes = [...described.changes.map(inFuture), ...old.map(replacement)]
  return {
    compared: {
      ...compared,
      added: [...compared.added, ...old.map(summaryOf)],
      removed: [...compared.removed, ...old.map(summaryOf)],
    },
    described: { ...described, changes: changes.toSorted((a, b) => a.rank - b.rank) },
  }
}

/** What isn't known of a resource is as if it couldn't be read. It is there nevertheless. */
function withUnknown(index: GraphIndex, { graph, touched }: Future): ResourceGraph {
  const created = new Set(
    touched.flatMap(({ change: { action }, resource }) =>
      action === 'create' && resource !== null ? [resourceKey(resource)] : [],
    ),
  )
  const isThere = (each: Resource) => index.find(each)?.presence === 'read' || created.has(resourceKey(each))
  return {
    ...graph,
    resources: graph.resources.map((each) =>
      each.presence === 'unknown' && isThere(each) ? { ...each, presence: 'read' } : each,
    ),
  }
}

type ChangedResource = GraphComparison['changed'][number]

/** What isn't known after the plan isn't gone. */
function withoutNotKnown(changed: ChangedResource, { notKnown }: Future): readonly ChangedResource[] {
  const names = notKnown.get(resourceKey(changed)) ?? []
  const changes = changed.changes.filter(
    ({ path: [field, name = ''] }) => field !== 'properties' || !names.includes(name),
  )
  return changes.length === 0 ? [] : [{ ...changed, changes }]
}

/** What the plan doesn't touch is shared by both graphs. */
function differenceOf(graph: ResourceGraph, other: ResourceGraph): ResourceGraph {
  const [resources, relations] = [new Set(other.resources), new Set(other.relations)]
  return {
    ...graph,
    resources: graph.resources.filter((each) => !resources.has(each)),
    relations: graph.relations.filter((each) => !relations.has(each)),
  }
}

const participles: Partial<Record<Change['kind'], string>> = {
  added: 'created',
  removed: 'deleted',
  replaced: 'replaced',
}

function inFuture(change: Change): Change {
  const participle = participles[change.kind]
  const { id } = change.resource
  if (participle === undefined || id === null) return change
  return { ...change, summary: futureText({ ...change.resource, id }, participle) }
}

function futureText(resource: Named, participle: string): string {
  const [name] = resourceType(resource.type)?.names ?? [resource.type]
  return `${name} ${displayName(resource)} will be ${participle}`
}

function replacement(resource: Resource): Change {
  const area = areaOfType(resource.type)
  return {
    rank: rankOf(area),
    area,
    kind: 'replaced',
    resource: summaryOf(resource),
    replaces: summaryOf(resource),
    summary: futureText(resource, 'replaced'),
    details: [],
  }
}

/** Resources that don't exist yet are shown by their address in the plan. */
function withReadableTexts<Value>(value: Value): Value {
  if (typeof value === 'string') return readable(value) as Value
  if (Array.isArray(value)) return value.map(withReadableTexts) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withReadableTexts(each)])) as Value
}
