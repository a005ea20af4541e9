/** The pictures of a scan: each opens as a map, and can be had as a file. */
import Box from '@cloudscape-design/components/box'
import Cards from '@cloudscape-design/components/cards'
import type { UseQueryResult } from '@tanstack/react-query'
import type { DiagramSummary } from '../../../../contract/diagram.ts'
import { useShownColorMode } from '../../shared/color-mode.ts'
import { EmptyTable } from '../../shared/empty-table.tsx'
import { ExportMenu } from '../../shared/export-menu.tsx'
import { FailureAlert } from '../../shared/failure-alert.tsx'
import { PageLink } from '../../shared/page-link.tsx'

export function DiagramsPart({
  scanId,
  diagrams,
  isLive,
}: {
  readonly scanId: string
  readonly diagrams: UseQueryResult<readonly DiagramSummary[]>
  readonly isLive: boolean
}) {
  const theme = useShownColorMode()
  if (diagrams.isError) {
    return (
      <FailureAlert
        error={diagrams.error}
        header="The diagrams could not be read"
        onRetry={() => void diagrams.refetch()}
      />
    )
  }
  return (
    <Cards
      ariaLabels={{ itemSelectionLabel: () => '', selectionGroupLabel: 'Diagrams' }}
      items={diagrams.data ?? []}
      loading={diagrams.isLoading}
      loadingText="Reading the diagrams"
      trackBy="id"
      cardsPerRow={[{ cards: 1 }, { minWidth: 700, cards: 2 }, { minWidth: 1600, cards: 3 }]}
      cardDefinition={{
        header: ({ id, title }) => (
          <PageLink variant="primary" href={`/scans/${scanId}/map/${id}`}>
            {title}
          </PageLink>
        ),
        sections: [
          {
            id: 'picture',
            content: ({ id, title }) => (
              <img
                className="diagram-preview"
                loading="lazy"
                src={`/session/diagrams/${id}/content?format=svg&theme=${theme}`}
                alt={title}
              />
            ),
          },
          {
            id: 'export',
            content: (diagram) => (
              <Box float="right">
                <ExportMenu diagram={diagram} />
              </Box>
            ),
          },
        ],
      }}
      empty={
        <EmptyTable
          title="No diagrams"
          text={isLive ? 'They are drawn when the scan has ended.' : 'The scan ended before anything could be drawn.'}
        />
      }
    />
  )
}
