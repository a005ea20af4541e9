/** The frame of every form dialog: title, error, Cancel and submit buttons. Enter in a field submits. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import Modal from '@cloudscape-design/components/modal'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { FailureAlert } from './failure-alert.tsx'

export function FormDialog({
  title,
  submitText,
  disabled = false,
  pending = false,
  error = null,
  onSubmit,
  onClose,
  children,
}: {
  readonly title: string
  readonly submitText: string
  readonly disabled?: boolean
  readonly pending?: boolean
  /** Error of the last attempt. */
  readonly error?: Error | null
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const formId = useId()
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
            <Button variant="primary" form={formId} loading={pending} disabled={disabled}>
              {submitText}
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          if (!disabled && !pending) onSubmit()
        }}
      >
        <SpaceBetween size="m">
          {error !== null && <FailureAlert error={error} />}
          {children}
        </SpaceBetween>
      </form>
    </Modal>
  )
}
