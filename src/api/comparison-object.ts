/** A comparison as the API answers it. */
import type { GraphComparison } from '../graph/compare.ts'
import { basisOf, type Relation, type Resource, type ResourceReference } from '../graph/resource-graph.ts'
import { type Changes, typeName } from '../meaning/changes/describe-changes.ts'
import type { ComparedExposure, ExposureComparison } from '../meaning/exposure/compare-exposures.ts'
import type { ScanRecord } from '../store/scans.ts'
import { scanObject } from './scan-object.ts'

type Comparison = {
  readonly base: ScanRecord
  readonly compared: GraphComparison
  readonly described: Changes
  readonly exposures: ExposureComparison
  /** `null` without a name. */
  readonly nameOf: (reference: ResourceReference) => string | null
}

export function comparisonObject({ base, compared, described, exposures, nameOf }: Comparison) {
  const endObject = (reference: ResourceReference) => withTypeName({ ...reference, name: nameOf(reference) })
  const relationObject = (relation: Relation) => ({
    ...relation,
    source: endObject(relation.source),
    target: endObject(relation.target),
    basis: basisOf(relation),
  })
  const { relationsAdded, relationsRemoved, ...resources } = compared
  return {
    base: scanObject(base),
    ...described,
    changes: described.changes.map((change) => ({ ...change, resource: withTypeName(change.resource) })),
    ...resources,
    relationsAdded: relationsAdded.map(relationObject),
    relationsRemoved: relationsRemoved.map(relationObject),
    exposures: {
      opened: exposures.opened.map(withAccounts),
      closed: exposures.closed.map(withAccounts),
      changed: exposures.changed.map(withAccounts),
      unknown: exposures.unknown.map(withAccounts),
    },
  }
}

export function withAccounts<Compared extends ComparedExposure>({ accounts = [], ...compared }: Compared) {
  return { ...compared, accounts: [...accounts] }
}

const keyOf = ({ type, id }: ResourceReference) => JSON.stringify([type, id])

function withTypeName<Named extends { readonly type: string }>(resource: Named) {
  return { ...resource, typeName: typeName(resource.type) }
}

/** Looks up the names of resources. The last list counts. */
export function namesOf(...lists: (readonly Pick<Resource, 'type' | 'id' | 'name'>[])[]): Comparison['nameOf'] {
  const names = new Map(lists.flat().map((resource) => [keyOf(resource), resource.name]))
  return (reference) => names.get(keyOf(reference)) ?? null
}
