/** The types that applications consist of, and those that only join them or stand between them. */
import { resourceType, rolesOf } from '../../resource-types/look-ups.ts'

/** What runs, keeps, or hands on. Networks and their gateways carry all applications. */
export function isApplicationPart(type: string): boolean {
  const { box, flow } = rolesOf(type)
  return flow === undefined ? box !== undefined && box.tier !== 'gateway' : flow !== 'alarm'
}

/** Drawn as an arrow: what is at its ends belongs together. */
export function joinsApplicationParts(type: string): boolean {
  return rolesOf(type).line !== undefined
}

/** Used by so many that using it says nothing. */
export function isShared(type: string): boolean {
  const known = resourceType(type)
  return known?.applications === 'shared' || known?.walk === 'end'
}

/** Networks belong to no application. */
export function isNetwork(type: string): boolean {
  const picture = resourceType(type)?.picture
  return picture !== undefined && 'frame' in picture
}
