/** Maps an address to its network for limits: an IPv4 address, or the /64 of an IPv6 address, which belongs to one host. */
import { isIPv6 } from 'node:net'

export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [bare = ''] = address.split('%', 1)
  if (!isIPv6(bare)) return address
  const [head = '', tail] = bare.toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':')
    // A trailing IPv4 address counts as two groups.
    const given = groups.length + after.length + (tail.includes('.') ? 1 : 0)
    groups.push(...Array.from({ length: 8 - given }, () => '0'), ...after)
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
