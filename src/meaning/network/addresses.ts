/** IP addresses of both families and sets of them, as ranges of numbers. */

export type Family = 4 | 6

/** Both ends are included. */
export type Range = { readonly family: Family; readonly first: bigint; readonly last: bigint }

/** Ranges of one family, without overlaps and in order. */
export type AddressSet = readonly Range[]

const bits = { 4: 32, 6: 128 } as const

/** A single address as a range. `null` for anything else. */
export function parseAddress(text: string): Range | null {
  const value = text.includes(':') ? parseIpv6(text) : parseIpv4(text)
  return value === null ? null : { family: text.includes(':') ? 6 : 4, first: value, last: value }
}

const parsed = new Map<string, Range | null>()
/** The size of the cache. Rules and routes repeat the same few blocks. */
const mostParsed = 50_000

/** A CIDR block, or a single address as a range. */
export function parseRange(text: string): Range | null {
  const known = parsed.get(text)
  if (known !== undefined) return known
  if (parsed.size >= mostParsed) parsed.clear()
  const range = readRange(text)
  parsed.set(text, range)
  return range
}

function readRange(text: string): Range | null {
  const [address = '', length, ...rest] = text.split('/')
  const start = parseAddress(address)
  if (start === null || rest.length > 0) return null
  if (length === undefined) return start
  const width = bits[start.family]
  if (!/^\d{1,3}$/u.test(length) || Number(length) > width) return null
  const size = 1n << BigInt(width - Number(length))
  const first = start.first - (start.first % size)
  return { family: start.family, first, last: first + size - 1n }
}

function parseIpv4(text: string): bigint | null {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/u.test(part) && Number(part) <= 255)) return null
  return BigInt(parts.reduce((sum, part) => sum * 256 + Number(part), 0))
}

function parseIpv6(text: string): bigint | null {
  const halves = text.split('::')
  if (halves.length > 2) return null
  const [head = [], tail = []] = halves.map(hextets)
  const missing = 8 - head.length - tail.length
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null
  const all = [...head, ...Array.from({ length: missing }, () => '0'), ...tail]
  if (!all.every((part) => /^[\da-f]{1,4}$/iu.test(part))) return null
  return all.reduce((sum, part) => sum * 65_536n + BigInt(`0x${part}`), 0n)
}

/** The last two can be written as an IPv4 address. */
function hextets(text: string): readonly string[] {
  const parts = text === '' ? [] : text.split(':')
  const ipv4 = parts.at(-1)?.includes('.') === true ? parseIpv4(parts.at(-1) ?? '') : null
  if (ipv4 === null) return parts
  return [...parts.slice(0, -1), (ipv4 >> 16n).toString(16), (ipv4 & 0xffffn).toString(16)]
}

/** The same text for the same address, regardless of how it was written. */
export function addressText({ family, first }: Range): string {
  const [width, part] = family === 4 ? [8n, 4] : [16n, 8]
  const parts = Array.from(
    { length: part },
    (_, place) => (first >> (width * BigInt(part - 1 - place))) & ((1n << width) - 1n),
  )
  return family === 4 ? parts.join('.') : parts.map((each) => each.toString(16)).join(':')
}

export function familyOf(set: AddressSet): Family {
  return set[0]?.family ?? 4
}

export function isSingle(set: AddressSet): boolean {
  const [range] = set
  return set.length === 1 && range !== undefined && range.first === range.last
}

export function overlaps(a: Range, b: Range): boolean {
  return a.family === b.family && a.first <= b.last && b.first <= a.last
}

export function contains(outer: Range, inner: Range): boolean {
  return outer.family === inner.family && outer.first <= inner.first && inner.last <= outer.last
}

/** The length of the prefix. Longer is narrower. */
export function prefixLength({ family, first, last }: Range): number {
  return bits[family] - (last - first + 1n).toString(2).length + 1
}

/** How much of a set the ranges cover together. */
export function coverage(set: AddressSet, ranges: readonly Range[]): 'all' | 'part' | 'none' {
  if (!ranges.some((range) => set.some((each) => overlaps(range, each)))) return 'none'
  return subtract(set, ranges).length === 0 ? 'all' : 'part'
}

/** The part of a set that is in none of the ranges. */
export function subtract(set: AddressSet, ranges: readonly Range[]): AddressSet {
  const sorted = ranges.toSorted((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0))
  return set.flatMap((range) => {
    const left: Range[] = []
    let next = range.first
    for (const { family, first, last } of sorted) {
      if (family !== range.family || last < next || first > range.last) continue
      if (first > next) left.push({ family, first: next, last: first - 1n })
      next = last + 1n
    }
    return next <= range.last ? [...left, { family: range.family, first: next, last: range.last }] : left
  })
}

/** Splits the set at the ends of the ranges, so that every range contains all or none of each piece. */
export function pieces(set: AddressSet, ranges: readonly Range[]): readonly Range[] {
  return set.flatMap((range) => {
    const near = ranges.filter((each) => overlaps(each, range))
    const cuts = near
      .flatMap(({ first, last }) => [first, last + 1n])
      .filter((cut) => cut > range.first && cut <= range.last)
    const starts = [range.first, ...new Set(cuts)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    return starts.map((first, place) => ({
      family: range.family,
      first,
      last: (starts[place + 1] ?? range.last + 1n) - 1n,
    }))
  })
}

function ranges(texts: readonly string[]): readonly Range[] {
  return texts.flatMap((text) => parseRange(text) ?? [])
}

/** RFC 1918, and the shared addresses of RFC 6598. */
const privateRanges = ranges(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'])
/** Loopback, link-local, multicast, and reserved addresses. Source: IANA's special-purpose address registries. */
const unroutedRanges = ranges(['0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '224.0.0.0/3'])

/** All internet addresses. */
export const internet: Readonly<Record<Family, AddressSet>> = {
  4: subtract(ranges(['0.0.0.0/0']), [...privateRanges, ...unroutedRanges]),
  6: ranges(['2000::/3']),
}

export function isPublic(set: AddressSet): boolean {
  return subtract(set, internet[familyOf(set)]).length === 0
}
