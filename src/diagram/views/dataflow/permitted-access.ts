/** Who may use what by the policies of roles. */
import type { Resource, ResourceReference, Verb } from '../../../graph/resource-graph.ts'
import { type GraphIndex, displayName, resourceKey } from '../../../graph/graph-index.ts'
import { resourceType, rolesOf } from '../../../resource-types/look-ups.ts'
import { countedKind } from '../../resource-kinds.ts'
import type { FlowEdge, Hub } from '../flows/flow-edges.ts'
import { labelFrom, routeLabel } from '../flows/flow-labels.ts'
import { type Access, type HeldRole, heldRoles } from './held-roles.ts'

const accessWords: ReadonlyMap<Verb, string> = new Map([
  ['reads from', 'reads'],
  ['writes to', 'writes'],
  ['invokes', 'invokes'],
])

/** A page never has so many arrows, so that their boxes are summarized. */
const mostPairs = 500

/**
 * From resources with a role to the resources in its policies. `proven`: what settings show, see `namesAllItUses`. Where
 * one role is for many, edges lead through hubs.
 */
export function permittedEdges(index: GraphIndex, proven: readonly FlowEdge[]): readonly FlowEdge[] {
  const roles = heldRoles(index)
  const partners = partnersOf(new Set(roles.flatMap(({ holders }) => holders.map(resourceKey))), proven)
  return roles.flatMap((held) => {
    const granted = [...held.access.values()].flat().filter(({ target }) => rolesOf(target.type).box !== undefined)
    const free = held.holders.filter((holder) => !namesAllItUses(holder) || !held.isOwnOf(holder))
    const isOnlyOne = held.access.size === 1 && held.role.properties['broad'] === false
    const pairOf = (holder: ResourceReference) => (access: Access) => {
      const route = isOnlyOne ? routeLabel(index, holder, held.role) : ''
      return pairEdge(index, held, holder, access, route)
    }
    const toPartners = (holder: ResourceReference): readonly FlowEdge[] => {
      const known = [...(partners.get(resourceKey(holder)) ?? [])].flatMap((key) => held.access.get(key) ?? [])
      return known.map(pairOf(holder))
    }
    if (free.length * granted.length > mostPairs) {
      const byLabel = Map.groupBy(free, (holder) => labelFrom(index, [holder], ''))
      return [
        ...held.holders.flatMap(toPartners),
        ...[...byLabel.values()].flatMap((holders) => hubEdges(index, held, holders, granted)),
      ]
    }
    const isFree = new Set(free)
    return held.holders.flatMap((holder) => {
      const others = granted.filter(({ target }) => resourceKey(target) !== resourceKey(holder))
      return isFree.has(holder) ? others.map(pairOf(holder)) : toPartners(holder)
    })
  })
}

function pairEdge(
  index: GraphIndex,
  { role }: HeldRole,
  holder: ResourceReference,
  { verb, target }: Access,
  /** A route of an API that works on what the role permits, which is only this. */
  route: string,
): FlowEdge {
  const [from, to] = isReceiving(verb, target) ? [target, holder] : [holder, target]
  const word = accessWords.get(verb) ?? ''
  return {
    form: route === '' ? 'reach' : formTo(to),
    source: resourceKey(from),
    target: resourceKey(to),
    label: labelFrom(index, [holder], route || word),
    describe: () =>
      `${nameOf(index, holder)} ${word || 'uses'} ${nameOf(index, target)}, as the role ${displayName(role)} permits`,
  }
}

function formTo({ type }: ResourceReference): FlowEdge['form'] {
  return rolesOf(type).flow === 'messaging' ? 'event' : 'request'
}

/** A hub for each kind of access in each direction. Something runs in all holders, or in none. */
function hubEdges(
  index: GraphIndex,
  { role }: HeldRole,
  holders: readonly ResourceReference[],
  granted: readonly Access[],
): readonly FlowEdge[] {
  const byDirection = Map.groupBy(granted, ({ verb, target }) => isReceiving(verb, target))
  return [...byDirection].flatMap(([isBack, inDirection]) =>
    [...Map.groupBy(inDirection, ({ verb }) => verb)].flatMap(([verb, accesses]): readonly FlowEdge[] => {
      const label = labelFrom(index, holders, accessWords.get(verb) ?? '')
      const id = `${verb} ${label} ${isBack ? 'back ' : ''}${resourceKey(role)}`
      const used = accesses.map(({ target }) => target)
      const [sources, targets] = isBack ? [used, holders] : [holders, used]
      const namesOf = namesIn(index, [...holders, ...used])
      const word = accessWords.get(verb) ?? ''
      const describe: Hub['describe'] = (from, to) => {
        const [users, stores] = isBack ? [to, from] : [from, to]
        const does = users.length === 1 ? word : word.replace(/s$/, '')
        return `${namesOf(users)} ${does} ${namesOf(stores)}, as the role ${displayName(role)} permits`
      }
      const edge = { form: 'reach', label, describe: () => '' } as const
      return [
        ...sources.map((each): FlowEdge => ({
          ...edge,
          source: resourceKey(each),
          target: id,
          hub: { end: 'target', describe },
        })),
        ...targets.map((each): FlowEdge => ({
          ...edge,
          source: id,
          target: resourceKey(each),
          hub: { end: 'source', describe },
        })),
      ]
    }),
  )
}

