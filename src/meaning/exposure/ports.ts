/** Ports of exposures as text: ranges, separated by commas. */

/** With both ends. */
export type PortRange = readonly [first: number, last: number]

/** Reads `443`, `1024-65535`, or `80,443`. */
export function portRanges(text: string): readonly PortRange[] {
  return text.split(',').map((part) => {
    const [first = 0, last = first] = part.split('-').map(Number)
    return [first, last]
  })
}

export function hasPort(text: string, port: number): boolean {
  return portRanges(text).some(([first, last]) => first <= port && port <= last)
}

/** In ascending order. Ranges that overlap or follow each other are one. */
export function joinedRanges(ranges: readonly PortRange[]): readonly PortRange[] {
  const joined: PortRange[] = []
  for (const [first, last] of ranges.toSorted(([a], [b]) => a - b)) {
    const previous = joined.at(-1)
    if (previous === undefined || first > previous[1] + 1) joined.push([first, last])
    else joined[joined.length - 1] = [previous[0], Math.max(previous[1], last)]
  }
  return joined
}

/** All ports of several texts. */
export function joinedPorts(texts: readonly string[]): string {
  return rangesText(joinedRanges(texts.flatMap(portRanges)))
}

/** Empty if none is left. */
export function portsWithout(text: string, others: string): string {
  const left = joinedRanges(portRanges(others)).reduce(
    (ranges: readonly PortRange[], [from, to]) =>
      ranges.flatMap(([first, last]): readonly PortRange[] =>
        [[first, Math.min(last, from - 1)] as const, [Math.max(first, to + 1), last] as const].filter(
          ([start, end]) => start <= end,
        ),
      ),
    portRanges(text),
  )
  return rangesText(left)
}

export function rangesText(ranges: readonly PortRange[]): string {
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(',')
}
