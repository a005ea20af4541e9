/** Saved views of the organization and the user, and share links. */
import ButtonDropdown from '@cloudscape-design/components/button-dropdown'
import Header from '@cloudscape-design/components/header'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Table from '@cloudscape-design/components/table'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SavedView } from '../../../../contract/saved-view.ts'
import { useAccounts } from '../../session/accounts.ts'
import { useAllowed } from '../../session/current-user.ts'
import { removeView, useReloadSharing, viewsQuery } from '../../session/sharing.ts'
import { useBreadcrumbs } from '../../shared/breadcrumbs.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { EmptyTable } from '../../shared/empty-table.tsx'
import { PageLink } from '../../shared/page-link.tsx'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { usePageTitle } from '../../shared/use-page-title.ts'
import { RenameViewDialog } from './rename-view-dialog.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { ShareLinksTable } from './share-links-table.tsx'

type Dialog = { readonly kind: 'share' | 'rename' | 'remove'; readonly view: SavedView }

export function ViewsPage() {
  usePageTitle('Views')
  useBreadcrumbs([{ text: 'Views', href: '#' }])
  const mayShare = useAllowed('member')
  const isAdmin = useAllowed('admin')
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const views = useQuery(viewsQuery)
  const accounts = useAccounts()
  const reload = useReloadSharing()
  const close = () => setDialog(null)
  const aliasOf = (id: string) => accounts.data?.find((account) => account.id === id)?.alias ?? 'Account'
  const actionsOf = (view: SavedView) => [
    ...(mayShare && view.diagramId !== null ? [{ id: 'share', text: 'Create share link' }] : []),
    ...(mayShare || view.visibility === 'personal'
      ? [
          { id: 'rename', text: 'Rename' },
          { id: 'remove', text: 'Delete' },
        ]
      : []),
  ]

  return (
    <SpaceBetween size="l">
      <QueryFailure query={views} header="Couldn’t load the saved views" />
      <Table
        variant="full-page"
        wrapLines
        items={views.data ?? []}
        trackBy="id"
        loading={views.isLoading}
        loadingText="Loading the saved views"
        ariaLabels={{ tableLabel: 'Saved views' }}
        header={
          <Header variant="awsui-h1-sticky" description="Diagrams with their filter, layers, and place, under a name.">
            Views
          </Header>
        }
        empty={<EmptyTable title="No saved views" text="Open a diagram, and choose Share, Save view." />}
        columnDefinitions={[
          {
            id: 'name',
            header: 'Name',
            isRowHeader: true,
            minWidth: 180,
            cell: ({ id, name, diagramId }) =>
              diagramId === null ? name : <PageLink href={`/views/${id}`}>{name}</PageLink>,
          },
          {
            id: 'account',
            header: 'Account',
            minWidth: 150,
            cell: ({ cloudAccountId }) => (
              <PageLink href={`/accounts/${cloudAccountId}`}>{aliasOf(cloudAccountId)}</PageLink>
            ),
          },
          { id: 'region', header: 'Region', minWidth: 110, cell: ({ region }) => region },
          { id: 'type', header: 'Diagram', minWidth: 110, cell: ({ type }) => diagramNames[type] ?? type },
          { id: 'scan', header: 'Scan', minWidth: 100, cell: scanWords },
          {
            id: 'visible',
            header: 'Visible to',
            minWidth: 110,
            cell: ({ visibility }) => (visibility === 'personal' ? 'Only you' : 'Organization'),
          },
          {
            id: 'actions',
            header: 'Actions',
            minWidth: 90,
            cell: (view) =>
              actionsOf(view).length > 0 && (
                <ButtonDropdown
                  variant="icon"
                  expandToViewport
                  ariaLabel={`Actions: ${view.name}`}
                  items={actionsOf(view)}
                  onItemClick={({ detail }) => setDialog({ kind: detail.id as Dialog['kind'], view })}
                />
              ),
          },
        ]}
      />
      {mayShare && <ShareLinksTable isAdmin={isAdmin} />}
      {dialog?.kind === 'share' && <ShareDialog what={dialog} onClose={close} />}
      {dialog?.kind === 'rename' && <RenameViewDialog view={dialog.view} onClose={close} />}
      {dialog?.kind === 'remove' && (
        <ConfirmDialog
          title="Delete the saved view"
          confirmText="Delete"
          onClose={close}
          onConfirm={async () => {
            await removeView(dialog.view.id)
            await reload()
          }}
        >
          This deletes {dialog.view.name} and its share links. Links stop working immediately.
        </ConfirmDialog>
      )}
    </SpaceBetween>
  )
}

const diagramNames: Readonly<Record<string, string>> = {
  overview: 'Overview',
  architecture: 'Architecture',
  network: 'Network',
  dataflow: 'Data flow',
  security: 'Security',
  inventory: 'Inventory',
}

function scanWords({ pinned, scanId }: SavedView): string {
  if (scanId === null) return pinned ? 'Deleted' : 'None'
  return pinned ? 'One scan' : 'Newest'
}
