/** Asks before something is done that cannot be undone, and says what goes with it. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import Modal from '@cloudscape-design/components/modal'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { FailureAlert } from './failure-alert.tsx'

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
  /** A word that has to be typed first, for what takes much with it. */
  readonly typed?: string
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}) {
  const [text, setText] = useState('')
  const confirm = useMutation({ mutationFn: onConfirm, onSuccess: onClose })
  return (
    <Modal
      visible
      header={title}
      closeAriaLabel="Close"
      onDismiss={onClose}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" onClick={onClose}>
              Cancel
            </Button>
            <Button
              variant="primary"
              loading={confirm.isPending}
              disabled={typed !== undefined && text !== typed}
              onClick={() => confirm.mutate()}
            >
              {confirmText}
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="m">
        {confirm.isError && <FailureAlert error={confirm.error} />}
        <div>{children}</div>
        {typed !== undefined && (
          <FormField label={`To confirm, type ${typed}`}>
            <Input value={text} autoComplete={false} onChange={({ detail }) => setText(detail.value)} />
          </FormField>
        )}
      </SpaceBetween>
    </Modal>
  )
}
