/** What stops working without the resources that a plan deletes or replaces. */
import { type GraphIndex, indexGraph, resourceKey } from '../../graph/graph-index.ts'
import type { ResourceReference } from '../../graph/resource-graph.ts'
import { type Dependent, impactOf } from '../impact/impact.ts'
import { applyPlan, type Touched } from './apply-plan.ts'
import { goesAlong } from './settle.ts'
import { NotKnown, type Plan, type PlannedChange, type PlanValue } from './plan.ts'

export type Break = {
  readonly address: string
  readonly action: 'delete' | 'replace'
  readonly resource: ResourceReference
  /** Without those that the plan deletes too. */
  readonly dependents: readonly Dependent[]
}

export function breaksOf(index: GraphIndex, plan: Plan): readonly Break[] {
  if (!plan.changes.some(({ action }) => action === 'delete' || action === 'replace')) return []
  // While deleted resources are still there, it shows what still depends on them.
  const kept = applyPlan(index, plan, { keepDeleted: true })
  const after = indexGraph(kept.graph)
  const ends = kept.touched.filter(isEnd)
  const ended = new Set(ends.map(({ resource }) => resourceKey(resource)))
  // What a plan manages follows a replaced resource. Everything else still refers to the old one.
  const managed = new Set(plan.changes.flatMap((change) => keysOf(kept.identities.ofChange(change))))
  const parts = kept.touched.filter(({ isPart }) => isPart)
  const instances = kept.touched.flatMap(({ resource }) => (resource === null ? [] : [resource]))
  const along = new Set(instances.flatMap((each) => goesAlong(index, each)).map(resourceKey))
  /** A network interface goes, and changes, with its instance. */
  const isAlong = (each: ResourceReference) => along.has(resourceKey(each)) && !kept.identities.isPlanned(each)
  return ends.flatMap(({ change, resource }) => {
    if (index.find(resource)?.presence !== 'read') return []
    const following = parts.filter((part) => follows(part.change, change)).flatMap((part) => keysOf(part.resource))
    const without = change.action === 'delete' ? ended : managed.union(new Set(following))
    const dependents = impactOf(after, resource).dependents.filter(({ resource: each, path }) => {
      const follows = path.some(({ source, target }) =>
        [source, target].some((end) => isOther(end, resource) && without.has(resourceKey(end))),
      )
      return !without.has(resourceKey(each)) && !isAlong(each) && !follows
    })
    if (dependents.length === 0) return []
    const action = change.action === 'delete' ? 'delete' : 'replace'
    return [{ address: change.address, action, resource, dependents } as const]
  })
}

/** Whether a part, such as a route, will name the replacement: its new value isn't known yet. */
function follows({ before, after }: PlannedChange, { address, before: replaced }: PlannedChange): boolean {
  const ids: ReadonlySet<PlanValue | undefined> = new Set(
    [replaced?.['id'], replaced?.['arn']].filter((id) => typeof id === 'string'),
  )
  return Object.entries(after ?? {}).some(
    ([name, value]) => value instanceof NotKnown && (value.addresses.includes(address) || ids.has(before?.[name])),
  )
}

type End = Touched & { readonly resource: ResourceReference }

function isEnd(touched: Touched): touched is End {
  const { action } = touched.change
  return !touched.isPart && touched.resource !== null && (action === 'delete' || action === 'replace')
}

function keysOf(reference: ResourceReference | null): readonly string[] {
  return reference === null ? [] : [resourceKey(reference)]
}

function isOther(left: ResourceReference, right: ResourceReference): boolean {
  return resourceKey(left) !== resourceKey(right)
}
