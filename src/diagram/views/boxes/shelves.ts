/** The types that have a box in the architecture view, from the edge inwards, except VPCs and subnets. */
import { rolesOf, typePlaying, typesWith } from '../../../resource-types/look-ups.ts'
import type { Tier } from '../../../resource-types/resource-type.ts'
import { capitalized, resourceKind } from '../../resource-kinds.ts'

const boxes = typesWith('box')

export const placedTypes: readonly string[] = boxes.map(({ type }) => type)

/** The types of groups where arrows to other accounts can start, such as those of VPC endpoints. */
export const startingFrames: readonly string[] = [typePlaying('VPC')]

export function stageOf(type: string): Tier {
  return rolesOf(type).box?.tier ?? 'application'
}

/**
 * What holds data never shares a box with what uses it or forwards to it: the arrow between them would end in the box where
 * it begins.
 */
export function storeOrOther(type: string | null): 'store' | '' {
  const box = type === null ? undefined : rolesOf(type).box
  return box?.tier === 'data' && box.forwards !== true ? 'store' : ''
}

/** Headings outside VPCs with their types, in the order of the types. */
export const categories: readonly { readonly name: string; readonly types: readonly string[] }[] = [
  ...Map.groupBy(boxes, ({ type, role }) => role.shelf ?? capitalized(resourceKind(type).plural)),
].map(([name, types]) => ({ name, types: types.map(({ type }) => type) }))
