/** The signed-in user, the active organization, and what the role allows. */
import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Me } from '../../../contract/session/me.ts'
import { includesRole } from '../../../contract/session/roles.ts'
import type { Role } from '../../../contract/session/roles.ts'
import { request, setActiveOrganization } from '../http/request.ts'

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal, client }) => {
    const me = await request<Me>('GET', '/session/me', { signal })
    const shown = client.getQueryData<Me>(['me'])?.organization?.id
    const active = me.organization?.id
    setActiveOrganization(active ?? null)
    // The organization was switched in another tab: discard all data of the previous one.
    if (shown !== undefined && shown !== active) {
      void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
    }
    return me
  },
  staleTime: 60_000,
})

/** Must be called after the active organization changed. The frame and its notifications stay. */
export async function reloadActiveOrganization(queries: QueryClient): Promise<void> {
  await queries.refetchQueries({ queryKey: meQuery.queryKey })
}

export const CurrentUserContext = createContext<Me | null>(null)

/** Only for components behind sign-in. */
export function useCurrentUser(): Me {
  const me = useContext(CurrentUserContext)
  if (me === null) throw new Error('This component requires a signed-in user.')
  return me
}

/** Whether the user’s role in the active organization includes the needed role. */
export function useAllowed(needed: Role): boolean {
  const { organization } = useCurrentUser()
  return organization !== null && !organization.needsSignOn && includesRole(organization.role, needed)
}
