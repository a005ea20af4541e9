/** Queries for the account connections of the organization. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { SessionAccount, SessionAccountDetails } from '../../../contract/session/accounts.ts'
import { allPages } from '../http/all-pages.ts'
import { request } from '../http/request.ts'

export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: ({ signal }) => allPages<SessionAccount>('/session/accounts', 'accounts', signal),
})

export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: ['account', id],
    queryFn: ({ signal }) => request<SessionAccountDetails>('GET', `/session/accounts/${id}`, { signal }),
  })

export const useAccounts = () => useQuery(accountsQuery)

/** Sends no request without an ID. */
export const useAccount = (id: string | undefined) => useQuery({ ...accountQuery(id ?? ''), enabled: id !== undefined })
