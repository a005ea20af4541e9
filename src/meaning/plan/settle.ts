/** What follows from the changes of a plan: relations of rules and routes, and what AWS creates and deletes along. */
import { compareText, type GraphIndex, resourceKey } from '../../graph/graph-index.ts'
import type { Json, Resource, ResourceReference, Verb } from '../../graph/resource-graph.ts'
import { typeOfId, typePlaying } from '../../resource-types/look-ups.ts'
import type { Work } from './apply-plan.ts'
import { settleBucket } from './bucket-access.ts'
import type { Draft } from './draft-graph.ts'
import { placeholder } from './identities.ts'
import { resolvedItem, uncertainRoute, uncertainRule } from './items.ts'
import { flagOf, isComputed, type Item, type Mapping } from './mapping.ts'
import { NotKnown, type PlannedChange } from './plan.ts'

const types = {
  vpc: typePlaying('VPC'),
  subnet: typePlaying('subnet'),
  group: typePlaying('security group'),
  list: typePlaying('prefix list'),
  table: typePlaying('route table'),
  acl: typePlaying('network ACL'),
  gateway: typePlaying('internet gateway'),
  instance: typePlaying('instance'),
  address: typePlaying('Elastic IP'),
  interface: typePlaying('network interface'),
  targetGroup: typePlaying('target group'),
} as const

export type Planned = { readonly change: PlannedChange; readonly mapping: Mapping | null }

const rules: Readonly<Record<string, (work: Work, draft: Draft) => void>> = {
  [types.vpc]: settleNetwork,
  [types.subnet]: settleSubnet,
  [types.group]: settleGroup,
  [types.table]: settleTable,
  [types.acl]: settleAcl,
  [types.targetGroup]: settleTargets,
  [types.instance]: settleInstance,
  [types.address]: settleAddress,
}

/** Networks before subnets, and subnets before what is in them. */
const order: readonly string[] = [types.vpc, types.subnet, types.group, types.table, types.acl]

