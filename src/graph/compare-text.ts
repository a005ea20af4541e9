/** The order of everything in a graph: by code point, as PostgreSQL's collation "C" orders UTF-8; the same in every locale. */

export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index += 1) {
    const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)]
    if (left !== right) return rank(left) - rank(right)
  }
  return a.length - b.length
}

/** JavaScript's own order is by code unit, where surrogates, of the highest code points, come before U+E000 to U+FFFF. */
function rank(codeUnit: number): number {
  if (codeUnit < 0xd800) return codeUnit
  return codeUnit < 0xe000 ? codeUnit + 0x2000 : codeUnit - 0x800
}
