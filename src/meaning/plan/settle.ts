/** What follows from the changes of a plan: relations of items, public addresses, and what AWS deletes along. */
import { type GraphIndex, resourceKey } from '../../graph/graph-index.ts'
import type { Json, Resource, ResourceReference } from '../../graph/resource-graph.ts'
import { typePlaying } from '../../resource-types/look-ups.ts'
import { settleBuckets } from './bucket-access.ts'
import type { Draft } from './draft-graph.ts'
import { typeExposedBy } from './exposed-types.ts'
import { inOrder, resolvedItem } from './items.ts'
import { databaseTypes } from './mappings/clusters.ts'
import { urlGrants } from './mappings/function-permissions.ts'
import { NotKnown } from './plan.ts'
import { settleNetworks } from './settle-network.ts'
import type { Doubt, Planned, Work } from './work.ts'

const types = {
  subnet: typePlaying('subnet'),
  group: typePlaying('security group'),
  instance: typePlaying('instance'),
  address: typePlaying('Elastic IP'),
  interface: typePlaying('network interface'),
  targetGroup: typePlaying('target group'),
  block: typePlaying('VPC Block Public Access options'),
  list: typePlaying('prefix list'),
  function: typeExposedBy('function access'),
} as const

const rules: ReadonlyMap<string, (work: Work, draft: Draft) => void> = new Map([
  [types.targetGroup, settleTargets],
  [types.instance, settleInstance],
  [types.address, settleAddress],
  [types.block, settleBlock],
  [types.function, settleFunction],
  [databaseTypes.instance, settleDatabase],
  [types.list, settleList],
])

export function settle(work: Work, planned: readonly Planned[]): void {
  settleNetworks(work, planned)
  releaseAddresses(work)
  touchMembers(work)
  for (const draft of work.draft.drafts()) rules.get(draft.type)?.(work, draft)
  settleBuckets(work, planned)
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
  ['lambda', types.function],
])

