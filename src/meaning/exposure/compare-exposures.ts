/**
 * Finds exposures that were opened or closed between two scans. If one scan couldn't read it, the result is unknown,
 * not opened or closed.
 */
import { compareText } from '../../graph/graph-index.ts'
import { difference, isEmpty } from '../../graph/address-set.ts'
import { analyzerFinding } from './analyzer-findings.ts'
import type { Exposure } from './exposure.ts'
import { addressesFrom, rangesIn } from './outside.ts'
import { portRanges, portsWithout } from './ports.ts'

/** The state of an exposure in one scan. `closed`: the scan shows that it doesn't exist. */
export type ExposureState = {
  readonly verdict: 'open' | 'conditional' | 'unknown' | 'closed'
  /** Only if `conditional`. */
  readonly condition: string | null
}

export type ComparedExposure = Pick<Exposure, 'resource' | 'from' | 'accounts' | 'by' | 'protocol' | 'ports'> & {
  readonly before: ExposureState
  readonly after: ExposureState
}

export type ExposureComparison = {
  /** Not completely open in the base scan. */
  readonly opened: readonly ComparedExposure[]
  /** Not completely open in this scan. */
  readonly closed: readonly ComparedExposure[]
  /** The same exposure with another verdict or condition. */
  readonly changed: readonly ComparedExposure[]
  readonly unknown: readonly ComparedExposure[]
}

const closed: ExposureState = { verdict: 'closed', condition: null }
const unknown: ExposureState = { verdict: 'unknown', condition: null }

/** In the order of exposures. `null`: nothing of that scan was read. */
export function compareExposures(
  base: readonly Exposure[] | null,
  scan: readonly Exposure[] | null,
): ExposureComparison {
  const [before, after] = [sideOf(base), sideOf(scan)]
  const result: Record<keyof ExposureComparison, ComparedExposure[]> = {
    opened: [],
    closed: [],
    changed: [],
    unknown: [],
  }
  const note = (list: keyof ExposureComparison, exposure: Exposure, from: ExposureState, to: ExposureState) => {
    const { resource, accounts, by, protocol, ports } = exposure
    const named = accounts !== undefined && { accounts }
    result[list].push({ resource, from: exposure.from, ...named, by, protocol, ports, before: from, after: to })
  }
  const [gone, come] = [partsOnlyIn(before, after), partsOnlyIn(after, before)]
  const pairs = statesChanged(gone, come)
  for (const [earlier, now] of pairs) note('changed', now, stateOf(earlier), stateOf(now))
  const paired = new Set(pairs.flat())
  for (const now of come) {
    if (paired.has(now)) continue
    const was = before.covering(now)
    if (isAsOpen(was, now)) continue
    if (before.isUnknown(now)) note('unknown', now, unknown, stateOf(now))
    else note('opened', now, was, stateOf(now))
  }
  for (const earlier of gone) {
    if (paired.has(earlier)) continue
    const is = after.covering(earlier)
    if (isAsOpen(is, earlier)) continue
    if (after.isUnknown(earlier)) note('unknown', earlier, stateOf(earlier), unknown)
    else note('closed', earlier, stateOf(earlier), is)
  }
  for (const each of after.unknown) if (before.isClosed(each)) note('unknown', each, closed, unknown)
  for (const each of before.unknown) if (after.isClosed(each)) note('unknown', each, unknown, closed)
  return {
    opened: result.opened.toSorted(byResource),
    closed: result.closed.toSorted(byResource),
    changed: result.changed.toSorted(byResource),
    unknown: result.unknown.toSorted(byResource),
  }
}

/** Without the ports, accounts, and address ranges that the other side has in the same state. */
function partsOnlyIn({ known }: Side, other: Side): readonly Exposure[] {
  return known.flatMap((exposure) => {
    const alike = other.of(exposure).filter((each) => isSameState(each, exposure) && isSameWay(each, exposure))
    return alike.reduce<readonly Exposure[]>((left, each) => left.flatMap((part) => without(part, each)), [exposure])
  })
}

function isSameWay(left: Exposure, right: Exposure): boolean {
  return left.by === right.by && left.protocol === right.protocol
}

/** Exposures that differ in more than one of these are compared as a whole. */
function without(exposure: Exposure, other: Exposure): readonly Exposure[] {
  const { from, accounts = [], ports } = exposure
  const isSameSource = from === other.from && isSameList(accounts, other.accounts ?? [])
  if (isSameSource && ports === other.ports) return []
  if (isSameSource && ports !== null && other.ports !== null) {
    const left = portsWithout(ports, other.ports)
    return left === '' ? [] : [{ ...exposure, ports: left }]
  }
  if (ports !== other.ports) return [exposure]
  if (accounts.length > 0) {
    const left = accounts.filter((account) => other.accounts?.includes(account) !== true)
    return left.length === 0 ? [] : [{ ...exposure, accounts: left }]
  }
  // Unknown accounts stay.
  const others = from === 'other accounts' ? [] : rangesIn(other.from)
  const left = rangesIn(from).filter((range) => !others.includes(range))
  return left.length === 0 ? [] : [{ ...exposure, from: left.join(',') }]
}

function isSameList(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((each, position) => each === right[position])
}

