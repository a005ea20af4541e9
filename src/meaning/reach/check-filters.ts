/** Checks a packet against the filters of a subnet and of a network interface, and records the results. */
import { parseRange } from '../network/addresses.ts'
import type { Located } from '../network/estate.ts'
import { filterByAcl, filterByGroups, type GroupRule, type Peer } from '../network/filters.ts'
import { partOfId } from '../network/network.ts'
import { groupsOfEnd, type Place } from './ends.ts'
import { block, describe, recordGapAbout, recordGapOrReason, pass, type Stage, type Walk } from './walk-notes.ts'

export function checkAcl(
  walk: Walk,
  { network, subnet }: Pick<Stage, 'network' | 'subnet'>,
  direction: 'ingress' | 'egress',
): void {
  const { estate, packet } = walk
  const governing = estate.find('subnet', subnet.id, network).flatMap((each) => {
    const acl = each.network.aclOf(each.resource)
    return acl === null ? [] : [{ network: each.network, acl }]
  })[0]
  if (governing === undefined) {
    recordGapOrReason(walk, network, 'network ACL', `The network ACL of ${subnet.id} is unknown.`)
    return
  }
  const { acl } = governing
  const addresses = direction === 'egress' ? packet.destination : packet.source
  const { answer, decidedBy } = filterByAcl(
    governing.network.entriesOf(acl, direction === 'egress'),
    packet.kind,
    addresses,
  )
  const evidence =
    decidedBy === null
      ? `${direction} entries`
      : `${direction} entry ${decidedBy.rule} (${decidedBy.action} ${decidedBy.cidrBlock})`
  if (answer === 'allowed') pass(walk, governing.network, acl, `${evidence} for ${subnet.id}`)
  else if (answer === 'refused') {
    block(
      walk,
      acl,
      'SUBNET_ACL_RESTRICTION',
      `Its ${evidence} ${decidedBy === null ? 'deny' : 'denies'} ${describe(packet, addresses, direction)}.`,
      direction,
    )
  } else {
    const part =
      answer === 'unknown'
        ? 'Its ICMP types were not read'
        : `It allows only some of ${describe(packet, addresses, direction)}`
    recordGapAbout(walk, governing.network, acl, `${part}: ${acl.id}, ${direction} of ${subnet.id}.`)
  }
}

export function checkGroups(walk: Walk, place: Place, direction: 'ingress' | 'egress'): void {
  const { estate, packet } = walk
  if (place.groups === null) return
  const groups = place.groups.flatMap((id) => estate.find('security group', id, place.network)[0] ?? [])
  const unread =
    place.groups.length === 0 ||
    groups.length < place.groups.length ||
    groups.some(({ resource }) => resource.partial === true)
  const addresses = direction === 'egress' ? packet.destination : packet.source
  const peerOf = peersOf(walk, direction)
  const rules = groups.flatMap((group) => rulesOf(group, direction))
  const answer = filterByGroups(rules, packet.kind, addresses, peerOf)
  const what = describe(packet, addresses, direction)
  const ids = place.groups.join(', ')
  const [first] = groups
  if (answer === 'allowed' && first !== undefined) {
    const alone = groups.find(
      (group) => filterByGroups(rulesOf(group, direction), packet.kind, addresses, peerOf) === 'allowed',
    )
    const { network, resource } = alone ?? first
    pass(walk, network, resource, `${direction} rules allow ${what}`)
  } else if (unread || first === undefined) {
    recordGapOrReason(
      walk,
      place.network,
      'security group',
      `Not all security groups of ${place.resource.id} were read.`,
    )
  } else if (answer === 'refused') {
    block(walk, first.resource, 'ENI_SG_RULES_MISMATCH', `No ${direction} rule of ${ids} allows ${what}.`, direction)
  } else if (answer === 'partly') {
    recordGapAbout(walk, place.network, first.resource, `The ${direction} rules of ${ids} allow only some of ${what}.`)
  } else {
    const peer = rules.find((rule) => peerOf(rule.peer) === 'unknown')?.peer ?? ''
    const part = partOfId(peer) === 'prefix list' ? 'prefix list' : 'security group'
    recordGapOrReason(
      walk,
      place.network,
      part,
      `It is unknown whether the ${direction} rule of ${ids} for ${peer} allows it.`,
    )
  }
}

function rulesOf({ network, resource }: Located, direction: 'ingress' | 'egress'): readonly GroupRule[] {
  return network.rulesOf(resource, direction === 'egress') ?? []
}

function peersOf({ estate, packet, groups }: Walk, direction: 'ingress' | 'egress'): (peer: string) => Peer {
  const { goal, sourceGroups } = packet
  const others = direction === 'ingress' ? sourceGroups : groupsOfEnd(goal)
  return (peer) => {
    const range = parseRange(peer)
    if (range !== null) return [range]
    if (partOfId(peer) === 'prefix list') {
      return (
        estate.networks.map((network) => network.prefixListRanges(peer)).find((ranges) => ranges !== null) ?? 'unknown'
      )
    }
    if (groups === 'no') return 'another group'
    if (others === 'unknown') return 'unknown'
    if (!others.includes(peer)) return 'another group'
    return groups === 'yes' ? 'same group' : 'unknown'
  }
}
