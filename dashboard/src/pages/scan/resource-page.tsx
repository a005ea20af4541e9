/** One resource of a scan, on its own page. */
import Container from '@cloudscape-design/components/container'
import { useLocation, useSearchParams } from 'wouter'
import { queryString } from '../../http/query-string.ts'
import { visibleText } from '../../http/visible-text.ts'
import { useScan } from '../../session/scan.ts'
import { Page } from '../../shared/page.tsx'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { ResourcePanel, useResource } from '../../shared/resource-panel.tsx'
import { NotFoundPage } from '../not-found-page.tsx'

export function ResourcePage({ scanId }: { readonly scanId: string }) {
  const [search] = useSearchParams()
  const [type, id] = [search.get('type'), search.get('id')]
  if (type === null || id === null) return <NotFoundPage />
  return <KnownResource scanId={scanId} type={visibleText(type)} id={visibleText(id)} />
}

function KnownResource({ scanId, type, id }: { readonly scanId: string; readonly type: string; readonly id: string }) {
  const [, navigate] = useLocation()
  const scan = useScan(scanId)
  const resource = useResource(scanId, { type, id })
  return (
    <Page
      title={resource.data?.name ?? id}
      parents={[
        { text: 'Scans', href: '/scans' },
        {
          text: scan.data === undefined ? 'Scan' : `${scan.data.accountAlias}, ${scan.data.region}`,
          href: `/scans/${scanId}`,
        },
        { text: 'Resources', href: `/scans/${scanId}/resources` },
      ]}
    >
      {scan.isError ? (
        <QueryFailure
          query={scan}
          header="Couldn’t load the scan"
          missing={{ what: 'scan', href: '/scans', linkText: 'Go to scans' }}
        />
      ) : (
        <Container>
          <ResourcePanel
            scanId={scanId}
            resource={{ type, id }}
            columns={3}
            onFollow={(next) => navigate(`/scans/${scanId}/resource${queryString(next)}`)}
          />
        </Container>
      )}
    </Page>
  )
}
