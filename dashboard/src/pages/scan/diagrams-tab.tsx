/** The diagrams of a scan, each with a preview, its detail pages, and an export menu. */
import Box from '@cloudscape-design/components/box'
import Cards from '@cloudscape-design/components/cards'
import ExpandableSection from '@cloudscape-design/components/expandable-section'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { DiagramSummary } from '../../../../contract/diagram.ts'
import type { SavedView } from '../../../../contract/saved-view.ts'
import type { SessionScan } from '../../../../contract/session/scans.ts'
import { viewsOfQuery } from '../../session/sharing.ts'
import { useShownColorMode } from '../../shared/color-mode.ts'
import { EmptyTable } from '../../shared/empty-table.tsx'
import { ExportMenu } from '../../shared/export-menu.tsx'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { PageLink } from '../../shared/page-link.tsx'
import { counted } from '../../shared/resource-kind.ts'

export function DiagramsTab({
  scan,
  diagrams,
  isLive,
}: {
  readonly scan: SessionScan
  readonly diagrams: UseQueryResult<readonly DiagramSummary[]>
  readonly isLive: boolean
}) {
  const theme = useShownColorMode()
  const all = diagrams.data ?? []
  const saved = useQuery(viewsOfQuery(scan)).data?.filter(({ diagramId }) => diagramId !== null) ?? []
  if (diagrams.isError) {
    return <QueryFailure query={diagrams} header="Couldn’t load the diagrams" />
  }
  return (
    <SpaceBetween size="m">
      {saved.length > 0 && <SavedViews views={saved} />}
      <Cards
        ariaLabels={{ itemSelectionLabel: () => '', selectionGroupLabel: 'Diagrams' }}
        items={all.filter(({ parentId }) => parentId === null)}
        loading={diagrams.isLoading}
        loadingText="Loading the diagrams"
        trackBy="id"
        cardsPerRow={[{ cards: 1 }, { minWidth: 700, cards: 2 }, { minWidth: 1600, cards: 3 }]}
        cardDefinition={{
          header: ({ id, title }) => (
            <PageLink variant="primary" href={`/scans/${scan.id}/map/${id}`}>
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
              id: 'pages',
              content: (diagram) => (
                <DiagramPages scanId={scan.id} pages={all.filter(({ parentId }) => parentId === diagram.id)} />
              ),
            },
            {
              id: 'export',
              content: (diagram) => (
                <Box float="right">
                  <ExportMenu diagram={diagram} scan={scan} />
                </Box>
              ),
            },
          ],
        }}
        empty={
          <EmptyTable
            title="No diagrams"
            text={isLive ? 'Diagrams are drawn when the scan completes.' : 'This scan has no diagrams.'}
          />
        }
      />
    </SpaceBetween>
  )
}

function SavedViews({ views }: { readonly views: readonly SavedView[] }) {
  return (
    <div>
      <Box variant="awsui-key-label">Saved views</Box>
      <ul className="relations">
        {views.map(({ id, name }) => (
          <li key={id}>
            <PageLink href={`/views/${id}`}>{name}</PageLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

function DiagramPages({ scanId, pages }: { readonly scanId: string; readonly pages: readonly DiagramSummary[] }) {
  if (pages.length === 0) return null
  return (
    <ExpandableSection headerText={counted(pages.length, 'detail page')}>
      <ul className="relations">
        {pages.map(({ id, title }) => (
          <li key={id}>
            <PageLink href={`/scans/${scanId}/map/${id}`}>{title}</PageLink>
          </li>
        ))}
      </ul>
    </ExpandableSection>
  )
}
