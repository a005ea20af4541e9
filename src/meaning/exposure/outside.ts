/** Addresses of the sources of exposures. */
import { type AddressSet, addressesOf, internetAddresses, noAddresses, union } from '../../graph/address-set.ts'
import type { Outside } from './exposure.ts'

/** `null`: a source without addresses. */
export function addressesFrom(from: Outside): AddressSet | null {
  if (from === 'internet') return internetAddresses
  return rangesIn(from).reduce<AddressSet | null>((sum, range) => {
    const addresses = addressesOf(range)
    return sum === null || addresses === null ? null : union(sum, addresses)
  }, noAddresses)
}

/** The CIDR blocks of a source, which are separated by commas. */
export function rangesIn(from: Outside): readonly string[] {
  return from.split(',')
}
