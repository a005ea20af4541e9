/** Replaces the rows of an empty table: why it is empty, and what to do. */
import Box from '@cloudscape-design/components/box'
import SpaceBetween from '@cloudscape-design/components/space-between'
import type { ReactNode } from 'react'

export function EmptyTable({
  title,
  text,
  action,
}: {
  readonly title: string
  readonly text: ReactNode
  readonly action?: ReactNode
}) {
  return (
    <Box textAlign="center" padding={{ vertical: 'l' }}>
      <SpaceBetween size="xs">
        <Box variant="strong">{title}</Box>
        <Box color="text-body-secondary">{text}</Box>
        {action}
      </SpaceBetween>
    </Box>
  )
}
