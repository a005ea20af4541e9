/** Who is signed in, in which organization, and what that allows. */
import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Me } from '../../../contract/session/me.ts'
import { includesRole } from '../../../contract/session/roles.ts'
import type { Role } from '../../../contract/session/roles.ts'
import { request, writeFor } from '../http/request.ts'

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal, client }) => {
    const me = await request<Me>('GET', '/session/me', { signal })
    const shown = client.getQueryData<Me>(['me'])?.organization?.id
    const active = me.organization?.id
    writeFor(active ?? null)
    // Changed in another tab: nothing that is shown is of this organization.
    if (shown !== undefined && shown !== active) {
      void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
    }
    return me
  },
  staleTime: 60_000,
})

/** Once another organization is active. The frame stays meanwhile, with what it tells. */
export async function enterOrganization(queries: QueryClient): Promise<void> {
  await queries.refetchQueries({ queryKey: meQuery.queryKey })
}

export const CurrentUserContext = createContext<Me | null>(null)

/** Only below the sign-in. */
export function useCurrentUser(): Me {
  const me = useContext(CurrentUserContext)
  if (me === null) throw new Error('This part of the page needs somebody signed in.')
  return me
}

/** Whether the person's role in the active organization includes the one that is needed. */
export function useAllowed(needed: Role): boolean {
  const { organization } = useCurrentUser()
  return organization !== null && !organization.needsSignOn && includesRole(organization.role, needed)
}
