/** A link to another page of the dashboard, in the look of the component library. */
import Link from '@cloudscape-design/components/link'
import type { ReactNode } from 'react'
import { useFollow } from './use-follow.ts'

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
  /** As of the text around; that of the body by default. */
  readonly fontSize?: 'inherit'
  readonly children: ReactNode
}) {
  const follow = useFollow()
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
