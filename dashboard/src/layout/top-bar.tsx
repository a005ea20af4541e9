/** The top bar: organization menu, theme menu, and user menu. */
import TopNavigation from '@cloudscape-design/components/top-navigation'
import type { TopNavigationProps } from '@cloudscape-design/components/top-navigation'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { signInPage } from '../../../contract/session/links.ts'
import { request } from '../http/request.ts'
import { reloadActiveOrganization, useCurrentUser } from '../session/current-user.ts'
import { chooseColorMode, storedColorMode } from '../shared/color-mode.ts'
import type { ColorMode } from '../shared/color-mode.ts'
import { failureText, useNotify } from '../shared/notifications.ts'
import { useLinkNavigation } from '../shared/use-link-navigation.ts'

const colorModes = [
  { id: 'system', text: 'System' },
  { id: 'light', text: 'Light' },
  { id: 'dark', text: 'Dark' },
] as const satisfies readonly { readonly id: ColorMode; readonly text: string }[]

export function TopBar() {
  const { user, organization, organizations } = useCurrentUser()
  const [mode, setMode] = useState(storedColorMode)
  const [, navigate] = useLocation()
  const follow = useLinkNavigation()
  const notify = useNotify()
  const queries = useQueryClient()

  const signOut = useMutation({
    mutationFn: () => request('POST', '/session/auth/sign-out'),
    onSuccess: () => {
      navigate(signInPage)
      queries.clear()
    },
    onError: (error) => notify({ type: 'error', content: failureText('Couldn’t sign out', error) }),
  })
  const switchTo = useMutation({
    mutationFn: (organizationId: string) =>
      request('POST', '/session/organization/active', { body: { organizationId } }),
    onSuccess: async () => {
      await reloadActiveOrganization(queries)
      navigate('/')
    },
    onError: (error) => notify({ type: 'error', content: failureText('Couldn’t switch the organization', error) }),
  })

  // Users without an organization get no menu.
  const ofOrganization: readonly TopNavigationProps.Utility[] =
    organization === null
      ? []
      : [
          {
            type: 'menu-dropdown',
            text: organization.name,
            iconName: 'group',
            ariaLabel: `Organization: ${organization.name}`,
            items: organizations.map(({ id, name, role }) => ({
              id,
              text: name,
              secondaryText: role,
              ...(id === organization.id && { iconName: 'check' as const }),
            })),
            onItemClick: ({ detail }) => {
              if (detail.id !== organization.id) switchTo.mutate(detail.id)
            },
          },
        ]
  const utilities: readonly TopNavigationProps.Utility[] = [
    ...ofOrganization,
    {
      type: 'menu-dropdown',
      iconName: 'settings',
      ariaLabel: 'Theme',
      title: 'Theme',
      items: colorModes.map((item) => ({ ...item, ...(item.id === mode && { iconName: 'check' as const }) })),
      onItemClick: ({ detail }) => {
        const chosen = colorModes.find(({ id }) => id === detail.id)?.id ?? 'system'
        chooseColorMode(chosen)
        setMode(chosen)
      },
    },
    {
      type: 'menu-dropdown',
      text: user.name,
      description: user.email,
      iconName: 'user-profile',
      ariaLabel: `Signed in as ${user.name}`,
      items: [
        { id: 'profile', text: 'Profile and sessions', href: '/profile' },
        { id: 'sign-out', text: 'Sign out' },
      ],
      onItemFollow: follow,
      onItemClick: ({ detail }) => {
        if (detail.id === 'sign-out') signOut.mutate()
      },
    },
  ]
  return (
    <TopNavigation
      identity={{
        href: '/',
        title: 'Surveyor',
        logo: { src: '/favicon.svg', alt: 'Logo' },
        onFollow: (event) => follow({ detail: { href: '/' }, preventDefault: () => event.preventDefault() }),
      }}
      utilities={utilities}
    />
  )
}
