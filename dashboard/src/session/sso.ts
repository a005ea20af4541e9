/** Query for the sign-in options of the service. */
import { queryOptions } from '@tanstack/react-query'
import type { Sso } from '../../../contract/session/sso.ts'
import { request } from '../http/request.ts'

export const ssoQuery = queryOptions({
  queryKey: ['sso'],
  queryFn: ({ signal }) => request<Sso>('GET', '/session/sign-on', { signal }),
})
