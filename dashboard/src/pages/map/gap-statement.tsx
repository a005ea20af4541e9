/** In the panel of a box that could not be read: the statement that allows what was denied of it, or why none helps. */
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
  /** All of the diagram's boxes that could not be read. */
  readonly gapBoxIds: readonly string[]
}) {
  const coverage = useCoverage(scanId)
  const meant = (coverage.data ?? []).filter(
    (entry) => (entry.status === 'denied' || entry.status === 'failed') && boxOf(entry, gapBoxIds) === boxId,
  )
  const allowable = meant.filter(({ statement }) => statement !== null)
  // A box of one type says its reason itself.
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

/** By the ids that the service gives: the box of the type, of its service, or of all services without a box of their own. */
function boxOf({ type }: Coverage, gapBoxIds: readonly string[]): string {
  return [`gap:${type}`, `gap:service ${serviceOf(type)}`].find((id) => gapBoxIds.includes(id)) ?? 'gap:more services'
}
