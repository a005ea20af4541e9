/** Decides which addresses requests to URLs of users may reach: public ones, and those that OUTBOUND_ALLOW lists. */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type OutboundRules = {
  /** Hosts in lower case, and the address ranges, of OUTBOUND_ALLOW. */
  readonly hosts: ReadonlySet<string>
  readonly ranges: readonly (readonly [ipaddr.IPv4 | ipaddr.IPv6, number])[]
}

/** `public`: https only. `listed`: http, too. */
export type Reachability = 'public' | 'listed' | 'refused'

/** Of the virtual public network of Azure: the address of its metadata and DNS service isn't in a private range. */
const platformAddresses: ReadonlySet<string> = new Set(['168.63.129.16'])

/** All that is in use on the public internet. The library's ranges have the special parts of it. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Returns the rules of OUTBOUND_ALLOW, or `null` if an entry isn't a host, an address, or a CIDR block. */
export function parseOutboundAllow(text: string): OutboundRules | null {
  const hosts = new Set<string>()
  const ranges: (readonly [ipaddr.IPv4 | ipaddr.IPv6, number])[] = []
  for (const entry of text.split(',').map((part) => part.trim().toLowerCase())) {
    if (ipaddr.isValidCIDR(entry)) ranges.push(ipaddr.parseCIDR(entry))
    else if (isIP(entry) !== 0) ranges.push(ofOneAddress(entry))
    else if (hostForm.test(entry)) hosts.add(entry)
    else return null
  }
  return { hosts, ranges }
}

export const noExceptions: OutboundRules = { hosts: new Set(), ranges: [] }

const hostForm = /^(?=.{1,253}$)(?!-)[a-z0-9-]{1,63}(?:\.(?!-)[a-z0-9-]{1,63})*$/

function ofOneAddress(text: string): readonly [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** `host`: as in the URL. `address`: what it resolved to. */
export function reachabilityOf({ hosts, ranges }: OutboundRules, host: string, address: string): Reachability {
  if (!ipaddr.isValid(address)) return 'refused'
  const parsed = ipaddr.parse(address)
  const isListed = hosts.has(host.toLowerCase()) || ranges.some((range) => contains(range, parsed))
  if (isListed) return 'listed'
  return isPublic(parsed) ? 'public' : 'refused'
}

function contains([network, length]: OutboundRules['ranges'][number], address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return network.kind() === address.kind() && address.match(network, length)
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv6 ? address.match(globalUnicast) : !platformAddresses.has(address.toString())
}

/**
 * Returns what is wrong with the URL, or `null`. Names are only resolved for each request, because their addresses may
 * change.
 */
export function urlProblem(rules: OutboundRules, text: string): string | null {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'must be an https URL'
  if (url.username !== '' || url.password !== '') return 'must be without a user name and password'
  const host = hostOf(url)
  const reachability = isIP(host) === 0 ? null : reachabilityOf(rules, host, host)
  if (reachability === 'refused' || (isIP(host) === 0 && isLocalName(host) && !rules.hosts.has(host)))
    return notAllowed(host)
  // The address of a name may be in a listed range.
  const mayBeListed = reachability === null ? rules.hosts.size + rules.ranges.length > 0 : reachability === 'listed'
  return url.protocol === 'http:' && !mayBeListed ? 'must be an https URL' : null
}

/** Names that never resolve to a public address. */
function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

/** Without the brackets of IPv6 addresses and the dot at the end. */
export function hostOf({ hostname }: URL): string {
  return hostname
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase()
}

export function notAllowed(host: string): string {
  return `must have a public address. The operator can allow ${host} with OUTBOUND_ALLOW`
}
