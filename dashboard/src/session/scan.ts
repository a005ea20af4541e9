/** One scan with its coverage and diagrams; the service pushes updates while the scan runs. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Static } from 'typebox'
import type { coverage } from '../../../contract/coverage.ts'
import type { DiagramSummary } from '../../../contract/diagram.ts'
import type { ScanEvent, SessionScan } from '../../../contract/session/scans.ts'
import { request } from '../http/request.ts'
import { visibleText } from '../http/visible-text.ts'
import { isRunning } from '../shared/is-running.ts'

export type Coverage = Static<typeof coverage>

export const scanQuery = (id: string) =>
  queryOptions({
    queryKey: ['scan', id],
    queryFn: ({ signal }) => request<SessionScan>('GET', `/session/scans/${id}`, { signal }),
  })

export const coverageQuery = (id: string) =>
  queryOptions({
    queryKey: ['coverage', id],
    queryFn: async ({ signal }) =>
      (await request<{ coverage: readonly Coverage[] }>('GET', `/session/scans/${id}/coverage`, { signal })).coverage,
  })

export const diagramsQuery = (id: string) =>
  queryOptions({
    queryKey: ['diagrams', id],
    queryFn: async ({ signal }) =>
      (await request<{ diagrams: readonly DiagramSummary[] }>('GET', `/session/scans/${id}/diagrams`, { signal }))
        .diagrams,
  })

export const useScan = (id: string) => useQuery(scanQuery(id))
export const useCoverage = (id: string) => useQuery(coverageQuery(id))
export const useDiagrams = (id: string) => useQuery(diagramsQuery(id))

const reconnectMs = 3000

/** Updates the data of `useScan` and `useCoverage` while the scan runs. Returns whether the connection is lost. */
export function useLiveScan(scan: SessionScan | undefined): boolean {
  const queries = useQueryClient()
  const [isLost, setLost] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const id = scan?.id
  const isLive = scan !== undefined && isRunning(scan.status)
  useEffect(() => {
    if (id === undefined || !isLive) return undefined
    // The browser reconnects automatically. The first event after that has the full state.
    const events = new EventSource(`/session/scans/${id}/events`)
    let reconnect: ReturnType<typeof setTimeout> | undefined
    const take = (message: MessageEvent<string>) => {
      const event = JSON.parse(visibleText(message.data)) as ScanEvent
      queries.setQueryData<SessionScan>(['scan', id], (before) =>
        before === undefined ? before : { ...before, ...event.scan },
      )
      queries.setQueryData<readonly Coverage[]>(['coverage', id], (before) => merged(before ?? [], event.coverage))
    }
    const finish = (message: MessageEvent<string>) => {
      events.close()
      take(message)
      for (const key of ['scan', 'coverage', 'diagrams', 'resources'])
        void queries.invalidateQueries({ queryKey: [key, id] })
      for (const key of ['scans', 'accounts']) void queries.invalidateQueries({ queryKey: [key] })
    }
    events.addEventListener('progress', take)
    events.addEventListener('done', finish)
    events.addEventListener('open', () => setLost(false))
    events.addEventListener('error', () => {
      setLost(true)
      // After an error response, for example of a proxy, the browser doesn’t reconnect.
      if (events.readyState === EventSource.CLOSED)
        reconnect = setTimeout(() => setAttempt((before) => before + 1), reconnectMs)
    })
    return () => {
      clearTimeout(reconnect)
      events.close()
    }
  }, [id, isLive, queries, attempt])
  return isLive && isLost
}

function merged(before: readonly Coverage[], changed: readonly Coverage[]): readonly Coverage[] {
  const types = new Map([...before, ...changed].map((entry) => [entry.type, entry]))
  return [...types.values()]
}
