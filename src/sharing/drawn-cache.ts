/** Caches drawn pictures up to a number of bytes. The ones that were not requested for the longest time go first. */

export type Drawn = { readonly bytes: Uint8Array; readonly mediaType: string; /** Quoted. */ readonly etag: string }

export type DrawnCache = {
  get(key: string): Drawn | undefined
  set(key: string, drawn: Drawn): void
}

export function createDrawnCache(mostBytes: number): DrawnCache {
  /** The next one to go comes first. */
  const kept = new Map<string, Drawn>()
  let bytes = 0

  const remove = (key: string, { bytes: { length } }: Drawn) => {
    kept.delete(key)
    bytes -= length
  }

  return {
    get(key) {
      const found = kept.get(key)
      if (found === undefined) return undefined
      kept.delete(key)
      kept.set(key, found)
      return found
    },
    set(key, drawn) {
      const before = kept.get(key)
      if (before !== undefined) remove(key, before)
      if (drawn.bytes.length > mostBytes) return
      kept.set(key, drawn)
      bytes += drawn.bytes.length
      for (const [oldest, picture] of kept) {
        if (bytes <= mostBytes) break
        remove(oldest, picture)
      }
    },
  }
}