/** Pairs of one way in, none of which have the same verdict and condition. A way in can have several: two grants of one policy, each with its condition. */
function statesChanged(
  before: readonly Exposure[],
  after: readonly Exposure[],
): readonly (readonly [earlier: Exposure, now: Exposure])[] {
  const nowByWay = Map.groupBy(after, wayOf)
  return [...Map.groupBy(before, wayOf)].flatMap(([way, earlier]) => {
    const now = nowByWay.get(way) ?? []
    return earlier.slice(0, now.length).map((each, place) => [each, now[place] as Exposure] as const)
  })
}

function isSameState(left: Exposure, right: Exposure): boolean {
  return left.verdict === right.verdict && left.condition === right.condition
}

type Side = {
  readonly known: readonly Exposure[]
  readonly unknown: readonly Exposure[]
  /** The known exposures of its resource. */
  of(exposure: Exposure): readonly Exposure[]
  /** The state of an exposure that covers this one. */
  covering(exposure: Exposure): ExposureState
  /** Whether this exposure is unknown in the scan. */
  isUnknown(exposure: Exposure): boolean
  /** Whether the scan shows that the resource has no exposure. */
  isClosed(exposure: Exposure): boolean
}

function sideOf(exposures: readonly Exposure[] | null): Side {
  const all = exposures ?? []
  const known = all.filter(({ verdict }) => verdict !== 'unknown')
  const unread = all.filter(({ verdict }) => verdict === 'unknown')
  const knownOf = Map.groupBy(known, resourceOf)
  const of = (exposure: Exposure) => knownOf.get(resourceOf(exposure)) ?? []
  const unreadOf = new Set(unread.filter(({ from }) => from !== 'other accounts').map(resourceOf))
  const accountsUnreadOf = new Set(unread.map(resourceOf))
  const lacksFindings = unread.some(({ by }) => by === analyzerFinding)
  const isUnknown = (exposure: Exposure) =>
    exposures === null ||
    (exposure.by === analyzerFinding && lacksFindings) ||
    [exposure, ofAnyId(exposure)]
      .map(resourceOf)
      .some((key) => (exposure.from === 'other accounts' ? accountsUnreadOf : unreadOf).has(key))
  return {
    known,
    unknown: unread,
    of,
    covering(exposure) {
      const wider = of(exposure).filter((each) => covers(each, exposure))
      return stateOf(wider.find((each) => isAsOpen(each, exposure)) ?? wider[0] ?? null)
    },
    isUnknown,
    isClosed: (exposure) => !isUnknown(exposure) && !knownOf.has(resourceOf(exposure)),
  }
}

function stateOf(exposure: Exposure | null): ExposureState {
  return exposure === null ? closed : { verdict: exposure.verdict, condition: exposure.condition }
}

/** Exposures through load balancers are compared separately from a resource's own exposures. */
function resourceOf({ resource: { type, id }, kind }: Exposure): string {
  return JSON.stringify([type, id, kind === 'target'])
}

function ofAnyId(exposure: Exposure): Exposure {
  return { ...exposure, resource: { ...exposure.resource, id: null } }
}

/** Without its verdict and condition. */
function wayOf(exposure: Exposure): string {
  const { from, accounts, by, protocol, ports } = exposure
  return JSON.stringify([resourceOf(exposure), from, accounts, by, protocol, ports])
}

/** The ways in of one side that aren't known, beside those that are, and that the other side doesn't have either way. */
export function unknownBeside(base: readonly Exposure[], scan: readonly Exposure[]): readonly Exposure[] {
  const [before, after] = [sideOf(base), sideOf(scan)]
  return after.unknown.filter(
    (each) => !before.isUnknown(each) && !before.isClosed(each) && before.covering(each).verdict === 'closed',
  )
}

/** For the same resource. */
function covers(wide: Exposure, narrow: Exposure): boolean {
  return (
    wide.by === narrow.by &&
    isWithinSource(narrow, wide) &&
    (wide.protocol === narrow.protocol || wide.protocol === 'all') &&
    (wide.ports === null || (narrow.ports !== null && isWithinPorts(narrow.ports, wide.ports)))
  )
}

function isWithinSource(narrow: Exposure, wide: Exposure): boolean {
  if (narrow.from === 'other accounts') return wide.from === 'internet' || isWithinAccounts(narrow, wide)
  if (narrow.from === wide.from) return true
  const [inner, outer] = [addressesFrom(narrow.from), addressesFrom(wide.from)]
  return inner !== null && outer !== null && isEmpty(difference(inner, outer))
}

/** Unknown accounts are only within unknown ones. */
function isWithinAccounts(narrow: Exposure, wide: Exposure): boolean {
  if (wide.from !== 'other accounts') return false
  const [inner, outer] = [narrow.accounts ?? [], wide.accounts ?? []]
  return inner.length === 0 ? outer.length === 0 : inner.every((account) => outer.includes(account))
}

function isWithinPorts(narrow: string, wide: string): boolean {
  const outer = portRanges(wide)
  return portRanges(narrow).every(([first, last]) => outer.some(([from, to]) => from <= first && last <= to))
}

/** The same condition, or none, is at least as open. */
function isAsOpen({ verdict, condition }: ExposureState, than: Exposure): boolean {
  return verdict === 'open' || (verdict === 'conditional' && than.condition === condition)
}

function byResource({ resource: left }: ComparedExposure, { resource: right }: ComparedExposure): number {
  return compareText(left.type, right.type) || compareText(left.id ?? '', right.id ?? '')
}
