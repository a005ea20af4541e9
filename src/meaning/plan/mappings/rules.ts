/** Rules of security groups, entries of network ACLs, and routes, in the form of the collectors. */
import { blocksOf, type Item, type Known, numberOf, textOf, textsOf } from '../mapping.ts'
import { NotKnown, type PlanObject, type PlanValue } from '../plan.ts'

export type Direction = 'ingress' | 'egress'

const peerOf = { ingress: 'source', egress: 'destination' } as const

/** Names of protocols by number, as AWS returns them for security groups. */
const protocolNames: ReadonlyMap<string, string> = new Map([
  ['all', '-1'],
  ['1', 'icmp'],
  ['6', 'tcp'],
  ['17', 'udp'],
  ['58', 'icmpv6'],
])

type GroupRule = {
  readonly protocol: PlanValue | undefined
  readonly fromPort: PlanValue | undefined
  readonly toPort: PlanValue | undefined
  readonly peers: readonly Known<string>[]
}

/** One item for each peer. Without a protocol or peers, nothing is known of the rule. */
export function groupRules(direction: Direction, { protocol, fromPort, toPort, peers }: GroupRule): readonly Item[] {
  const given = textOf(protocol) ?? new NotKnown('after apply')
  const name = given instanceof NotKnown ? given : (protocolNames.get(given.toLowerCase()) ?? given.toLowerCase())
  const isAll = name === '-1'
  const ports = isAll ? { fromPort: null, toPort: null } : { fromPort: numberOf(fromPort), toPort: numberOf(toPort) }
  return peers.map((peer) => ({ protocol: name, ...ports, [peerOf[direction]]: groupIdOf(peer) }))
}

/** A rule of which nothing is known. */
export function anyRule(direction: Direction, notKnown: NotKnown): Item {
  return { protocol: notKnown, fromPort: null, toPort: null, [peerOf[direction]]: notKnown }
}

/** Groups of other accounts are named `123456789012/sg-0a1b2c3d`. */
function groupIdOf(peer: Known<string>): Known<string> {
  return peer instanceof NotKnown ? peer : peer.replace(/^\d{12}\//u, '')
}

export function peersIn(values: PlanObject, ...names: readonly string[]): readonly Known<string>[] {
  return names.flatMap((name) => textsOf(values[name]))
}

type AclEntry = {
  readonly rule: PlanValue | undefined
  readonly action: PlanValue | undefined
  readonly protocol: PlanValue | undefined
  readonly cidrBlock: Known<string> | null
  readonly fromPort: PlanValue | undefined
  readonly toPort: PlanValue | undefined
  readonly icmpType: PlanValue | undefined
  readonly icmpCode: PlanValue | undefined
}

/** Protocols are numbers here. */
const protocolNumbers: ReadonlyMap<string, string> = new Map([
  ['all', '-1'],
  ['icmp', '1'],
  ['tcp', '6'],
  ['udp', '17'],
  ['icmpv6', '58'],
])

export function aclEntry(entry: AclEntry): Item {
  const given = textOf(entry.protocol)
  const protocol = typeof given === 'string' ? (protocolNumbers.get(given.toLowerCase()) ?? given) : given
  const hasPorts = protocol === '6' || protocol === '17' || protocol instanceof NotKnown
  const isIcmp = protocol === '1' || protocol === '58'
  const action = textOf(entry.action)
  return {
    rule: numberOf(entry.rule),
    action: typeof action === 'string' ? action.toLowerCase() : action,
    protocol,
    cidrBlock: entry.cidrBlock,
    fromPort: hasPorts ? numberOf(entry.fromPort) : null,
    toPort: hasPorts ? numberOf(entry.toPort) : null,
    icmpType: isIcmp ? numberOf(entry.icmpType) : null,
    icmpCode: isIcmp ? numberOf(entry.icmpCode) : null,
  }
}

/** The ranges of a prefix list. */
export function listEntries(value: PlanValue | undefined, name: string): { readonly entries: readonly Item[] } {
  const blocks = blocksOf(value)
  if (!(blocks instanceof NotKnown)) return { entries: blocks.map((block) => ({ cidr: textOf(block[name]) })) }
  // Without own entries, those of other resources count.
  return { entries: blocks.why === 'computed' ? [] : [{ cidr: blocks }] }
}

export function route(destination: Known<string> | null, target: Known<string> | null): Item {
  return { destination, target: target ?? new NotKnown('after apply'), state: 'active', propagated: false }
}

/** The first that is set: only one may be. */
export function firstOf(values: PlanObject, names: readonly string[]): Known<string> | null {
  const all = names.map((name) => textOf(values[name]))
  // An attribute that nobody sets may still be chosen by AWS, but the others decide.
  return all.find((value) => typeof value === 'string') ?? all.find((value) => isSet(value)) ?? null
}

function isSet(value: string | NotKnown | null): value is NotKnown {
  return value instanceof NotKnown && value.why !== 'computed'
}
