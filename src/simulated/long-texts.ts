/** Lengthens texts of a response that no other call depends on: tags and descriptions. */

const lengthened = /^(?:value|description)$/i

/** Returns a copy of the output. */
export function withLongTexts<Output extends object>(output: Output, textKib: number): Output {
  const filler = 'x'.repeat(textKib * 1024)
  const lengthen = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return lengthened.test(name) ? value + filler : value
    if (Array.isArray(value)) return value.map((item) => lengthen(item, ''))
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
    const entries = Object.entries(value).map(([key, inner]) => [
      key,
      lengthen(inner, name === 'Tags' || name === 'tags' ? 'value' : key),
    ])
    return Object.fromEntries(entries)
  }
  return lengthen(output, '') as Output
}
