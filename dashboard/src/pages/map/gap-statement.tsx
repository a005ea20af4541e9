/** In the panel of a box that could not be read: the statement that allows what was denied of it. */
import ExpandableSection from '@cloudscape-design/components/expandable-section'
import { type Coverage, useCoverage } from '../../session/scan.ts'
import { serviceOf } from '../../shared/resource-kind.ts'
import { PageLink } from '../../shared/page-link.tsx'
import { PolicyStatement } from '../../shared/policy-statement.tsx'

export function GapStatement({ scanId, boxId }: { readonly scanId: string; readonly boxId: string }) {
  const coverage = useCoverage(scanId)
  const statements = (coverage.data ?? [])
    .filter((entry) => entry.statement !== null && isMeant(entry, boxId))
    .map(({ statement }) => statement)
  return (
    <>
      {statements.length > 0 && (
        <ExpandableSection headerText="Policy statement" headingTagOverride="h3" defaultExpanded>
          <PolicyStatement statements={statements} />
        </ExpandableSection>
      )}
      <PageLink href={`/scans/${scanId}/coverage`}>View the coverage of this scan</PageLink>
    </>
  )
}

/** By a box's id, as the service gives it: of one type, or of the types of one service. */
function isMeant({ type }: Coverage, boxId: string): boolean {
  return boxId === `gap:${type}` || boxId === `gap:service ${serviceOf(type)}`
}
