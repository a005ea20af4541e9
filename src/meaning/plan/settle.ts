/** What follows from the changes of a plan: relations of items, public addresses, and what AWS deletes along. */
import { type GraphIndex, resourceKey } from '../../graph/graph-index.ts'
import type { Json, Resource, ResourceReference } from '../../graph/resource-graph.ts'
import { typePlaying } from '../../resource-types/look-ups.ts'
import { settleBucket } from './bucket-access.ts'
import type { Draft } from './draft-graph.ts'
import { typeExposedBy } from './exposed-types.ts'
import { inOrder, resolvedItem } from './items.ts'
import { NotKnown } from './plan.ts'
import { settleNetworks } from './settle-network.ts'
import type { Planned, Work } from './work.ts'

const types = {
  subnet: typePlaying('subnet'),
  group: typePlaying('security group'),
  instance: typePlaying('instance'),
  address: typePlaying('Elastic IP'),
  interface: typePlaying('network interface'),
  targetGroup: typePlaying('target group'),
  block: typePlaying('VPC Block Public Access options'),
} as const

const rules: ReadonlyMap<string, (work: Work, draft: Draft, planned: readonly Planned[]) => void> = new Map([
  [types.targetGroup, settleTargets],
  [types.instance, settleInstance],
  [types.address, settleAddress],
  [types.block, settleBlock],
  [typeExposedBy('bucket access'), settleBucket],
])

export function settle(work: Work, planned: readonly Planned[]): void {
  settleNetworks(work, planned)
  for (const draft of work.draft.drafts()) rules.get(draft.type)?.(work, draft, planned)
}

/** Resources that AWS deletes together with one: the network interfaces of an instance. */
export function goesAlong(index: GraphIndex, resource: ResourceReference): readonly ResourceReference[] {
  return resource.type === types.instance ? index.sources(resource, 'attached to', types.interface) : []
}

/** Values that the plan doesn't know are absent, like values that a scan couldn't read. */
export function finishDraft({ type, id, arn, name, presence, live, tags, properties, items }: Draft): Resource {
  const lists = Object.entries(items).map(([list, own]) => [list, own as unknown as Json] as const)
  const known = Object.entries(properties).flatMap(([property, value]) =>
    value instanceof NotKnown ? [] : [[property, value] as const],
  )
  return {
    type,
    id,
    arn,
    name,
    presence,
    ...(live?.partial === true && { partial: true as const }),
    tags,
    properties: Object.fromEntries([...known, ...lists]),
  }
}

const typeOfTarget: ReadonlyMap<Json | NotKnown, string> = new Map([
  ['instance', types.instance],
  ['lambda', typeExposedBy('function access')],
])

function settleTargets(work: Work, group: Draft): void {
  const items = (group.items['targets'] ?? []).map((item) => resolvedItem(work.identities, item))
  const known = items.filter((item) => item !== null)
  const kind = group.properties['targetType'] ?? 'instance'
  const type = typeOfTarget.get(kind)
  // A scan that couldn't read the targets doesn't know them, and neither does a plan with an unknown one.
  const isKnown = group.items['targets'] !== undefined && known.length === items.length
  if (isKnown) group.items['targets'] = inOrder(known)
  else delete group.items['targets']
  if (type === undefined || !isKnown) return
  const ids = known.map(({ id }) => (typeof id === 'string' ? id.replace(/^.*:function:/u, '') : ''))
  for (const { target } of group.relations.filter(({ verb, target: to }) => verb === 'routes to' && to.type === type)) {
    if (!ids.includes(target.id)) work.draft.unrelate(group, 'routes to', target)
  }
  for (const id of ids) work.draft.relate(group, 'routes to', { type, id }, 'the plan')
}

/** A scan has no resource for a setting that is off. */
function settleBlock({ draft }: Work, options: Draft): void {
  if (options.properties['mode'] === 'off') draft.remove(options)
}

/** An instance that gets an Elastic IP address has a public address. */
function settleAddress({ draft, index }: Work, address: Draft): void {
  for (const type of [types.instance, types.interface]) {
    const before = new Set(index.targets(address, 'attached to', type).map(({ id }) => id))
    for (const to of draft.targets(address, 'attached to', type)) {
      if (!before.has(to.id)) draft.touch(to).properties['publicIpAddress'] = 'of an Elastic IP address'
    }
  }
}

/** Its network interfaces have its security groups. A new one gets a public address if its subnet says so. */
function settleInstance({ draft, index, doubts }: Work, instance: Draft): void {
  const groups = draft.targets(instance, 'associated with', types.group)
  const before = index.targets(instance, 'associated with', types.group)
  if (instance.live !== null && !hasSame(groups, before)) {
    for (const at of index.sources(instance, 'attached to', types.interface)) {
      if (draft.find(at) === null || !hasSame(index.targets(at, 'associated with', types.group), before)) continue
      for (const group of before) draft.unrelate(at, 'associated with', group)
      for (const group of groups) draft.relate(at, 'associated with', group, 'the plan')
    }
  }
  const wants = instance.properties['associatePublicIp']
  delete instance.properties['associatePublicIp']
  if (wants === undefined || typeof instance.properties['publicIpAddress'] === 'string') return
  const [subnet] = draft.targets(instance, 'contained in', types.subnet)
  const given =
    wants === 'as the subnet' ? subnetGivesAddress(draft.find(subnet ?? { type: types.subnet, id: '' })) : wants
  if (given === true) instance.properties['publicIpAddress'] = addressOfAws
  else if (given !== false) {
    doubts.push({
      address: instance.id,
      resource: { type: instance.type, id: instance.id },
      reason: "It isn't known whether it gets a public address.",
      exposure: true,
    })
  }
}

const addressOfAws = 'that AWS assigns'

function subnetGivesAddress(subnet: Draft | null): boolean | null {
  if (subnet === null || subnet.presence !== 'read') return null
  const value = subnet.properties['mapPublicIpOnLaunch']
  // AWS's default for new subnets.
  if (value === undefined) return subnet.live === null ? false : null
  return typeof value === 'boolean' ? value : null
}

function hasSame(left: readonly ResourceReference[], right: readonly ResourceReference[]): boolean {
  return new Set(left.map(resourceKey)).symmetricDifference(new Set(right.map(resourceKey))).size === 0
}
