/** Shown for a URL without a page. */
import Box from '@cloudscape-design/components/box'
import { PageLink } from '../shared/page-link.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'

export function NotFoundPage() {
  usePageTitle('Page not found')
  return (
    <Box textAlign="center" padding="xxxl">
      <Box variant="h1">Page not found</Box>
      <Box variant="p" color="text-body-secondary">
        The link may be wrong, or the page was deleted.
      </Box>
      <PageLink href="/scans">Go to scans</PageLink>
    </Box>
  )
}
