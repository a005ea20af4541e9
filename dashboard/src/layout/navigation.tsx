/** The side navigation, with the pages that the user’s role allows. */
import SideNavigation from '@cloudscape-design/components/side-navigation'
import type { SideNavigationProps } from '@cloudscape-design/components/side-navigation'
import { useLocation } from 'wouter'
import { useAllowed, useCurrentUser } from '../session/current-user.ts'
import { useLinkNavigation } from '../shared/use-link-navigation.ts'

export function Navigation() {
  const [path] = useLocation()
  const follow = useLinkNavigation()
  const isAdmin = useAllowed('admin')
  const { organization } = useCurrentUser()
  const ofOrganization: readonly SideNavigationProps.Item[] = [
    { type: 'link', text: 'Scans', href: '/scans' },
    { type: 'link', text: 'Schedules', href: '/schedules' },
    { type: 'link', text: 'Alerts', href: '/alerts' },
    { type: 'link', text: 'Views', href: '/views' },
    { type: 'link', text: 'Accounts', href: '/accounts' },
    { type: 'divider' },
    ...(isAdmin ? [{ type: 'link', text: 'API keys', href: '/keys' } as const] : []),
    { type: 'link', text: 'Members', href: '/members' },
    ...(isAdmin
      ? ([
          { type: 'link', text: 'Settings', href: '/settings' },
          { type: 'link', text: 'Audit log', href: '/audit' },
        ] as const)
      : []),
  ]
  const items: readonly SideNavigationProps.Item[] = [
    ...(organization === null || organization.needsSignOn
      ? [{ type: 'link', text: 'Profile', href: '/profile' } as const]
      : ofOrganization),
    { type: 'divider' },
    { type: 'link', text: 'API reference', href: '/docs', external: true },
  ]
  return (
    <SideNavigation
      header={{ text: organization?.name ?? 'No organization', href: '/' }}
      activeHref={`/${path.split('/')[1] ?? ''}`}
      items={items}
      onFollow={follow}
    />
  )
}
