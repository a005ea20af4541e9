/** How many resources of each kind were found, those that are there first. */
import Box from '@cloudscape-design/components/box'
import Container from '@cloudscape-design/components/container'
import ExpandableSection from '@cloudscape-design/components/expandable-section'
import Header from '@cloudscape-design/components/header'
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs'
import SpaceBetween from '@cloudscape-design/components/space-between'
import type { Coverage } from '../../session/scan.ts'
import { capitalized, countKeyName, formatCount, kindNamePlural } from '../../shared/resource-kind.ts'

export function FoundCounts({
  progress,
  coverage,
  isLive,
}: {
  readonly progress: Readonly<Record<string, number>> | null
  readonly coverage: readonly Coverage[]
  readonly isLive: boolean
}) {
  const nameOf = (key: string) => countName(key, coverage)
  const entries = Object.entries(progress ?? {})
  const found = entries.filter(([, count]) => count > 0).sort(([, left], [, right]) => right - left)
  const empty = entries.filter(([, count]) => count === 0).map(([key]) => nameOf(key))
  return (
    <Container
      header={
        <Header
          variant="h2"
          counter={
            entries.length === 0 ? undefined : `(${formatCount(found.reduce((sum, [, count]) => sum + count, 0))})`
          }
        >
          Resources found
        </Header>
      }
    >
      {found.length === 0 ? (
        <Box color="text-body-secondary">{isLive ? 'Waiting for the first answers.' : 'Nothing was found.'}</Box>
      ) : (
        <SpaceBetween size="m">
          <KeyValuePairs
            columns={4}
            minColumnWidth={110}
            items={found.map(([key, count]) => ({
              label: nameOf(key),
              value: (
                <Box variant="span" fontSize="heading-l">
                  <span className="number">{formatCount(count)}</span>
                </Box>
              ),
            }))}
          />
          {empty.length > 0 && (
            <ExpandableSection headerText={`Read and empty (${empty.length})`}>
              {empty.sort().join(', ')}
            </ExpandableSection>
          )}
        </SpaceBetween>
      )}
    </Container>
  )
}

/** By the name of the type that is counted; several types under one key have only the key's name. */
function countName(key: string, coverage: readonly Coverage[]): string {
  const [type, ...others] = coverage.filter(({ countKey }) => countKey === key).map((entry) => entry.type)
  return type === undefined || others.length > 0 ? countKeyName(key) : capitalized(kindNamePlural(type))
}
