/** For the panel of a gap box: the policy statement that allows the denied actions, or the reasons without one. */
import ExpandableSection from '@cloudscape-design/components/expandable-section'
import { type Coverage, useCoverage } from '../../session/scan.ts'
import { serviceOf } from '../../shared/resource-kind.ts'
import { PageLink } from '../../shared/page-link.tsx'
import { PolicyStatement } from '../../shared/policy-statement.tsx'

export function GapStatement({
  scanId,
  boxId,
  gapBoxIds,
}: {
  readonly scanId: string
  readonly boxId: string
  /** IDs of all gap boxes of the diagram. */
  readonly gapBoxIds: readonly string[]
}) {
  const coverage = useCoverage(scanId)
  const meant = (coverage.data ?? []).filter(
    (entry) => (entry.status === 'denied' || entry.status === 'failed') && boxOf(entry, gapBoxIds) === boxId,
  )
  const allowable = meant.filter(({ statement }) => statement !== null)
  // The description of a box with one type has the reason already.
  const reasons = boxId === `gap:${meant[0]?.type}` ? [] : meant.filter(({ statement }) => statement === null)
  return (
    <>
      {reasons.length > 0 && (
        <ul className="relations">
          {[...new Set(reasons.map(({ reason }) => reason))].map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {allowable.length > 0 && (
        <ExpandableSection headerText="Policy statement" headingTagOverride="h3" defaultExpanded>
          <PolicyStatement denied={allowable} />
        </ExpandableSection>
      )}
      <PageLink href={`/scans/${scanId}/coverage`}>View the coverage of this scan</PageLink>
    </>
  )
}

/** ID of the gap box of a type: that of all types, its own, that of its service, or that of all other services. */
function boxOf({ type }: Coverage, gapBoxIds: readonly string[]): string {
  return (
    ['gap:all', `gap:${type}`, `gap:service ${serviceOf(type)}`].find((id) => gapBoxIds.includes(id)) ??
    'gap:more services'
  )
}
