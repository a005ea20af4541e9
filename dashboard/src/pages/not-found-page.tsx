/** Shown for an address that leads nowhere. */
import Box from '@cloudscape-design/components/box'
import { PageLink } from '../shared/page-link.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'

export function NotFoundPage() {
  usePageTitle('Not found')
  return (
    <Box textAlign="center" padding="xxxl">
      <Box variant="h1">There is nothing here</Box>
      <Box variant="p" color="text-body-secondary">
        The address may be wrong, or what was here is gone.
      </Box>
      <PageLink href="/scans">Go to scans</PageLink>
    </Box>
  )
}
