/** Sets of IPv4 and IPv6 addresses. The same addresses are the same set, regardless of how CIDR blocks split them. */

/** First and last address, both included. */
type Interval = readonly [first: bigint, last: bigint]
type Intervals = readonly Interval[]

/** Sorted. Adjacent intervals are merged. */
export type AddressSet = { readonly v4: Intervals; readonly v6: Intervals }

export const noAddresses: AddressSet = { v4: [], v6: [] }

const last4 = (1n << 32n) - 1n
const last6 = (1n << 128n) - 1n

export const allAddresses: AddressSet = { v4: [[0n, last4]], v6: [[0n, last6]] }

/** Addresses that packets from the internet never have. Sources: RFC 6890, RFC 5771, RFC 1112. */
const privateRanges = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '224.0.0.0/3',
]

/** All global unicast addresses of IPv6. Source: RFC 4291. */
const globalUnicast = '2000::/3'

export function union(left: AddressSet, right: AddressSet): AddressSet {
  return { v4: merged([...left.v4, ...right.v4]), v6: merged([...left.v6, ...right.v6]) }
}

export function intersection(left: AddressSet, right: AddressSet): AddressSet {
  return { v4: common(left.v4, right.v4), v6: common(left.v6, right.v6) }
}

export function difference(left: AddressSet, right: AddressSet): AddressSet {
  return intersection(left, { v4: complement(right.v4, last4), v6: complement(right.v6, last6) })
}

export function isEmpty({ v4, v6 }: AddressSet): boolean {
  return v4.length === 0 && v6.length === 0
}

export function isSameSet(left: AddressSet, right: AddressSet): boolean {
  return areSame(left.v4, right.v4) && areSame(left.v6, right.v6)
}

/** `null`: neither a CIDR block nor an address. */
export function addressesOf(cidr: string): AddressSet | null {
  const [address = '', bits] = cidr.split('/')
  const isV6 = address.includes(':')
  const width = isV6 ? 128 : 32
  const value = isV6 ? parseV6(address) : parseV4(address)
  const length = bits === undefined ? width : Number(bits)
  if (value === null || !Number.isInteger(length) || length < 0 || length > width) return null
  const size = 1n << BigInt(width - length)
  const first = value - (value % size)
  const interval: Interval = [first, first + size - 1n]
  return isV6 ? { v4: [], v6: [interval] } : { v4: [interval], v6: [] }
}

export function prefixLength(cidr: string): number {
  return Number(cidr.split('/')[1] ?? (cidr.includes(':') ? 128 : 32))
}

function parseV4(text: string): bigint | null {
  const parts = text.split('.').map(Number)
  if (parts.length !== 4 || !parts.every((part) => Number.isInteger(part) && part >= 0 && part <= 255)) return null
  return parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n)
}

function groupsIn(part: string): readonly string[] {
  return part === '' ? [] : part.split(':')
}

function parseV6(text: string): bigint | null {
  const [head = '', tail, more] = text.split('::')
  if (more !== undefined) return null
  const [front, back] = [groupsIn(head), groupsIn(tail ?? '')]
  const missing = 8 - front.length - back.length
  if (tail === undefined ? missing !== 0 : missing < 0) return null
  const all = [...front, ...Array.from({ length: missing }, () => '0'), ...back]
  if (!all.every((group) => /^[\da-f]{1,4}$/iu.test(group))) return null
  return all.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n)
}

/** Whether it contains at least half of the other's IPv4 addresses, or of its IPv6 addresses. */
export function holdsMost(set: AddressSet, of: AddressSet): boolean {
  return holdsHalf(set.v4, of.v4) || holdsHalf(set.v6, of.v6)
}

function holdsHalf(set: Intervals, of: Intervals): boolean {
  return of.length > 0 && sizeOf(common(set, of)) * 2n >= sizeOf(of)
}

function sizeOf(intervals: Intervals): bigint {
  return intervals.reduce((sum, [first, last]) => sum + last - first + 1n, 0n)
}

/** The minimum number of CIDR blocks for the set. */
export function blocksOf({ v4, v6 }: AddressSet): readonly string[] {
  return [
    ...v4.flatMap((interval) => blocksIn(interval, 32, textOfV4)),
    ...v6.flatMap((interval) => blocksIn(interval, 128, textOfV6)),
  ]
}

function blocksIn([first, last]: Interval, width: number, text: (address: bigint) => string): readonly string[] {
  const blocks: string[] = []
  for (let from = first; from <= last;) {
    let bits = 0
    while (bits < width && from % (2n << BigInt(bits)) === 0n && from + (2n << BigInt(bits)) - 1n <= last) bits += 1
    blocks.push(`${text(from)}/${width - bits}`)
    from += 1n << BigInt(bits)
  }
  return blocks
}

function textOfV4(address: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (address >> shift) & 255n).join('.')
}

/** With the longest run of zeros shortened. Source: RFC 5952. */
function textOfV6(address: bigint): string {
  const groups = Array.from({ length: 8 }, (_, at) => ((address >> BigInt(112 - 16 * at)) & 65_535n).toString(16))
  const text = groups.join(':')
  const runs = text.match(/(?:^|:)0(?::0)+(?:$|:)/gu) ?? []
  const longest = runs.toSorted((a, b) => b.length - a.length)[0]
  return longest === undefined ? text : text.replace(longest, '::')
}

function merged(intervals: Intervals): Intervals {
  const result: [bigint, bigint][] = []
  for (const [first, last] of intervals.toSorted(([a], [b]) => Number(a - b))) {
    const before = result.at(-1)
    if (before !== undefined && first <= before[1] + 1n) before[1] = last > before[1] ? last : before[1]
    else result.push([first, last])
  }
  return result
}

/** Both are sorted. The interval that ends first overlaps nothing further. */
function common(left: Intervals, right: Intervals): Intervals {
  const result: Interval[] = []
  let [atLeft, atRight] = [0, 0]
  for (;;) {
    const [one, other] = [left[atLeft], right[atRight]]
    if (one === undefined || other === undefined) return result
    const from = one[0] > other[0] ? one[0] : other[0]
    const to = one[1] < other[1] ? one[1] : other[1]
    if (from <= to) result.push([from, to])
    if (one[1] < other[1]) atLeft += 1
    else atRight += 1
  }
}

function complement(intervals: Intervals, last: bigint): Intervals {
  const result: Interval[] = []
  let next = 0n
  for (const [from, to] of intervals) {
    if (from > next) result.push([next, from - 1n])
    next = to + 1n
  }
  return next > last ? result : [...result, [next, last]]
}

function areSame(left: Intervals, right: Intervals): boolean {
  return (
    left.length === right.length &&
    left.every(([first, last], position) => first === right[position]?.[0] && last === right[position][1])
  )
}

export function unionOf(cidrs: readonly string[]): AddressSet {
  return cidrs.reduce((sum, cidr) => union(sum, addressesOf(cidr) ?? noAddresses), noAddresses)
}

/** Source addresses that packets from the internet can have. */
export const internetAddresses: AddressSet = {
  v4: difference(allAddresses, unionOf(privateRanges)).v4,
  v6: unionOf([globalUnicast]).v6,
}

/** Whether it contains all internet addresses of IPv4, or all of IPv6. */
export function isWholeInternet(set: AddressSet): boolean {
  return (
    areSame(common(set.v4, internetAddresses.v4), internetAddresses.v4) ||
    areSame(common(set.v6, internetAddresses.v6), internetAddresses.v6)
  )
}
