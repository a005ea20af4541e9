/** Query for a placed diagram, with the diagram options of the URL. */
import { queryOptions } from '@tanstack/react-query'
import { queryString } from '../../http/query-string.ts'
import { requestBlob } from '../../http/request.ts'
import { visibleText } from '../../http/visible-text.ts'
import type { PlacedDiagram } from './placed-diagram.ts'

export const mapOptionNames = ['focus', 'depth', 'tags', 'types', 'groupBy', 'collapse', 'direction'] as const

export function mapOptions(search: URLSearchParams): Readonly<Record<string, string>> {
  return Object.fromEntries(
    mapOptionNames.flatMap((name) => (search.has(name) ? [[name, search.get(name) ?? '']] : [])),
  )
}

/** The parameters of a request for the diagram: its options, and the base scan of a comparison. */
export function requestOptions({
  options,
  base,
}: {
  readonly options: Readonly<Record<string, string>>
  readonly base: string | null
}): Readonly<Record<string, string>> {
  return base === null ? options : { ...options, compare: base }
}

export const mapQuery = (diagramId: string, options: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: ['map', diagramId, options],
    queryFn: async () => {
      const blob = await requestBlob(
        `/session/diagrams/${diagramId}/content${queryString({ ...options, format: 'json' })}`,
      )
      return JSON.parse(visibleText(await blob.text())) as PlacedDiagram
    },
    staleTime: Infinity,
  })
