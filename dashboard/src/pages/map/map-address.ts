/** What a map shows, kept in the address of the page, so that a link shows the same to others. */
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { visibleText } from '../../http/visible-text.ts'
import { mapOptionNames, mapOptions } from './map-query.ts'

export type MapAddress = {
  /** The selected box, by its element's id. */
  readonly box: string | null
  /** The selected resource, by `resourceKey`; also one that no box stands for. */
  readonly resource: string | null
  readonly search: string
  /** Collapsed groups. */
  readonly collapsed: ReadonlySet<string>
  /** Layers that are off. */
  readonly hidden: ReadonlySet<string>
  /** Options of the picture that the service draws. */
  readonly options: Readonly<Record<string, string>>
}

export type MapOption = (typeof mapOptionNames)[number]
export type MapOptions = Partial<Record<MapOption, string | null>>

/** The whole view, as it is drawn by itself. */
export const noOptions: MapOptions = Object.fromEntries(mapOptionNames.map((name) => [name, null]))

export type MapChange = {
  readonly box?: string | null
  readonly resource?: string | null
  readonly search?: string
  readonly collapsed?: ReadonlySet<string>
  readonly hidden?: ReadonlySet<string>
  readonly options?: MapOptions
}

export function useMapAddress(): readonly [MapAddress, (change: MapChange) => void] {
  const [search, setSearch] = useSearchParams()
  const text = search.toString()
  const address = useMemo(() => read(new URLSearchParams(text)), [text])
  const change = useCallback(
    (wanted: MapChange) =>
      setSearch((before) => written(new URLSearchParams(before), wanted), { replace: wanted.options === undefined }),
    [setSearch],
  )
  return [address, change]
}

function read(search: URLSearchParams): MapAddress {
  return {
    box: search.get('box'),
    resource: search.get('resource'),
    search: visibleText(search.get('q') ?? ''),
    collapsed: new Set(search.getAll('collapsed')),
    hidden: new Set(search.getAll('hide')),
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
  setAll('collapsed', change.collapsed)
  setAll('hide', change.hidden)
  for (const [name, value] of Object.entries(change.options ?? {})) set(name, value)
  // Boxes of another picture are other boxes.
  if (change.options !== undefined) for (const name of ['box', 'collapsed']) search.delete(name)
  return search
}