function settleTargets(work: Work, group: Draft): void {
  const items = (group.items['targets'] ?? []).map((item) => resolvedItem(work.identities, item))
  const known = items.filter((item) => item !== null)
  const kind = group.properties['targetType'] ?? 'instance'
  const type = typeOfTarget.get(kind)
  // A scan that couldn't read the targets doesn't know them, and neither does a plan with an unknown one.
  const isKnown = group.items['targets'] !== undefined && known.length === items.length
  if (isKnown) group.items['targets'] = inOrder(known)
  else {
    delete group.items['targets']
    group.properties['targets'] = new NotKnown('after apply')
  }
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

/** With an entry that isn't known, nothing is known of the list. */
function settleList(_work: Work, { items, properties }: Draft): void {
  const ranges = items['entries']?.map(({ cidr }) => cidr) ?? []
  const isKnown = items['entries'] !== undefined && ranges.every((each) => typeof each === 'string')
  properties['entries'] = isKnown ? ranges.toSorted() : new NotKnown('after apply')
  delete items['entries']
}

/** Permissions to invoke URLs count for the URLs that the function has. */
function settleFunction(_work: Work, { items }: Draft): void {
  const given = items[urlGrants] ?? []
  delete items[urlGrants]
  if (given.length === 0 || items['urls'] === undefined) return
  items['urls'] = items['urls'].map((url) => {
    const added = given.filter(
      ({ alias, authorization }) =>
        alias === url['alias'] && (authorization === null || authorization === url['authorization']),
    )
    const grants = added.map(({ to, condition }) => ({ to, condition }) as Json)
    return Array.isArray(url['grants']) ? { ...url, grants: [...url['grants'], ...grants] } : url
  })
}

function settleDatabase(work: Work, database: Draft): void {
  const [cluster] = work.draft.targets(database, 'contained in', databaseTypes.cluster)
  if (cluster !== undefined) settleMember(work, database, cluster)
  const { publiclyAccessible, port } = database.properties
  if (database.live === null && publiclyAccessible === true && typeof port !== 'number') {
    work.doubts.push(doubtOfSettled(database, "Its port isn't known."))
  }
}

/** The instances of a cluster have its security groups, and new ones its subnets and its port. */
function settleMember({ draft, index }: Work, database: Draft, cluster: ResourceReference): void {
  const groups = draft.targets(cluster, 'associated with', types.group)
  const before = index.targets(cluster, 'associated with', types.group)
  const isNew = database.live === null
  if (isNew || !hasSame(groups, before)) {
    for (const group of draft.targets(database, 'associated with', types.group)) {
      draft.unrelate(database, 'associated with', group)
    }
    for (const group of groups) draft.relate(database, 'associated with', group, 'of its cluster')
  }
  if (!isNew) return
  for (const subnets of draft.targets(cluster, 'associated with', databaseTypes.subnetGroup)) {
    draft.relate(database, 'associated with', subnets, 'of its cluster')
  }
  const others = index
    .sources(cluster, 'contained in', databaseTypes.instance)
    .flatMap((each) => index.find(each) ?? [])
  const port = others[0]?.properties['port'] ?? draft.find(cluster)?.properties['port']
  if (port !== undefined) database.properties['port'] = port
}

function touchMembers({ draft, index }: Work): void {
  for (const cluster of draft.drafts().filter(({ type }) => type === databaseTypes.cluster)) {
    for (const member of index.sources(cluster, 'contained in', databaseTypes.instance)) draft.find(member)
  }
}

/** An instance that gets an Elastic IP address has a public address. */
function settleAddress({ draft, index, renewed }: Work, address: Draft): void {
  for (const type of [types.instance, types.interface]) {
    const before = new Set(index.targets(address, 'attached to', type).map(({ id }) => id))
    for (const to of draft.targets(address, 'attached to', type)) {
      if (before.has(to.id) && !renewed.has(resourceKey(to))) continue
      const owner = draft.find(to)
      if (owner !== null) owner.properties['publicIpAddress'] = 'of an Elastic IP address'
    }
  }
}

/** What loses its Elastic IP address may get another one of AWS. */
function releaseAddresses({ draft, index, doubts }: Work): void {
  const removed = new Set(draft.removed().map(resourceKey))
  for (const address of index.ofType(types.address)) {
    const { publicIp } = address.properties
    const before = [types.instance, types.interface].flatMap((type) => index.targets(address, 'attached to', type))
    const kept = [types.instance, types.interface].flatMap((type) =>
      removed.has(resourceKey(address)) ? [] : draft.targets(address, 'attached to', type),
    )
    const lost = before.filter((each) => !kept.some((other) => resourceKey(other) === resourceKey(each)))
    for (const from of lost.flatMap((each) => [each, ...otherEnds(index, each)])) {
      const owner = draft.find(from)
      if (owner === null || !withoutAddress(owner, publicIp)) continue
      if (!removed.has(resourceKey(address))) draft.unrelate(address, 'attached to', from)
      doubts.push(doubtOfSettled(from, "It isn't known whether it gets another public address."))
    }
  }
}

/** A plan names an instance or its network interface, and both have the address. */
function otherEnds(index: GraphIndex, end: ResourceReference): readonly ResourceReference[] {
  return [...index.sources(end, 'attached to', types.interface), ...index.targets(end, 'attached to', types.instance)]
}

/** Returns whether it had the address. */
function withoutAddress({ properties }: Draft, address: Json | undefined): boolean {
  if (address === undefined || properties['publicIpAddress'] !== address) return false
  properties['publicIpAddress'] = null
  const listed = properties['privateIpAddresses']
  if (Array.isArray(listed)) {
    properties['privateIpAddresses'] = listed.map((each: Json) =>
      typeof each === 'object' && each !== null && 'publicIpAddress' in each && each.publicIpAddress === address
        ? { ...each, publicIpAddress: null }
        : each,
    )
  }
  return true
}

/** Its network interfaces have its security groups. A new one gets a public address if the subnet's setting is on. */
function settleInstance(work: Work, instance: Draft): void {
  const { draft, index, doubts } = work
  const groups = draft.targets(instance, 'associated with', types.group)
  const before = index.targets(instance, 'associated with', types.group)
  if (instance.live !== null && !hasSame(groups, before)) {
    for (const at of index.sources(instance, 'attached to', types.interface)) {
      if (draft.find(at) === null || !hasSame(index.targets(at, 'associated with', types.group), before)) continue
      for (const group of before) draft.unrelate(at, 'associated with', group)
      for (const group of groups) draft.relate(at, 'associated with', group, 'the plan')
    }
  }
  if (instance.properties['ipv6Addresses'] instanceof NotKnown) {
    doubts.push(doubtOfSettled(instance, "It isn't known whether it gets an IPv6 address."))
  }
  const wants = instance.properties['associatePublicIp']
  delete instance.properties['associatePublicIp']
  if (wants === undefined || typeof instance.properties['publicIpAddress'] === 'string') return
  const [subnet] = draft.targets(instance, 'contained in', types.subnet)
  const given = wants === 'as the subnet' ? addressFrom(work, subnet) : wants
  if (given === true) instance.properties['publicIpAddress'] = addressOfAws
  else if (given !== false) doubts.push(doubtOfSettled(instance, "It isn't known whether it gets a public address."))
}

function doubtOfSettled({ type, id }: ResourceReference, reason: string): Doubt {
  return { address: id, resource: { type, id }, reason, exposure: true }
}

const addressOfAws = 'that AWS assigns'

/** `null`: it isn't known. If the subnet is one of several, all of them must give the same. */
function addressFrom({ draft, candidates }: Work, subnet: ResourceReference | undefined): boolean | null {
  if (subnet === undefined) return null
  const all = candidates.get(resourceKey(subnet)) ?? [subnet]
  const [given = null, ...others] = new Set(all.map((each) => subnetGivesAddress(draft.find(each))))
  return others.length === 0 ? given : null
}

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
