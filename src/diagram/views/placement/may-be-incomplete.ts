/** Whether an empty box may contain resources that could not be read. */
import { everyResourceType, typesWith } from '../../../resource-types/look-ups.ts'
import type { GraphIndex } from '../../../graph/graph-index.ts'

/** Groups of subnets that place databases and caches. */
export const subnetGroupTypes = locating('subnet')

/**
 * An empty subnet may contain resources of these types. Without subnet groups, the subnets of their members are
 * unknown.
 */
export const inSubnetTypes: readonly string[] = [...placedIn('subnet'), ...subnetGroupTypes]

/**
 * An empty VPC may contain resources of these types. Without subnets and mount targets, the location of what is
 * attached to them is unknown.
 */
export const inNetworkTypes: readonly string[] = [...inSubnetTypes, ...placedIn('VPC'), ...locating('VPC')]

function locating(what: 'subnet' | 'VPC'): readonly string[] {
  return everyResourceType.filter(({ locates }) => locates === what).map(({ type }) => type)
}

function placedIn(where: 'subnet' | 'VPC'): readonly string[] {
  return typesWith('box').flatMap(({ type, role }) => (role.within === where ? [type] : []))
}

export function mayBeIncomplete(index: GraphIndex, types: readonly string[]): boolean {
  return types.some((type) => {
    const status = index.coverage(type)?.status
    // Types that aren't available in the region have no resources there.
    return status === 'denied' || status === 'failed'
  })
}
