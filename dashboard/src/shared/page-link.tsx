/** A link to another page of the dashboard, in the style of the component library. */
import Link from '@cloudscape-design/components/link'
import type { ReactNode } from 'react'
import { useLinkNavigation } from './use-link-navigation.ts'

export function PageLink({
  href,
  variant = 'secondary',
  children,
  ariaLabel,
  fontSize,
}: {
  readonly href: string
  readonly variant?: 'primary' | 'secondary'
  readonly ariaLabel?: string
  /** `inherit`: from the surrounding text. Default: as body text. */
  readonly fontSize?: 'inherit'
  readonly children: ReactNode
}) {
  const follow = useLinkNavigation()
  return (
    <Link
      href={href}
      variant={variant}
      {...(ariaLabel !== undefined && { ariaLabel })}
      {...(fontSize !== undefined && { fontSize })}
      onFollow={follow}
    >
      {children}
    </Link>
  )
}
