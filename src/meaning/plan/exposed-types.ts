/** Finds types by how they are exposed, where they play no part in networks. */
import { everyResourceType } from '../../resource-types/look-ups.ts'
import type { ExposureRule, TypeName } from '../../resource-types/resource-type.ts'

/** Throws if no type has the rule, which is an error in the descriptors. */
export function typeExposedBy(rule: ExposureRule): TypeName {
  const found = everyResourceType.find(({ exposedBy }) => exposedBy?.rule === rule)
  if (found === undefined) throw new Error(`No resource type is exposed by ${rule}`)
  return found.type
}
