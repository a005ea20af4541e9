/** Loads two scans, as far as they may differ, and compares them. */
import { compareGraphs, type GraphComparison } from '../graph/compare.ts'
import type { Relation, Resource, ResourceReference } from '../graph/resource-graph.ts'
import { type Changes, describeChanges } from '../meaning/changes/describe-changes.ts'
import { compareExposures, type ExposureComparison } from '../meaning/exposure/compare-exposures.ts'
import type { ScanRecord } from '../store/scans.ts'
import type { Tenant } from '../store/store.ts'
import type { ApiDependencies } from './api-dependencies.ts'
import { namesOf } from './comparison-object.ts'

type Comparison = {
  readonly compared: GraphComparison
  readonly described: Changes
  readonly exposures: ExposureComparison
  /** Of the ends of changed relations. */
  readonly nameOf: (reference: ResourceReference) => string | null
}

/** For a scan that hasn't completed, nothing counts as read. */
export async function loadComparison(
  tenant: Tenant,
  dependencies: Pick<ApiDependencies, 'exposures'>,
  base: ScanRecord,
  scan: ScanRecord,
): Promise<Comparison> {
  const graphs = await tenant.graphs.loadDifference(base.id, scan.id)
  // One after the other: two large graphs at once may exceed the memory of the process. The base last, because a timeline
  // compares it next, and only the last exposures are cached.
  const exposedAfter = graphs.scan && (await dependencies.exposures(tenant, scan))
  const exposedBefore = graphs.base && (await dependencies.exposures(tenant, base))
  const exposures = compareExposures(exposedBefore, exposedAfter)
  const [before, after] = [graphs.base ?? unread, graphs.scan ?? unread]
  const compared = compareGraphs(before, after)
  const [old, now] = [
    [...before.resources, ...(await targetsOf(tenant, base, compared.relationsRemoved))],
    [...after.resources, ...(await targetsOf(tenant, scan, compared.relationsAdded))],
  ]
  const described = describeChanges(compared, { resources: old }, { resources: now }, exposures)
  return { compared, described, exposures, nameOf: namesOf(old, now) }
}

const unread = { resources: [], relations: [], coverage: [] }

/** For their names: the loaded parts of the graphs may be without unchanged resources. */
function targetsOf(tenant: Tenant, { id }: ScanRecord, relations: readonly Relation[]): Promise<readonly Resource[]> {
  const targets = new Map(relations.map(({ target }) => [JSON.stringify([target.type, target.id]), target]))
  return tenant.graphs.find(id, [...targets.values()])
}
