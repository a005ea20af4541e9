/** The types that applications consist of, and the types that only connect them. */
import { resourceType, rolesOf } from '../../resource-types/look-ups.ts'

/** Compute, data, and messaging. VPCs, their gateways, and what connects them are shared by all applications. */
export function isApplicationPart(type: string): boolean {
  const { box, flow, network } = rolesOf(type)
  if (network?.at === 'between') return false
  return flow === undefined ? box !== undefined && box.tier !== 'gateway' : flow !== 'alarm'
}

/** Drawn as an arrow between parts of applications, which belong to the same one. */
export function joinsApplicationParts(type: string): boolean {
  const { line, network } = rolesOf(type)
  return line !== undefined && network === undefined
}

/** Used by so many resources that sharing it means nothing. */
export function isShared(type: string): boolean {
  const known = resourceType(type)
  return known?.applications === 'shared' || known?.walk === 'end'
}

/** VPCs don't belong to applications. */
export function isNetwork(type: string): boolean {
  const picture = resourceType(type)?.picture
  return picture !== undefined && 'frame' in picture
}
