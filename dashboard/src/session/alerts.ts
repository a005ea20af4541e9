/** Queries for alerts of the organization and their deliveries. */
import { queryOptions } from '@tanstack/react-query'
import type { Alert } from '../../../contract/alert.ts'
import type { AlertDelivery, AlertDeliveryWithAttempts } from '../../../contract/alert-delivery.ts'
import type { PageMeta } from '../../../contract/envelope.ts'
import { allPages } from '../http/all-pages.ts'
import type { CursorList } from '../http/cursor-list.ts'
import { request } from '../http/request.ts'

export const alertsQuery = queryOptions({
  queryKey: ['alerts'],
  queryFn: ({ signal }) => allPages<Alert>('/session/alerts', 'alerts', signal),
})

export const alertQuery = (id: string) =>
  queryOptions({
    queryKey: ['alert', id],
    queryFn: ({ signal }) => request<Alert>('GET', `/session/alerts/${id}`, { signal }),
  })

export type DeliveryPage = { readonly deliveries: readonly AlertDelivery[]; readonly meta: PageMeta }

export const deliveriesKey = (alertId: string) => ['alert-deliveries', alertId]

export function deliveryList(alertId: string): CursorList {
  return {
    key: deliveriesKey(alertId),
    path: '/session/alert-deliveries',
    parameters: { alertId },
    pageSize: 20,
  }
}

export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ['alert-delivery', id],
    queryFn: ({ signal }) => request<AlertDeliveryWithAttempts>('GET', `/session/alert-deliveries/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 1_000 : false),
  })

/** Replaces the choices of an alert by the same ones, except whether it is paused. The destination stays. */
export const pauseAlert = ({ id, name, events, cloudAccountIds, leastRank }: Alert, paused: boolean) =>
  request<Alert>('PUT', `/session/alerts/${id}`, { body: { name, events, cloudAccountIds, leastRank, paused } })

export const testAlert = (id: string) => request<AlertDelivery>('POST', `/session/alerts/${id}/test`, { body: {} })

export const replayDelivery = (id: string) =>
  request<AlertDelivery>('POST', `/session/alert-deliveries/${id}/replay`, { body: {} })
