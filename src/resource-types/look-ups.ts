/** Finds descriptors of resource types by name. */
import { resourceTypes } from './all.ts'
import type { ResourceType } from './resource-type.ts'

/** In the order of the files in `all.ts`, then of the types in each file. */
export const everyResourceType: readonly ResourceType[] = Object.values(resourceTypes)

const byName: ReadonlyMap<string, ResourceType> = new Map(everyResourceType.map((each) => [each.type, each]))

/** `null` for types that no collector reads. */
export function resourceType(name: string): ResourceType | null {
  return byName.get(name) ?? null
}