export function settle(work: Work, planned: readonly Planned[]): void {
  giveDefaultAcls(work, planned)
  touchTables(work)
  const place = ({ type }: Draft) => (order.includes(type) ? order.indexOf(type) : order.length)
  for (const draft of work.draft.drafts().toSorted((a, b) => place(a) - place(b))) rules[draft.type]?.(work, draft)
  for (const draft of work.draft.drafts()) if (draft.type === 'AWS::S3::Bucket') settleBucket(work, draft, planned)
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

/** A new VPC has a main route table, and a network ACL that allows everything. */
function settleNetwork({ draft, implied }: Work, vpc: Draft): void {
  if (vpc.live !== null) return
  const table = draft.touch({ type: types.table, id: placeholder(types.table, `main route table of ${vpc.id}`) })
  table.properties['main'] = true
  table.items['routes'] = []
  draft.relate(table, 'contained in', vpc, 'comes with the VPC')
  const acl = draft.touch({ type: types.acl, id: placeholder(types.acl, `default network ACL of ${vpc.id}`) })
  acl.properties['isDefault'] = true
  const entry = { action: 'allow', protocol: '-1', fromPort: null, toPort: null, icmpType: null, icmpCode: null }
  const all = [
    { ...entry, rule: 100, cidrBlock: '0.0.0.0/0' },
    { ...entry, rule: 101, cidrBlock: '::/0' },
  ]
  acl.items['ingress'] = all
  acl.items['egress'] = all
  draft.relate(acl, 'contained in', vpc, 'comes with the VPC')
  for (const each of [table, acl]) implied.add(resourceKey(each))
}

/** A subnet without a network ACL of its own has the default one of its VPC. */
function settleSubnet({ draft, index }: Work, subnet: Draft): void {
  if (draft.sources(subnet, 'associated with', types.acl).length > 0) return
  const [vpc] = draft.targets(subnet, 'contained in', types.vpc)
  if (vpc === undefined) return
  const standard = draft
    .sources(vpc, 'contained in', types.acl)
    .find((acl) => (draft.find(acl)?.properties ?? index.find(acl)?.properties)?.['isDefault'] === true)
  if (standard !== undefined) draft.relate(standard, 'associated with', subnet, 'the default network ACL of its VPC')
}

function byText(left: Json, right: Json): number {
  return compareText(JSON.stringify(left), JSON.stringify(right))
}

/**
 * A list that nobody sets has the items of other resources. Without those, a plan of Terraform doesn't show whether
 * dynamic blocks set it.
 */
function ofOthers({ doubts }: Work, owner: Draft, list: string): readonly Item[] {
  const items = owner.items[list] ?? []
  const set = items.filter((item) => !isComputed(item))
  // Responses of stateful groups need no outbound rules.
  if (set.length > 0 || items.length === 0 || (owner.type === types.group && list === 'egress')) return set
  const reason = `The plan doesn't show whether it has ${list}.`
  doubts.push({ address: owner.id, resource: { type: owner.type, id: owner.id }, reason, exposure: false })
  return items
}

function settleGroup(work: Work, group: Draft): void {
  for (const [direction, peer, verb] of [
    ['ingress', 'source', 'allows traffic from'],
    ['egress', 'destination', 'allows traffic to'],
  ] as const) {
    const items = ofOthers(work, group, direction)
      .map((item) => resolvedItem(work.identities, item) ?? uncertainRule(work.identities, item, peer))
      .toSorted(byText)
    group.items[direction] = items
    relateAll(
      work,
      group,
      verb,
      [types.group, types.list],
      items.map((item) => item[peer]),
    )
  }
}

/** Makes the relations of a resource the ones that its items name. Kept ones keep their evidence. */
function relateAll(
  { draft }: Work,
  source: Draft,
  verb: Verb,
  among: readonly string[],
  ids: readonly (Json | undefined)[],
): void {
  const named = ids.flatMap((id) => {
    const type = typeof id === 'string' ? typeOfId(id) : null
    return typeof id === 'string' && type !== null && among.includes(type) ? [{ type, id }] : []
  })
  for (const { verb: own, target } of source.relations) {
    const isNamed = named.some(({ type, id }) => type === target.type && id === target.id)
    if (own === verb && among.includes(target.type) && !isNamed) draft.unrelate(source, verb, target)
  }
  for (const target of named) draft.relate(source, verb, target, 'the plan')
}

/** Every route table has routes to its own VPC. */
function localRoutes({ draft }: Work, table: Draft): readonly Item[] {
  const [vpc] = draft.targets(table, 'contained in', types.vpc)
  const blocks = vpc === undefined ? undefined : draft.find(vpc)?.properties['cidrBlocks']
  if (!Array.isArray(blocks) || table.items['routes']?.some(({ target }) => target === 'local') === true) return []
  return blocks.map((destination: Json) => ({ destination, target: 'local', state: 'active', propagated: false }))
}

function settleTable(work: Work, table: Draft): void {
  const routes = [...ofOthers(work, table, 'routes'), ...localRoutes(work, table)]
    .map((item) => resolvedItem(work.identities, item) ?? uncertainRoute(work.identities, item))
    .map((item) => withState(work, item))
    .toSorted(byText)
  table.items['routes'] = routes
  const targets = routes.flatMap(({ target, state }) => (state === 'blackhole' ? [] : [target]))
  const among = [...new Set(targets.flatMap((id) => (typeof id === 'string' ? (typeOfId(id) ?? []) : [])))]
  const before = table.relations.filter(({ verb }) => verb === 'routes to').map(({ target }) => target.type)
  relateAll(work, table, 'routes to', [...new Set([...among, ...before])], targets)
}

/** Tables with routes to what the plan deletes or detaches. */
function touchTables({ draft, index }: Work): void {
  const changed = [...draft.removed(), ...draft.drafts().filter(({ type }) => type === types.gateway)]
  for (const target of changed) {
    for (const table of index.sources(target, 'routes to', types.table)) draft.find(table)
  }
}

/** A route to something that the plan deletes or detaches leads nowhere. */
function withState({ draft, index }: Work, item: Readonly<Record<string, Json>>) {
  const { target } = item
  const type = typeof target === 'string' ? typeOfId(target) : null
  if (type === null || typeof target !== 'string' || index.find({ type, id: target })?.presence !== 'read') return item
  const isDeleted = draft.find({ type, id: target }) === null
  const isDetached =
    type === types.gateway && draft.targets({ type, id: target }, 'attached to', types.vpc).length === 0
  return isDeleted || isDetached ? { ...item, state: 'blackhole' } : item
}

/** With an entry that isn't known, nothing is known of the list. */
function settleAcl(work: Work, acl: Draft): void {
  for (const direction of ['ingress', 'egress'] as const) {
    const resolved = ofOthers(work, acl, direction).map((item) => resolvedItem(work.identities, item))
    const known = resolved.filter((item) => item !== null)
    if (known.length < resolved.length) acl.presence = 'unknown'
    acl.items[direction] = known.toSorted((a, b) => Number(a['rule'] ?? 0) - Number(b['rule'] ?? 0))
  }
}

/** Subnets that lose their network ACL get the default one of their VPC. */
function giveDefaultAcls(work: Work, planned: readonly Planned[]): void {
  for (const { change, mapping } of planned) {
    if (mapping?.type !== types.acl || change.action === 'none' || change.before === null) continue
    const acl =
      mapping.part === true
        ? work.identities.named(types.acl, mapping.id(change.before))
        : work.identities.ofChange(change)
    for (const subnet of acl === null ? [] : work.index.targets(acl, 'associated with', types.subnet)) {
      const found = work.draft.find(subnet)
      if (found !== null) settleSubnet(work, found)
    }
  }
}

const typeOfTarget: ReadonlyMap<Json | NotKnown, string> = new Map([
  ['instance', types.instance],
  ['lambda', 'AWS::Lambda::Function'],
])

function settleTargets(work: Work, group: Draft): void {
  const items = (group.items['targets'] ?? []).map((item) => resolvedItem(work.identities, item))
  const known = items.filter((item) => item !== null)
  const kind = group.properties['targetType'] ?? 'instance'
  const type = typeOfTarget.get(kind)
  // A scan that couldn't read the targets doesn't know them, and neither does a plan with an unknown one.
  const isKnown = group.items['targets'] !== undefined && known.length === items.length
  if (isKnown) group.items['targets'] = known.toSorted(byText)
  else delete group.items['targets']
  if (type === undefined || !isKnown) return
  const ids = known.map(({ id }) => (typeof id === 'string' ? id.replace(/^.*:function:/u, '') : ''))
  for (const { target } of group.relations.filter(({ verb, target: to }) => verb === 'routes to' && to.type === type)) {
    if (!ids.includes(target.id)) work.draft.unrelate(group, 'routes to', target)
  }
  for (const id of ids) work.draft.relate(group, 'routes to', { type, id }, 'the plan')
}

/** An instance that gets an Elastic IP address has a public address. */
function settleAddress({ draft, index }: Work, address: Draft): void {
  for (const type of [types.instance, types.interface]) {
    const before = index.targets(address, 'attached to', type).map(({ id }) => id)
    for (const to of draft.targets(address, 'attached to', type)) {
      if (!before.includes(to.id)) draft.touch(to).properties['publicIpAddress'] = 'of an Elastic IP address'
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
  const flag = value instanceof NotKnown ? null : flagOf(value as never)
  // AWS's default for subnets that are made by an API call.
  return value === undefined && subnet.live === null ? false : typeof flag === 'boolean' ? flag : null
}

function hasSame(left: readonly ResourceReference[], right: readonly ResourceReference[]): boolean {
  const texts = (all: readonly ResourceReference[]) =>
    all
      .map(({ id }) => id)
      .toSorted()
      .join()
  return texts(left) === texts(right)
}
