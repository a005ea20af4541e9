/** The menu of a map that saves what it shows, and shares it. */
import ButtonDropdown from '@cloudscape-design/components/button-dropdown'
import { useState } from 'react'
import type { DiagramSummary } from '../../../../contract/diagram.ts'
import type { SessionScan } from '../../../../contract/session/scans.ts'
import { useAllowed } from '../../session/current-user.ts'
import { SaveViewDialog } from '../views/save-view-dialog.tsx'
import { ShareDialog } from '../views/share-dialog.tsx'
import type { MapAddress } from './map-address.ts'
import { shownView } from './shown-view.ts'

export function MapSharing({
  scan,
  summary,
  address,
}: {
  readonly scan: SessionScan
  readonly summary: DiagramSummary
  readonly address: MapAddress
}) {
  const mayShare = useAllowed('member')
  const [dialog, setDialog] = useState<'save' | 'share' | null>(null)
  const close = () => setDialog(null)
  const shown = shownView(summary.id, address)
  return (
    <>
      <ButtonDropdown
        expandToViewport
        items={[{ id: 'save', text: 'Save view' }, ...(mayShare ? [{ id: 'share', text: 'Create share link' }] : [])]}
        onItemClick={({ detail }) => setDialog(detail.id === 'share' ? 'share' : 'save')}
      >
        Share
      </ButtonDropdown>
      {dialog === 'save' && <SaveViewDialog shown={shown} onClose={close} />}
      {dialog === 'share' && (
        <ShareDialog
          what={{ shown, title: `${summary.title} of ${scan.accountAlias}, ${scan.region}`.slice(0, 100) }}
          onClose={close}
        />
      )}
    </>
  )
}
