/** Downloads a snapshot of a scan with the chosen redaction. */
import RadioGroup from '@cloudscape-design/components/radio-group'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionScan } from '../../../../contract/session/scans.ts'
import { queryString } from '../../http/query-string.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { useNotify } from '../../shared/notifications.ts'
import { saveFile } from '../../shared/save-file.ts'

const redactions = [
  {
    value: 'default',
    label: 'Default',
    description: 'Replaces account IDs, public IP and email addresses, access key IDs, and secrets in tags.',
  },
  { value: 'strict', label: 'Strict', description: 'Also replaces names, tag values, and descriptions.' },
  { value: 'none', label: 'None', description: 'Keeps everything.' },
]

export function SnapshotDialog({ scan, onClose }: { readonly scan: SessionScan; readonly onClose: () => void }) {
  const [redact, setRedact] = useState('default')
  const notify = useNotify()
  const save = useMutation({
    mutationFn: () =>
      saveFile(
        `/session/scans/${scan.id}/snapshot${queryString({ redact })}`,
        `${scan.region}-${scan.createdAt.slice(0, 10)}.surveyor.zip`,
      ),
    onSuccess: () => {
      notify({ type: 'success', content: 'Snapshot downloaded.' })
      onClose()
    },
  })

  return (
    <FormDialog
      title="Download snapshot"
      submitText="Download snapshot"
      pending={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <div>
        A signed file with everything of this scan: graph, coverage, exposures, and diagrams. Creating it takes seconds
        to minutes.
      </div>
      <RadioGroup
        ariaLabel="Redaction"
        value={redact}
        items={redactions}
        onChange={({ detail }) => setRedact(detail.value)}
      />
    </FormDialog>
  )
}
