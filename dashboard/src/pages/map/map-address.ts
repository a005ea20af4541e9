/** The state of a diagram page, kept in the URL so that a shared link shows the same. */
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { visibleText } from '../../http/visible-text.ts'
import { parseConnection, parseQuestion } from './map-question.ts'
import type { MapQuestion } from './map-question.ts'
import { mapOptionNames, mapOptions } from './map-query.ts'

const defaultConnection = 'tcp 443'

export type MapAddress = {
  /** ID of the selected box’s element. */
  readonly box: string | null
  /** `resourceKey` of the selected resource, which may have no box. */
  readonly resource: string | null
  readonly search: string
  /** Center and zoom, as `viewportText`. `null`: where the diagram opens. */
  readonly at: string | null
  readonly question: MapQuestion | null
  /** The start of a connection, as `endOf`. */
  readonly from: string | null
  /** As `parseConnection`. */
  readonly connection: string
  /** Collapsed groups. */
  readonly collapsed: ReadonlySet<string>
  /** Layers that are off. */
  readonly hidden: ReadonlySet<string>
  /** The scan to compare with, as in the API. `null`: no comparison. */
  readonly base: string | null
  /** Diagram options of the service. */
  readonly options: Readonly<Record<string, string>>
}

export type MapOption = (typeof mapOptionNames)[number]
export type MapOptions = Partial<Record<MapOption, string | null>>

/** The full view with default options. */
export const noOptions: MapOptions = Object.fromEntries(mapOptionNames.map((name) => [name, null]))

export type MapChange = {
  readonly box?: string | null
  readonly resource?: string | null
  readonly search?: string
  readonly at?: string | null
  readonly question?: MapQuestion | null
  readonly from?: string | null
  readonly connection?: string
  readonly collapsed?: ReadonlySet<string>
  readonly hidden?: ReadonlySet<string>
  readonly base?: string | null
  readonly options?: MapOptions
}

export function useMapAddress(): readonly [MapAddress, (change: MapChange) => void] {
  const [search, setSearch] = useSearchParams()
  const text = search.toString()
  // The same sets as long as their content is the same: otherwise each selection would draw all boxes again.
  const collapsed = useStableSet(search.getAll('collapsed'))
  const hidden = useStableSet(search.getAll('hide'))
  const address = useMemo(() => ({ ...read(new URLSearchParams(text)), collapsed, hidden }), [text, collapsed, hidden])
  const change = useCallback(
    (wanted: MapChange) =>
      setSearch((before) => written(new URLSearchParams(before), wanted), {
        replace: wanted.options === undefined && wanted.base === undefined,
      }),
    [setSearch],
  )
  return [address, change]
}

function useStableSet(values: readonly string[]): ReadonlySet<string> {
  const text = JSON.stringify(values)
  return useMemo(() => new Set(JSON.parse(text) as string[]), [text])
}

function read(search: URLSearchParams): Omit<MapAddress, 'collapsed' | 'hidden'> {
  return {
    box: search.get('box'),
    resource: search.get('resource'),
    search: visibleText(search.get('q') ?? ''),
    at: search.get('at'),
    question: parseQuestion(search.get('ask')),
    from: search.get('from'),
    connection: parseConnection(search.get('over') ?? '') === null ? defaultConnection : (search.get('over') ?? ''),
    base: search.get('base'),
    options: mapOptions(search),
  }
}

function written(search: URLSearchParams, change: MapChange): URLSearchParams {
  const set = (name: string, value: string | null | undefined) => {
    if (value === undefined) return
    if (value === null || value === '') search.delete(name)
    else search.set(name, value)
  }
  const setAll = (name: string, values: ReadonlySet<string> | undefined) => {
    if (values === undefined) return
    search.delete(name)
    for (const value of values) search.append(name, value)
  }
  set('box', change.box)
  set('resource', change.resource)
  set('q', change.search)
  set('at', change.at)
  set('ask', change.question)
  set('from', change.from)
  set('over', change.connection)
  setAll('collapsed', change.collapsed)
  setAll('hide', change.hidden)
  set('base', change.base)
  for (const [name, value] of Object.entries(change.options ?? {})) set(name, value)
  // Another diagram has other boxes at other places.
  if (change.options !== undefined || change.base !== undefined)
    for (const name of ['box', 'collapsed', 'at', 'ask', 'from', 'over']) search.delete(name)
  return search
}
