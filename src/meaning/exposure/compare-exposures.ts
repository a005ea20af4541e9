/**
 * Finds exposures that were opened or closed between two scans. If one scan couldn't read it, the result is unknown,
 * not opened or closed.
 */
import { compareText } from '../../graph/graph-index.ts'
import { difference, isEmpty } from '../../graph/address-set.ts'
import { analyzerFinding } from './analyzer-findings.ts'
import type { Exposure, Outside } from './exposure.ts'
import { addressesFrom } from './outside.ts'

/** The state of an exposure in one scan. `closed`: the scan shows that it doesn't exist. */
export type ExposureState = {
  readonly verdict: 'open' | 'conditional' | 'unknown' | 'closed'
  /** Only if `conditional`. */
  readonly condition: string | null
}

export type ComparedExposure = Pick<Exposure, 'resource' | 'from' | 'by' | 'protocol' | 'ports'> & {
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
    const { resource, by, protocol, ports } = exposure
    result[list].push({ resource, from: exposure.from, by, protocol, ports, before: from, after: to })
  }
  const pairs = statesChanged(before, after)
  for (const [earlier, now] of pairs) note('changed', now, stateOf(earlier), stateOf(now))
  const paired = new Set(pairs.flat())
  for (const now of after.known) {
    if (paired.has(now)) continue
    const was = before.covering(now)
    if (isAsOpen(was, now)) continue
    if (before.isUnknown(now)) note('unknown', now, unknown, stateOf(now))
    else note('opened', now, was, stateOf(now))
  }
  for (const earlier of before.known) {
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

/** Pairs of one way in whose verdict or condition differs. A way in can have several: two grants of one policy, each with its condition. */
function statesChanged(before: Side, after: Side): readonly (readonly [earlier: Exposure, now: Exposure])[] {
  const nowByWay = Map.groupBy(after.known, wayOf)
  return [...Map.groupBy(before.known, wayOf)].flatMap(([way, earlier]) => {
    const now = nowByWay.get(way) ?? []
    const gone = earlier.filter((each) => !now.some((other) => isSameState(each, other)))
    const come = now.filter((each) => !earlier.some((other) => isSameState(each, other)))
    return gone.slice(0, come.length).map((each, place) => [each, come[place] as Exposure] as const)
  })
}

function isSameState(left: Exposure, right: Exposure): boolean {
  return left.verdict === right.verdict && left.condition === right.condition
}

type Side = {
  readonly known: readonly Exposure[]
  readonly unknown: readonly Exposure[]
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
  const unreadOf = new Set(unread.map(resourceOf))
  const lacksFindings = unread.some(({ by }) => by === analyzerFinding)
  const isUnknown = (exposure: Exposure) =>
    exposures === null ||
    (exposure.by === analyzerFinding && lacksFindings) ||
    unreadOf.has(resourceOf(exposure)) ||
    unreadOf.has(resourceOf(ofAnyId(exposure)))
  return {
    known,
    unknown: unread,
    covering(exposure) {
      const wider = (knownOf.get(resourceOf(exposure)) ?? []).filter((each) => covers(each, exposure))
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
  const { from, by, protocol, ports } = exposure
  return JSON.stringify([resourceOf(exposure), from, by, protocol, ports])
}

/** For the same resource. Address ranges are only compared with the whole internet. */
function covers(wide: Exposure, narrow: Exposure): boolean {
  return (
    wide.by === narrow.by &&
    isWithinSource(narrow.from, wide.from) &&
    (wide.protocol === narrow.protocol || wide.protocol === 'all') &&
    (wide.ports === null ||
      (narrow.ports !== null && portsOf(narrow.ports).every((part) => isWithin(part, wide.ports))))
  )
}

function isWithinSource(narrow: Outside, wide: Outside): boolean {
  if (narrow === wide) return true
  const [inner, outer] = [addressesFrom(narrow), addressesFrom(wide)]
  return inner !== null && outer !== null && isEmpty(difference(inner, outer))
}

type PortRange = readonly [first: number, last: number]

function portsOf(text: string): readonly PortRange[] {
  return text.split(',').map((part) => {
    const [first = 0, last = first] = part.split('-').map(Number)
    return [first, last]
  })
}

function isWithin([first, last]: PortRange, text: string | null): boolean {
  return portsOf(text ?? '0-65535').some(([from, to]) => from <= first && last <= to)
}

/** The same condition, or none, is at least as open. */
function isAsOpen({ verdict, condition }: ExposureState, than: Exposure): boolean {
  return verdict === 'open' || (verdict === 'conditional' && than.condition === condition)
}

function byResource({ resource: left }: ComparedExposure, { resource: right }: ComparedExposure): number {
  return compareText(left.type, right.type) || compareText(left.id ?? '', right.id ?? '')
}
