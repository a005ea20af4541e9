/** The types that the architecture view gives a box of their own, from the edge inwards, apart from networks and subnets. */
import { rolesOf, typesWith } from '../../../resource-types/look-ups.ts'
import type { Tier } from '../../../resource-types/resource-type.ts'
import { capitalized, resourceKind } from '../../resource-kinds.ts'

const boxes = typesWith('box')

export const placedTypes: readonly string[] = boxes.map(({ type }) => type)

export function stageOf(type: string): Tier {
  return rolesOf(type).box?.tier ?? 'application'
}

/** Headings outside the networks with their types, in the order of the types. */
export const categories: readonly { readonly name: string; readonly types: readonly string[] }[] = [
  ...Map.groupBy(boxes, ({ type, role }) => role.shelf ?? capitalized(resourceKind(type).plural)),
].map(([name, types]) => ({ name, types: types.map(({ type }) => type) }))
