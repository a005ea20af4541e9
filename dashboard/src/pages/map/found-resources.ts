/** Searches all resources of the scan by ports and properties, also those without a box in the open diagram. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FoundResources } from '../../../../contract/session/questions.ts'
import { queryString } from '../../http/query-string.ts'
import { request } from '../../http/request.ts'

const typingDelayMs = 250
/** Shorter texts match almost everything. */
const shortestText = 2
const longestText = 512

/** `undefined` without a search text, and before the first response. */
export function useFoundResources(scanId: string, text: string): FoundResources | undefined {
  const [typed, setTyped] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), typingDelayMs)
    return () => clearTimeout(timer)
  }, [text])
  const q = typed.trim().slice(0, longestText)
  const isSearched = text.trim() !== '' && q.length >= shortestText
  const query = useQuery({
    queryKey: ['search', scanId, q],
    queryFn: ({ signal }) =>
      request<FoundResources>('GET', `/session/scans/${scanId}/search${queryString({ q })}`, { signal }),
    enabled: isSearched,
    placeholderData: keepPreviousData,
  })
  return isSearched ? query.data : undefined
}
