/** Finds the descriptor of a resource type. */
import { type ResourceTypeName, resourceTypes } from './all.ts'
import type { NetworkPart, ResourceType, Roles, TypeName } from './resource-type.ts'

/**
 * In the order of `all.ts`, then of the types in each file. A compile error here means that a descriptor references a
 * type without a descriptor.
 */
export const everyResourceType: readonly ResourceType<ResourceTypeName, ResourceTypeName>[] =
  Object.values(resourceTypes)

const byName: ReadonlyMap<string, ResourceType> = new Map(everyResourceType.map((each) => [each.type, each]))

/** `null` for types without a collector. */
export function resourceType(name: string): ResourceType | null {
  return byName.get(name) ?? null
}

/** Whether it has ended, see `gone`. */
export function isGoneResource(resource: {
  readonly type: string
  readonly properties: Readonly<Record<string, unknown>>
}): boolean {
  const { gone } = byName.get(resource.type) ?? {}
  const { state, status } = resource.properties
  return (
    gone !== undefined && [state, status].some((each) => typeof each === 'string' && gone.includes(each.toLowerCase()))
  )
}

/** Its state for people, such as `create failed`, if that isn't the normal one of its type. Otherwise its condition, or `''`. */
export function unusualState(resource: {
  readonly type: string
  readonly properties: Readonly<Record<string, unknown>>
}): string {
  const { normalState } = byName.get(resource.type) ?? {}
  const { state, status } = resource.properties
  const found = [state, status].find((each) => typeof each === 'string')
  if (normalState === undefined || typeof found !== 'string' || found.toLowerCase() === normalState)
    return conditionOf(resource)
  return found.replaceAll(/[-_]|(?<=[a-z])(?=[A-Z])/gu, ' ').toLowerCase()
}

function conditionOf({
  type,
  properties,
}: {
  readonly type: string
  readonly properties: Readonly<Record<string, unknown>>
}): string {
  const found = byName.get(type)?.conditions?.find(({ property, value }) => {
    const values = [properties[property]].flat()
    return values.length > 0 && values.every((each) => each === value)
  })
  return found?.words ?? ''
}

/** States and conditions of all types in which nothing runs, as boxes show them. */
const stoppedStates: ReadonlySet<string> = new Set([
  'create failed',
  'creating failed',
  'creation failed',
  'deleted',
  'deleting',
  'disabled',
  'draining',
  'error',
  'failed',
  'inactive',
  'not running',
  'offline',
  'paused',
  'scaled to zero',
  'start failed',
  'stopped',
  'stopping',
])

/** Whether nothing runs in it, so that it serves nobody. */
export function isStopped(resource: {
  readonly type: string
  readonly properties: Readonly<Record<string, unknown>>
}): boolean {
  return isIdle(resource) || stoppedStates.has(unusualState(resource))
}

/** Whether its state allows no connections, for example of a stopped instance. */
export function isIdle(resource: {
  readonly type: string
  readonly properties: Readonly<Record<string, unknown>>
}): boolean {
  const idle = byName.get(resource.type)?.exposedBy?.idle ?? []
  const { state, status } = resource.properties
  return [state, status].some((each) => typeof each === 'string' && idle.includes(each))
}

const noRoles: Roles = {}

/** The roles of a type in diagrams. None for types without a collector. */
export function rolesOf(name: string): Roles {
  const picture = byName.get(name)?.picture
  return picture === undefined || 'none' in picture || 'frame' in picture ? noRoles : picture
}

/** The types with this role in diagrams, and the role. */
export function typesWith<Role extends keyof Roles>(
  role: Role,
): readonly { readonly type: TypeName; readonly role: NonNullable<Roles[Role]> }[] {
  return everyResourceType.flatMap(({ type }) => {
    const found = rolesOf(type)[role]
    return found === undefined ? [] : [{ type, role: found }]
  })
}

/** Throws if no type plays the part, which is an error in the descriptors. */
export function typePlaying(part: NetworkPart): TypeName {
  const found = everyResourceType.find(({ plays }) => plays === part)
  if (found === undefined) throw new Error(`No resource type plays the ${part}`)
  return found.type
}

/** The type whose IDs have this prefix, for fields with IDs of several types. `null` without such a type. */
export function typeOfId(id: string): TypeName | null {
  return everyResourceType.find(({ idPrefix }) => idPrefix !== undefined && id.startsWith(idPrefix))?.type ?? null
}
