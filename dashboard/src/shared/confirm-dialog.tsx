/** Confirms an action that cannot be undone, and lists what it deletes. */
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { FormDialog } from './form-dialog.tsx'

export function ConfirmDialog({
  title,
  children,
  confirmText,
  typed,
  onConfirm,
  onClose,
}: {
  readonly title: string
  readonly children: ReactNode
  readonly confirmText: string
  /** Text that the user must type first, for actions that delete a lot. */
  readonly typed?: string
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}) {
  const [text, setText] = useState('')
  const confirm = useMutation({ mutationFn: onConfirm, onSuccess: onClose })
  return (
    <FormDialog
      title={title}
      submitText={confirmText}
      disabled={typed !== undefined && text !== typed}
      pending={confirm.isPending}
      error={confirm.error}
      onSubmit={() => confirm.mutate()}
      onClose={onClose}
    >
      <div>{children}</div>
      {typed !== undefined && (
        <FormField label={`To confirm, type ${typed}`}>
          <Input value={text} autoComplete={false} onChange={({ detail }) => setText(detail.value)} />
        </FormField>
      )}
    </FormDialog>
  )
}
