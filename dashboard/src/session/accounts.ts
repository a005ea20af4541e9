/** Account connections of the organization, read from the service. */
import { useQuery } from '@tanstack/react-query'
import type { SessionAccount, SessionAccountDetails } from '../../../contract/session/accounts.ts'
import { allPages } from '../http/all-pages.ts'
import { request } from '../http/request.ts'

export function useAccounts() {
  return useQuery({
    queryKey: ['accounts'],
    queryFn: ({ signal }) => allPages<SessionAccount>('/session/accounts', 'accounts', signal),
  })
}

export function useAccount(id: string | undefined) {
  return useQuery({
    queryKey: ['account', id],
    queryFn: ({ signal }) => request<SessionAccountDetails>('GET', `/session/accounts/${id}`, { signal }),
    enabled: id !== undefined,
  })
}
