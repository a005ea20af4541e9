/** The ways in that the service offers. */
import { queryOptions } from '@tanstack/react-query'
import type { SignOn } from '../../../contract/session/sign-on.ts'
import { request } from '../http/request.ts'

export const signOnQuery = queryOptions({
  queryKey: ['sign-on'],
  queryFn: ({ signal }) => request<SignOn>('GET', '/session/sign-on', { signal }),
})
