/** Reads the advance widths of a TrueType font from its `cmap`, `hhea`, and `hmtx` tables. The layout needs no more. */

export type FontMetrics = {
  /** Advance of a character in em. `null` if the font has no glyph for it. */
  advanceEm(codePoint: number): number | null
}

/**
 * Tables as defined by the OpenType specification. Throws if the file isn't a TrueType font with a full character map.
 */
export function readFontMetrics(file: Uint8Array): FontMetrics {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const table = tableOffsets(view)
  const unitsPerEm = view.getUint16(table('head') + 18)
  const wideCount = view.getUint16(table('hhea') + 34)
  const hmtx = table('hmtx')
  const glyphOf = characterMap(view, table('cmap'))
  return {
    advanceEm(codePoint) {
      const glyph = glyphOf(codePoint)
      if (glyph === 0) return null
      return view.getUint16(hmtx + 4 * Math.min(glyph, wideCount - 1)) / unitsPerEm
    },
  }
}

function tableOffsets(view: DataView): (tag: string) => number {
  const offsets = new Map<string, number>()
  for (let index = 0; index < view.getUint16(4); index++) {
    const record = 12 + index * 16
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(record + byte)))
    offsets.set(tag, view.getUint32(record + 8))
  }
  return (tag) => {
    const offset = offsets.get(tag)
    if (offset === undefined) throw new Error(`The font has no ${tag} table`)
    return offset
  }
}

/** Reads a character map of format 12 (segmented coverage of all of Unicode), which all bundled fonts have. */
function characterMap(view: DataView, cmap: number): (codePoint: number) => number {
  for (let index = 0; index < view.getUint16(cmap + 2); index++) {
    const subtable = cmap + view.getUint32(cmap + 4 + index * 8 + 4)
    if (view.getUint16(subtable) !== 12) continue
    const groupCount = view.getUint32(subtable + 12)
    return (codePoint) => {
      let low = 0
      let high = groupCount - 1
      while (low <= high) {
        const middle = (low + high) >> 1
        const group = subtable + 16 + middle * 12
        if (codePoint < view.getUint32(group)) high = middle - 1
        else if (codePoint > view.getUint32(group + 4)) low = middle + 1
        else return view.getUint32(group + 8) + codePoint - view.getUint32(group)
      }
      return 0
    }
  }
  throw new Error('The font has no character map of format 12')
}
