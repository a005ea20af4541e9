/** The number of resources of each type, largest first, each with a link to the list. */
import Box from '@cloudscape-design/components/box'
import Container from '@cloudscape-design/components/container'
import ExpandableSection from '@cloudscape-design/components/expandable-section'
import Header from '@cloudscape-design/components/header'
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { queryString } from '../../http/query-string.ts'
import type { Coverage } from '../../session/scan.ts'
import { PageLink } from '../../shared/page-link.tsx'
import { formatCount } from '../../shared/resource-kind.ts'
import { typeCounts } from './type-counts.ts'

export function ResourceCounts({
  scanId,
  progress,
  coverage,
  isLive,
}: {
  readonly scanId: string
  readonly progress: Readonly<Record<string, number>> | null
  readonly coverage: readonly Coverage[]
  readonly isLive: boolean
}) {
  const counts = typeCounts(coverage, progress ?? {})
  const found = counts.filter(({ count }) => count > 0)
  const empty = counts.filter(({ count }) => count === 0).map(({ name }) => name)
  return (
    <Container
      header={
        <Header
          variant="h2"
          counter={
            counts.length === 0 ? undefined : `(${formatCount(found.reduce((sum, { count }) => sum + count, 0))})`
          }
        >
          Resources found
        </Header>
      }
    >
      <SpaceBetween size="m">
        {found.length === 0 ? (
          <Box color="text-body-secondary">{isLive ? 'Waiting for the first results.' : 'No resources found.'}</Box>
        ) : (
          <KeyValuePairs
            columns={4}
            minColumnWidth={110}
            items={found.map(({ name, count, type }) => ({
              label: name,
              value: (
                <Box variant="span" fontSize="heading-l">
                  {type === null || isLive ? (
                    <span className="number">{formatCount(count)}</span>
                  ) : (
                    <PageLink
                      href={`/scans/${scanId}/resources${queryString({ type, external: 'false' })}`}
                      ariaLabel={`${name}: ${formatCount(count)}`}
                      fontSize="inherit"
                    >
                      <span className="number">{formatCount(count)}</span>
                    </PageLink>
                  )}
                </Box>
              ),
            }))}
          />
        )}
        {empty.length > 0 && (
          <ExpandableSection headerText={`Types without resources (${empty.length})`}>
            {empty.toSorted().join(', ')}
          </ExpandableSection>
        )}
      </SpaceBetween>
    </Container>
  )
}
