/** What security groups and network ACLs allow. */
import { type AddressSet, coverage, overlaps, parseRange, pieces, type Range } from './addresses.ts'
import { isProtocol, type PacketKind, type Ports } from './traffic.ts'

/** `partly`: some of the addresses or ports. `unknown`: a deciding rule references what couldn't be read. */
export type FilterAnswer = 'allowed' | 'refused' | 'partly' | 'unknown'

export type GroupRule = {
  readonly protocol: string | null
  readonly fromPort: number | null
  readonly toPort: number | null
  /** A CIDR block, a security group, or a prefix list. */
  readonly peer: string
}

/** The meaning of a rule's peer: ranges, the members of a security group, or unknown. */
export type Peer = readonly Range[] | 'same group' | 'another group' | 'unknown'

/** The union of what all rules of all groups allow. */
export function filterByGroups(
  rules: readonly GroupRule[],
  packet: PacketKind,
  addresses: AddressSet,
  peerOf: (peer: string) => Peer,
): FilterAnswer {
  const ranges: Range[] = []
  let mayAllow = false
  for (const rule of rules) {
    if (!fitsGroupRule(rule, packet)) continue
    const peer = peerOf(rule.peer)
    if (peer === 'same group') return 'allowed'
    if (peer === 'unknown') mayAllow = true
    else if (peer !== 'another group') ranges.push(...peer)
  }
  const covered = coverage(addresses, ranges)
  if (covered === 'all') return 'allowed'
  if (mayAllow) return 'unknown'
  return covered === 'none' ? 'refused' : 'partly'
}

/** For ICMP, the ports are type and code, and -1 means all. */
function fitsGroupRule({ protocol, fromPort, toPort }: GroupRule, packet: PacketKind): boolean {
  if (!isProtocol(protocol, packet.protocol)) return false
  if (protocol === '-1') return true
  if ('type' in packet) return fitsIcmp(fromPort ?? -1, toPort ?? -1, packet)
  return (fromPort ?? 0) <= packet.ports[0] && packet.ports[1] <= (toPort ?? 65_535)
}

function fitsIcmp(type: number, code: number, packet: { readonly type: number; readonly code: number }): boolean {
  return (type === -1 || type === packet.type) && (type === -1 || code === -1 || code === packet.code)
}

export type AclEntry = {
  /** Lower numbers are checked first. The last entry applies to the rest. */
  readonly rule: number
  readonly action: string
  readonly protocol: string
  readonly cidrBlock: string
  readonly fromPort: number | null
  readonly toPort: number | null
  /** `undefined` if the scan didn't read it. */
  readonly icmpType?: number | undefined
  readonly icmpCode?: number | undefined
}

/**
 * The first matching entry decides, for each address and port separately. `decidedBy`: set if only one entry decided.
 */
export function filterByAcl(
  entries: readonly AclEntry[],
  packet: PacketKind,
  addresses: AddressSet,
): { readonly answer: FilterAnswer; readonly decidedBy: AclEntry | null } {
  const fitting = entries
    .filter(({ protocol }) => isProtocol(protocol, packet.protocol))
    .map((entry) => ({ entry, range: parseRange(entry.cidrBlock) }))
    .toSorted((a, b) => a.entry.rule - b.entry.rule)
  const near = fitting.flatMap(({ range }) => range ?? [])
  const decisions = pieces(addresses, near).flatMap((piece) => {
    const ofPiece = fitting.flatMap(({ entry, range }) => (range !== null && overlaps(range, piece) ? entry : []))
    return 'type' in packet ? [icmpDecision(ofPiece, packet)] : portDecisions(ofPiece, packet)
  })
  const answers = new Set(decisions.map(({ answer }) => answer))
  const decided = new Set(decisions.map(({ entry }) => entry))
  const [answer = 'refused'] = answers
  const [decidedBy = null] = decided
  return { answer: answers.size > 1 ? mixed(answers) : answer, decidedBy: decided.size === 1 ? decidedBy : null }
}

type Decision = { readonly answer: FilterAnswer; readonly entry: AclEntry | null }

function mixed(answers: ReadonlySet<FilterAnswer>): FilterAnswer {
  return answers.has('unknown') ? 'unknown' : 'partly'
}

function decision(entry: AclEntry | undefined): Decision {
  return { answer: entry?.action === 'allow' ? 'allowed' : 'refused', entry: entry ?? null }
}

function icmpDecision(
  entries: readonly AclEntry[],
  packet: { readonly type: number; readonly code: number },
): Decision {
  for (const entry of entries) {
    if (entry.protocol === '-1') return decision(entry)
    if (entry.icmpType === undefined || entry.icmpCode === undefined) return { answer: 'unknown', entry }
    if (fitsIcmp(entry.icmpType, entry.icmpCode, packet)) return decision(entry)
  }
  return decision(undefined)
}

/** For the required ports. If they aren't allowed, checks whether any of the possible ports is. */
function portDecisions(
  entries: readonly AclEntry[],
  packet: { readonly ports: Ports; readonly possible: Ports },
): readonly Decision[] {
  const needed = decisionsOfPorts(entries, packet.ports)
  if (needed.some(({ answer }) => answer === 'allowed')) return needed
  const others = decisionsOfPorts(entries, packet.possible)
  return others.some(({ answer }) => answer === 'allowed') ? others : needed
}

function decisionsOfPorts(entries: readonly AclEntry[], [first, last]: Ports): readonly Decision[] {
  const cuts = entries.flatMap(({ fromPort, toPort }) => [fromPort ?? 0, (toPort ?? 65_535) + 1])
  const starts = new Set([first, ...cuts.filter((cut) => cut > first && cut <= last)])
  return [...starts].map((port) =>
    decision(entries.find(({ fromPort, toPort }) => (fromPort ?? 0) <= port && port <= (toPort ?? 65_535))),
  )
}
