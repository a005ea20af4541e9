/** Checks whether the security groups of a target allow the traffic of a load balancer. */
import { typePlaying } from '../../resource-types/look-ups.ts'
import type { ResourceReference } from '../../graph/resource-graph.ts'
import { type GraphIndex, textProperty } from '../../graph/graph-index.ts'
import {
  type AddressSet,
  addressesOf,
  difference,
  intersection,
  internetAddresses,
  isEmpty,
  noAddresses,
  union,
} from '../../graph/address-set.ts'
import { unreadResource } from './coverage.ts'
import type { ExposureStep, Outside, Unread } from './exposure.ts'
import { inboundRules, isPrefixList, type Ports, ruleText } from './internet-access.ts'
import { addressesFrom } from './outside.ts'
import { entriesOf, prefixListUnread } from './subnet-routes.ts'

const parts = {
  group: typePlaying('security group'),
  subnet: typePlaying('subnet'),
} as const

/** The security groups and addresses of the sender. `null`: unknown. */
export type Sender = {
  readonly groups: readonly string[]
  readonly addresses: AddressSet | null
  readonly unread: readonly Unread[]
}

export type Admission = {
  readonly answer: 'yes' | 'no' | 'unknown'
  readonly step: ExposureStep | null
  readonly because: readonly Unread[]
}

/** The nodes of a load balancer, which can have any addresses of its subnets. */
export function nodesOf(index: GraphIndex, balancer: ResourceReference): Sender {
  const subnets = index.targets(balancer, 'attached to', parts.subnet)
  const blocks = subnets.map((subnet) => {
    const found = index.find(subnet)
    return found?.presence === 'read' ? addressesOf(textProperty(found, 'cidrBlock')) : null
  })
  const isKnown = blocks.length > 0 && !blocks.includes(null)
  return {
    groups: index.targets(balancer, 'associated with', parts.group).map(({ id }) => id),
    addresses: isKnown
      ? blocks.reduce<AddressSet>((sum, block) => union(sum, block ?? noAddresses), noAddresses)
      : null,
    unread: isKnown ? [] : [unreadResource(index, parts.subnet)],
  }
}

/**
 * IPv4 clients of the internet, because targets have IPv4 addresses. IPv6 clients arrive with addresses of the nodes.
 */
export function clientsFrom(outside: Outside): Sender {
  const addresses = outside === 'internet' ? { v4: internetAddresses.v4, v6: [] } : addressesFrom(outside)
  return { groups: [], addresses, unread: [] }
}

/** `no` only if no rule of any group can allow a packet of the sender. Without groups, everything is allowed. */
export function admission(
  index: GraphIndex,
  target: ResourceReference,
  { protocol, from }: Ports,
  sender: Sender,
): Admission {
  const because: Unread[] = []
  const allowed: { readonly addresses: AddressSet; readonly step: ExposureStep }[] = []
  const groups = index.targets(target, 'associated with', parts.group)
  if (groups.length === 0) return { answer: 'yes', step: null, because: [] }
  for (const reference of groups) {
    const group = index.find(reference)
    if (group === null || group.presence !== 'read') {
      because.push(unreadResource(index, parts.group))
      continue
    }
    for (const { source, ...rule } of inboundRules(group)) {
      if (rule.protocol !== 'all' && (rule.protocol !== protocol || rule.from > from || from > rule.to)) continue
      const step = { ...reference, evidence: `allows ${ruleText(rule)} from ${source}` }
      if (sender.groups.includes(source)) return { answer: 'yes', step, because: [] }
      const cidrs = source.includes('/') ? [source] : entriesOf(index, source)
      if (cidrs === null && isPrefixList(source)) because.push(prefixListUnread(index))
      for (const cidr of cidrs ?? []) allowed.push({ addresses: addressesOf(cidr) ?? noAddresses, step })
    }
  }
  return byAddress(sender, allowed, because)
}

function byAddress(
  { addresses, unread }: Sender,
  allowed: readonly { readonly addresses: AddressSet; readonly step: ExposureStep }[],
  because: readonly Unread[],
): Admission {
  const [first] = allowed
  if (addresses === null) {
    return first === undefined && because.length === 0
      ? { answer: 'no', step: null, because: [] }
      : { answer: 'unknown', step: null, because: [...because, ...unread] }
  }
  const all = allowed.reduce((sum, rule) => union(sum, rule.addresses), noAddresses)
  if (first !== undefined && isEmpty(difference(addresses, all))) {
    const whole = allowed.find((rule) => isEmpty(difference(addresses, rule.addresses))) ?? first
    return { answer: 'yes', step: whole.step, because: [] }
  }
  const answer = isEmpty(intersection(addresses, all)) && because.length === 0 ? 'no' : 'unknown'
  return { answer, step: null, because }
}
