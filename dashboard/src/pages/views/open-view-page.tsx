/** Opens a saved view in the map of the scan that it shows now. */
import Alert from '@cloudscape-design/components/alert'
import { useQuery } from '@tanstack/react-query'
import { Redirect } from 'wouter'
import { viewAddress, viewQuery } from '../../session/sharing.ts'
import { Loading } from '../../shared/loading.tsx'
import { Page } from '../../shared/page.tsx'
import { PageLink } from '../../shared/page-link.tsx'
import { QueryFailure } from '../../shared/query-failure.tsx'

export function OpenViewPage({ id }: { readonly id: string }) {
  // Always asked again, because a newer scan may have completed.
  const view = useQuery({ ...viewQuery(id), staleTime: 0, gcTime: 0 })
  if (view.isLoading) return <Loading />
  if (view.data === undefined) {
    return (
      <Page title="Saved view">
        <QueryFailure
          query={view}
          header="Couldn’t open the saved view"
          missing={{ what: 'saved view', href: '/views', linkText: 'All views' }}
        />
      </Page>
    )
  }
  const address = viewAddress(view.data)
  if (address !== null) return <Redirect to={address} replace />
  return (
    <Page title={view.data.name}>
      <Alert type="warning" statusIconAriaLabel="Warning" header="The scan of this view was deleted">
        Save the view again from another scan. <PageLink href="/views">All views</PageLink>
      </Alert>
    </Page>
  )
}
