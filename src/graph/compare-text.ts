/** The order of everything in a graph: by code point, as PostgreSQL's collation "C" orders UTF-8; the same in every locale. */

export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index += 1) {
    const left = a.charCodeAt(index)
    const right = b.charCodeAt(index)
    if (left !== right) return rank(left) - rank(right)
  }
  return a.length - b.length
}

/** The same order of these texts alone, and some times faster where JavaScript's own is no other: sorting long lists is mostly this. */
export function comparisonOf(texts: Iterable<string>): (a: string, b: string) => number {
  for (const text of texts) if (differentlyOrdered.test(text)) return compareText
  return (a, b) => (a < b ? -1 : a > b ? 1 : 0)
}

const differentlyOrdered = /[\uD800-\uFFFF]/

/** JavaScript's own order is by code unit, where surrogates, of the highest code points, come before U+E000 to U+FFFF. */
function rank(codeUnit: number): number {
  if (codeUnit < 0xd800) return codeUnit
  return codeUnit < 0xe000 ? codeUnit + 0x2000 : codeUnit - 0x800
}
