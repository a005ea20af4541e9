/** Saves what a map shows under a name. */
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import RadioGroup from '@cloudscape-design/components/radio-group'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CreateViewRequest, ViewVisibility } from '../../../../contract/saved-view.ts'
import { fieldMessage } from '../../http/request.ts'
import { useAllowed } from '../../session/current-user.ts'
import { createView, useReloadSharing } from '../../session/sharing.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { useNotify } from '../../shared/notifications.ts'
import { ScanChoice } from './scan-choice.tsx'

export function SaveViewDialog({
  shown,
  onClose,
}: {
  readonly shown: Pick<CreateViewRequest, 'diagramId' | 'options' | 'place'>
  readonly onClose: () => void
}) {
  const maySaveForAll = useAllowed('member')
  const [name, setName] = useState('')
  const [visibility, setVisibility] = useState<ViewVisibility>(maySaveForAll ? 'organization' : 'personal')
  const [pinned, setPinned] = useState(false)
  const reload = useReloadSharing()
  const notify = useNotify()
  const save = useMutation({
    mutationFn: () => createView({ ...shown, name: name.trim(), visibility, pinned }),
    onSuccess: async (view) => {
      notify({ type: 'success', content: `View ${view.name} saved.` })
      onClose()
      await reload()
    },
  })
  return (
    <FormDialog
      title="Save view"
      submitText="Save view"
      disabled={name.trim() === ''}
      pending={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <div>Saves the diagram with its filter, layers, collapsed groups, and place.</div>
      <FormField label="Name" errorText={fieldMessage(save.error, 'name')}>
        <Input value={name} autoComplete={false} onChange={({ detail }) => setName(detail.value)} />
      </FormField>
      {maySaveForAll && (
        <FormField label="Visible to">
          <RadioGroup
            value={visibility}
            items={[
              { value: 'organization', label: 'Everyone in the organization' },
              { value: 'personal', label: 'Only me' },
            ]}
            onChange={({ detail }) => setVisibility(detail.value === 'personal' ? 'personal' : 'organization')}
          />
        </FormField>
      )}
      <ScanChoice pinned={pinned} onChange={setPinned} />
    </FormDialog>
  )
}
