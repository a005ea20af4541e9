/** A comparison as the API answers it. */
import type { GraphComparison } from '../graph/compare.ts'
import { basisOf, type Relation } from '../graph/resource-graph.ts'
import type { Changes } from '../meaning/changes/describe-changes.ts'
import type { ComparedExposure, ExposureComparison } from '../meaning/exposure/compare-exposures.ts'
import type { ScanRecord } from '../store/scans.ts'
import { scanObject } from './scan-object.ts'

type Comparison = {
  readonly base: ScanRecord
  readonly compared: GraphComparison
  readonly described: Changes
  readonly exposures: ExposureComparison
}

export function comparisonObject({ base, compared, described, exposures }: Comparison) {
  const { relationsAdded, relationsRemoved, ...resources } = compared
  return {
    base: scanObject(base),
    ...described,
    ...resources,
    relationsAdded: relationsAdded.map(withBasis),
    relationsRemoved: relationsRemoved.map(withBasis),
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

function withBasis(relation: Relation) {
  return { ...relation, basis: basisOf(relation) }
}
