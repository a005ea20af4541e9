/** Finds descriptors of resource types by name. */
import { type ResourceTypeName, resourceTypes } from './all.ts'
import type { NetworkPart, ResourceType, Roles, TypeName } from './resource-type.ts'

/** In the order of the files in `all.ts`, then of the types in each file. A compile error here shows a name of a type that none describes. */
export const everyResourceType: readonly ResourceType<ResourceTypeName, ResourceTypeName>[] =
  Object.values(resourceTypes)

const byName: ReadonlyMap<string, ResourceType> = new Map(everyResourceType.map((each) => [each.type, each]))

/** `null` for types that no collector reads. */
export function resourceType(name: string): ResourceType | null {
  return byName.get(name) ?? null
}

const noRoles: Roles = {}

/** Its parts in diagrams; none for types that no collector reads. */
export function rolesOf(name: string): Roles {
  const picture = byName.get(name)?.picture
  return picture === undefined || 'none' in picture || 'frame' in picture ? noRoles : picture
}

/** The types that have this part in diagrams, with it. */
export function typesWith<Role extends keyof Roles>(
  role: Role,
): readonly { readonly type: TypeName; readonly role: NonNullable<Roles[Role]> }[] {
  return everyResourceType.flatMap(({ type }) => {
    const found = rolesOf(type)[role]
    return found === undefined ? [] : [{ type, role: found }]
  })
}

/** Throws when no type plays the part: a fault of the descriptors. */
export function typePlaying(part: NetworkPart): TypeName {
  const found = everyResourceType.find(({ plays }) => plays === part)
  if (found === undefined) throw new Error(`No resource type plays the ${part}`)
  return found.type
}

/** The type that ids begin so, where a field names several types by id; `null` where none does. */
export function typeOfId(id: string): TypeName | null {
  return everyResourceType.find(({ idPrefix }) => idPrefix !== undefined && id.startsWith(idPrefix))?.type ?? null
}