/** The name of one, or the number of several. */
function namesIn(index: GraphIndex, references: readonly ResourceReference[]): (keys: readonly string[]) => string {
  const byKey = new Map(references.map((each) => [resourceKey(each), each]))
  return (keys) => {
    const named = keys.flatMap((key) => byKey.get(key) ?? [])
    const [one, ...more] = named
    if (one !== undefined && more.length === 0) return nameOf(index, one)
    return countedKind(named.flatMap((each) => index.find(each) ?? []))
  }
}

/** What each of these is connected to. */
function partnersOf(keys: ReadonlySet<string>, edges: readonly FlowEdge[]): ReadonlyMap<string, ReadonlySet<string>> {
  const partners = new Map([...keys].map((key) => [key, new Set<string>()]))
  for (const { source, target } of edges) {
    partners.get(source)?.add(target)
    partners.get(target)?.add(source)
  }
  return partners
}

/** The keys of what these resources may use, and of what may use them. Without what settings show. */
export function permittedPartners(index: GraphIndex, of: ReadonlySet<string>): readonly string[] {
  return heldRoles(index).flatMap(({ holders, isOwnOf, access }) => {
    const free = holders.filter((holder) => !namesAllItUses(holder) || !isOwnOf(holder))
    const users = free.map((holder) => resourceKey(holder))
    const used = [...access.keys()]
    return [...(users.some((key) => of.has(key)) ? used : []), ...(used.some((key) => of.has(key)) ? users : [])]
  })
}

function namesAllItUses({ type }: ResourceReference): boolean {
  return resourceType(type)?.namesAllItUses === true
}

/** How a resource may use another one that its settings name. Settings don't say how. */
export type PossibleUse = 'any' | 'receives' | 'none'

/**
 * Roles whose policies couldn't be read allow any use, and so does no role, unless there can be no other rights. `none`:
 * only of types that roles alone give access to.
 */
export function possibleUses(index: GraphIndex): (user: ResourceReference, target: ResourceReference) => PossibleUse {
  const rolesOfHolder = Map.groupBy(
    heldRoles(index).flatMap((held) => held.holders.map((holder) => ({ held, holder }))),
    ({ holder }) => resourceKey(holder),
  )
  return (user, target): PossibleUse => {
    if (namesAllItUses(user)) return 'any'
    const held = rolesOfHolder.get(resourceKey(user))?.map((each) => each.held) ?? []
    if (held.length === 0 && !hasOnlyOwnRoles(index.find(user))) return 'any'
    const permits = (wanted: (verb: Verb) => boolean): boolean => held.some((each) => isPermitted(each, wanted, target))
    if (permits((verb) => !isReceiving(verb, target))) return 'any'
    if (permits((verb) => isReceiving(verb, target))) return 'receives'
    return resourceType(target.type)?.onlyByRole === true ? 'none' : 'any'
  }
}

function hasOnlyOwnRoles(user: Resource | null): boolean {
  const wanted = Object.entries(resourceType(user?.type ?? '')?.onlyOwnRoles ?? {})
  return wanted.some(([property, values]) => {
    const found = [user?.properties[property] ?? []].flat()
    return found.length > 0 && found.every((value) => typeof value === 'string' && values.includes(value))
  })
}

function isPermitted(
  { access, isBroad }: HeldRole,
  wanted: (verb: Verb) => boolean,
  target: ResourceReference,
): boolean {
  return (
    access.get(resourceKey(target))?.some(({ verb }) => wanted(verb)) === true ||
    [...accessWords.keys()].some((verb) => wanted(verb) && isBroad(verb, target.type))
  )
}

/** What is read from a queue or stream comes from there. */
function isReceiving(verb: Verb, { type }: ResourceReference): boolean {
  return verb === 'reads from' && rolesOf(type).flow === 'messaging'
}

function nameOf(index: GraphIndex, reference: ResourceReference): string {
  const resource = index.find(reference)
  return resource === null ? reference.id : displayName(resource)
}
