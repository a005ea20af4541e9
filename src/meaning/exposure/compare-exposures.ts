/** Which ways in were opened and closed between two scans. What one of them could not tell is unknown, never opened or closed. */
import { compareText } from '../../graph/graph-index.ts'
import { difference, isEmpty } from '../../graph/address-set.ts'
import { analyzerFinding } from './analyzer-findings.ts'
import type { Exposure, Outside } from './exposure.ts'
import { addressesFrom } from './outside.ts'

/** How a way in was, or is: `closed` where a scan shows that there is none. */
export type ExposureState = {
  readonly verdict: 'open' | 'conditional' | 'unknown' | 'closed'
  /** Only of what is `conditional`. */
  readonly condition: string | null
}

export type ComparedExposure = Pick<Exposure, 'resource' | 'from' | 'by' | 'protocol' | 'ports'> & {
  readonly before: ExposureState
  readonly after: ExposureState
}

export type ExposureComparison = {
  /** Not all of it was open before. */
  readonly opened: readonly ComparedExposure[]
  /** Not all of it is open any more. */
  readonly closed: readonly ComparedExposure[]
  /** The same way in, with another verdict or condition. */
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
  for (const [key, now] of after.known) {
    const earlier = before.known.get(key)
    if (earlier !== undefined) {
      if (earlier.verdict !== now.verdict || earlier.condition !== now.condition) {
        note('changed', now, stateOf(earlier), stateOf(now))
      }
      continue
    }
    const was = before.covering(now)
    if (isAsOpen(was, now)) continue
    if (before.isUnknown(now)) note('unknown', now, unknown, stateOf(now))
    else note('opened', now, was, stateOf(now))
  }
  for (const [key, earlier] of before.known) {
    if (after.known.has(key)) continue
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

type Side = {
  readonly known: ReadonlyMap<string, Exposure>
  readonly unknown: readonly Exposure[]
  /** What is told of the same way in by an entry that is at least as wide. */
  covering(exposure: Exposure): ExposureState
  /** Whether it could not tell of this way in. */
  isUnknown(exposure: Exposure): boolean
  /** Whether it tells that the resource has no way in. */
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
    known: new Map(known.map((each) => [keyOf(each), each])),
    unknown: unread,
    covering(exposure) {
      const wider = (knownOf.get(resourceOf(exposure)) ?? []).filter((each) => covers(each, exposure))
      return stateOf(wider.find(({ verdict }) => verdict === 'open') ?? wider[0] ?? null)
    },
    isUnknown,
    isClosed: (exposure) => !isUnknown(exposure) && !knownOf.has(resourceOf(exposure)),
  }
}

function stateOf(exposure: Exposure | null): ExposureState {
  return exposure === null ? closed : { verdict: exposure.verdict, condition: exposure.condition }
}

/** What is behind load balancers is told apart from what a resource opens itself. */
function resourceOf({ resource: { type, id }, kind }: Exposure): string {
  return JSON.stringify([type, id, kind === 'target'])
}

function ofAnyId(exposure: Exposure): Exposure {
  return { ...exposure, resource: { ...exposure.resource, id: null } }
}

function keyOf(exposure: Exposure): string {
  const { from, by, protocol, ports } = exposure
  return JSON.stringify([resourceOf(exposure), from, by, protocol, ports])
}

/** Of the same resource. Ranges of addresses are compared with the whole internet only. */
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

/** A condition leaves nothing more open than the same condition, or none. */
function isAsOpen({ verdict, condition }: ExposureState, than: Exposure): boolean {
  return verdict === 'open' || (verdict === 'conditional' && than.condition === condition)
}

function byResource({ resource: left }: ComparedExposure, { resource: right }: ComparedExposure): number {
  return compareText(left.type, right.type) || compareText(left.id ?? '', right.id ?? '')
}
