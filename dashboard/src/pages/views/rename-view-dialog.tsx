/** Renames a saved view. */
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { SavedView } from '../../../../contract/saved-view.ts'
import { fieldMessage } from '../../http/request.ts'
import { renameView, useReloadSharing } from '../../session/sharing.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'

export function RenameViewDialog({ view, onClose }: { readonly view: SavedView; readonly onClose: () => void }) {
  const [name, setName] = useState(view.name)
  const reload = useReloadSharing()
  const rename = useMutation({
    mutationFn: () => renameView(view.id, name.trim()),
    onSuccess: async () => {
      onClose()
      await reload()
    },
  })
  return (
    <FormDialog
      title={`Rename ${view.name}`}
      submitText="Rename"
      disabled={name.trim() === ''}
      pending={rename.isPending}
      error={rename.error}
      onSubmit={() => rename.mutate()}
      onClose={onClose}
    >
      <FormField label="Name" errorText={fieldMessage(rename.error, 'name')}>
        <Input value={name} autoComplete={false} onChange={({ detail }) => setName(detail.value)} />
      </FormField>
    </FormDialog>
  )
}
