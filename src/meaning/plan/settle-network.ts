/** What follows from changes to networks: relations of rules and routes, and what AWS creates with a VPC. */
import { resourceKey } from '../../graph/graph-index.ts'
import type { Json, Verb } from '../../graph/resource-graph.ts'
import { typeOfId, typePlaying } from '../../resource-types/look-ups.ts'
import type { Draft } from './draft-graph.ts'
import { placeholder, readable } from './identities.ts'
import { inOrder, resolvedItem, uncertainRoute, uncertainRule } from './items.ts'
import { looseOwner } from './loose-parts.ts'
import { isComputed, type Item } from './mapping.ts'
import type { Planned, Work } from './work.ts'

const types = {
  vpc: typePlaying('VPC'),
  subnet: typePlaying('subnet'),
  group: typePlaying('security group'),
  list: typePlaying('prefix list'),
  table: typePlaying('route table'),
  acl: typePlaying('network ACL'),
  gateway: typePlaying('internet gateway'),
} as const

/** Subnets before what is in them. */
const rules: readonly (readonly [type: string, rule: (work: Work, draft: Draft) => void])[] = [
  [types.subnet, settleSubnet],
  [types.group, settleGroup],
  [types.table, settleTable],
  [types.acl, settleAcl],
]

export function settleNetworks(work: Work, planned: readonly Planned[]): void {
  giveDefaultAcls(work, planned)
  touchTables(work)
  for (const draft of work.draft.drafts()) if (draft.type === types.vpc) settleNetwork(work, draft)
  for (const each of planned) if (each.mapping?.isMain === true) settleMain(work, each)
  for (const [type, rule] of rules) {
    for (const draft of work.draft.drafts()) if (draft.type === type) rule(work, draft)
  }
}

/** A new VPC has a main route table, and a network ACL that allows everything. */
function settleNetwork({ draft, implied }: Work, vpc: Draft): void {
  if (vpc.live !== null) return
  const table = draft.touch({
    type: types.table,
    id: placeholder(types.table, `main route table of ${readable(vpc.id)}`),
  })
  table.properties['main'] = true
  table.items['routes'] = []
  draft.relate(table, 'contained in', vpc, 'comes with the VPC')
  const acl = draft.touch({ type: types.acl, id: placeholder(types.acl, `default network ACL of ${readable(vpc.id)}`) })
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

/** A VPC has one main route table. After the setting is deleted, it is the one from before. */
function settleMain({ draft, identities }: Work, { change, mapping }: Planned): void {
  const { action, before, after } = change
  const vpc = identities.named(types.vpc, after?.['vpc_id'] ?? before?.['vpc_id'] ?? null)
  if (mapping === null || vpc === null || action === 'none') return
  const main =
    after === null
      ? identities.named(types.table, before?.['original_route_table_id'] ?? null)
      : identities.ownerOf(mapping, after)
  if (main === null) {
    const stand = looseOwner(change, mapping)
    draft.touch(stand).presence = 'unknown'
    for (const subnet of draft.sources(vpc, 'contained in', types.subnet)) {
      if (draft.sources(subnet, 'associated with', types.table).length === 0)
        draft.relate(stand, 'associated with', subnet, 'the plan')
    }
    return
  }
  for (const table of draft.sources(vpc, 'contained in', types.table)) {
    draft.touch(table).properties['main'] = table.id === main.id
  }
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
    const items = inOrder(
      ofOthers(work, group, direction).map(
        (item) => resolvedItem(work.identities, item) ?? uncertainRule(work.identities, item, peer),
      ),
    )
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
  const routes = inOrder(
    [...ofOthers(work, table, 'routes'), ...localRoutes(work, table)]
      .map((item) => resolvedItem(work.identities, item) ?? uncertainRoute(work.identities, item))
      .map((item) => withState(work, item)),
  )
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
    acl.items[direction] = known.toSorted((a, b) => Number(a['rule']) - Number(b['rule']))
  }
}

/** Subnets that lose their network ACL get the default one of their VPC. */
function giveDefaultAcls(work: Work, planned: readonly Planned[]): void {
  for (const { change, mapping } of planned) {
    if (mapping?.type !== types.acl || change.action === 'none' || change.before === null) continue
    const acl =
      mapping.part === true ? work.identities.ownerOf(mapping, change.before) : work.identities.ofChange(change)
    for (const subnet of acl === null ? [] : work.index.targets(acl, 'associated with', types.subnet)) {
      const found = work.draft.find(subnet)
      if (found !== null) settleSubnet(work, found)
    }
  }
}
