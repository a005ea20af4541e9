/** The frame of every page before sign-in: the logo and one card. */
import Container from '@cloudscape-design/components/container'
import Header from '@cloudscape-design/components/header'
import type { ReactNode } from 'react'
import { usePageTitle } from '../../shared/use-page-title.ts'

export function EntryCard({
  title,
  description,
  children,
}: {
  readonly title: string
  readonly description?: string
  readonly children: ReactNode
}) {
  usePageTitle(title)
  return (
    <main className="entry">
      <div className="entry-card">
        <div className="entry-brand">
          <img src="/favicon.svg" alt="" width={36} height={36} />
          Surveyor
        </div>
        <Container
          header={
            <Header variant="h1" description={description}>
              {title}
            </Header>
          }
        >
          {children}
        </Container>
      </div>
    </main>
  )
}
