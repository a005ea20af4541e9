/** The share links that the user may revoke. */
import Button from '@cloudscape-design/components/button'
import Header from '@cloudscape-design/components/header'
import StatusIndicator from '@cloudscape-design/components/status-indicator'
import Table from '@cloudscape-design/components/table'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ShareLink } from '../../../../contract/share-link.ts'
import { revokeShareLink, shareLinksQuery, useReloadSharing } from '../../session/sharing.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { formatCount } from '../../shared/resource-kind.ts'
import { TimeText } from '../../shared/time-text.tsx'

const statuses = {
  active: ['success', 'Active'],
  expired: ['stopped', 'Expired'],
  revoked: ['stopped', 'Revoked'],
  ended: ['warning', 'Ended'],
} as const

export function ShareLinksTable({ isAdmin }: { readonly isAdmin: boolean }) {
  const links = useQuery(shareLinksQuery)
  const reload = useReloadSharing()
  const [revoking, setRevoking] = useState<ShareLink | null>(null)
  return (
    <>
      <QueryFailure query={links} header="Couldn’t load the share links" />
      <Table
        wrapLines
        items={links.data ?? []}
        trackBy="id"
        loading={links.isLoading}
        loadingText="Loading the share links"
        ariaLabels={{ tableLabel: 'Share links' }}
        header={
          <Header
            description={
              isAdmin
                ? 'Everyone who has a link can view its diagram.'
                : 'The links that you created. Everyone who has a link can view its diagram.'
            }
          >
            Share links
          </Header>
        }
        empty="No share links"
        columnDefinitions={[
          { id: 'view', header: 'View', isRowHeader: true, minWidth: 120, cell: ({ viewName }) => viewName },
          {
            id: 'status',
            header: 'Status',
            minWidth: 110,
            cell: ({ status }) => <StatusIndicator type={statuses[status][0]}>{statuses[status][1]}</StatusIndicator>,
          },
          {
            id: 'actions',
            header: 'Actions',
            minWidth: 90,
            cell: (link) =>
              link.status !== 'revoked' &&
              link.status !== 'expired' && (
                <Button
                  variant="inline-link"
                  ariaLabel={`Revoke the link to ${link.viewName}`}
                  onClick={() => setRevoking(link)}
                >
                  Revoke
                </Button>
              ),
          },
          {
            id: 'expires',
            header: 'Expires',
            minWidth: 112,
            cell: ({ expiresAt }) => <TimeText at={expiresAt} form="short" />,
          },
          { id: 'uses', header: 'Requests', minWidth: 103, cell: ({ uses }) => formatCount(uses) },
          {
            id: 'last',
            header: 'Last request',
            minWidth: 96,
            cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'None' : <TimeText at={lastUsedAt} />),
          },
          {
            id: 'sites',
            header: 'Embedded on',
            minWidth: 178,
            cell: ({ frameAncestors }) =>
              frameAncestors.length === 0
                ? 'No site'
                : frameAncestors.map((site) => (
                    <div key={site} className="any-break">
                      {site}
                    </div>
                  )),
          },
          ...(isAdmin
            ? [
                {
                  id: 'by',
                  header: 'Created by',
                  minWidth: 90,
                  cell: ({ createdBy }: ShareLink) => createdBy ?? 'Deleted',
                },
              ]
            : []),
        ]}
      />
      {revoking !== null && (
        <ConfirmDialog
          title="Revoke the share link"
          confirmText="Revoke"
          onClose={() => setRevoking(null)}
          onConfirm={async () => {
            await revokeShareLink(revoking.id)
            await reload()
          }}
        >
          The link to {revoking.viewName} stops working immediately, also where it is embedded. You can’t undo this.
        </ConfirmDialog>
      )}
    </>
  )
}
