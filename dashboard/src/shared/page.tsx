/** The frame of a page’s content: breadcrumbs, title, actions. */
import Header from '@cloudscape-design/components/header'
import SpaceBetween from '@cloudscape-design/components/space-between'
import type { ReactNode } from 'react'
import { useBreadcrumbs } from './breadcrumbs.ts'
import { usePageTitle } from './use-page-title.ts'

export function Page({
  title,
  description,
  parents = [],
  actions,
  children,
}: {
  readonly title: string
  readonly description?: ReactNode
  /** The pages above this one. */
  readonly parents?: readonly { readonly text: string; readonly href: string }[]
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  usePageTitle(title)
  useBreadcrumbs([...parents, { text: title, href: '#' }])
  return (
    <SpaceBetween size="m">
      <Header variant="h1" description={description} actions={actions}>
        {title}
      </Header>
      {children}
    </SpaceBetween>
  )
}
