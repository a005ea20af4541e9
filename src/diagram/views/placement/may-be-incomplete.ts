/** Whether an empty box may contain resources that could not be read. */
import { everyResourceType, typesWith } from '../../../resource-types/look-ups.ts'
import type { GraphIndex } from '../../../graph/graph-index.ts'

/** Groups of subnets that databases and caches are placed by. */
export const subnetGroupTypes = locating('subnet')

/** Of these, a subnet that looks empty may hold some; without the groups nobody knows in which subnets their members stand. */
export const inSubnetTypes: readonly string[] = [...placedIn('subnet'), ...subnetGroupTypes]

/** Of these, a network that looks empty may hold some; without subnets and mount targets nobody knows where what is attached to them is. */
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
    // What a region does not offer stands nowhere in it.
    return status === 'denied' || status === 'failed'
  })
}
