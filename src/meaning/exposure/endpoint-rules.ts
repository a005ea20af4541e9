/** Exposure rules of endpoints that AWS runs on the internet for a resource. */
import {
  addressesOf,
  isWholeInternet,
  unionOf,
  intersection,
  internetAddresses,
  isEmpty,
  noAddresses,
} from '../../graph/address-set.ts'
import type { Json } from '../../graph/resource-graph.ts'
import { typeOfId, typePlaying } from '../../resource-types/look-ups.ts'
import { ownerOf } from '../network/public-access.ts'
import { displayName, type GraphIndex, textProperty } from '../../graph/graph-index.ts'
import { unreadType } from './coverage.ts'
import { blocksInWords } from './internet-access.ts'
import type { Opening, Unread } from './exposure.ts'
import { type Fields, recordsOf, textOf, textsOf } from './listed.ts'
import { type Grant, grantOpenings, grantsIn, grantsOf } from './policy-rules.ts'
import { type Case, opening, unknownOpening, unreadOf } from './rule.ts'

export function enabledOpenings(each: Case): readonly Opening[] {
  return each.resource.properties['enabled'] === false ? [] : [opening(each, 'always serves the internet')]
}

export function publicSettingOpenings(each: Case): readonly Opening[] {
  const setting = each.resource.properties['publiclyAccessible']
  if (setting === false) return []
  return setting === true ? [opening(each, 'is set to be publicly accessible')] : [unknownOpening(each)]
}

/** The endpoint of a Kubernetes API, for the allowed ranges. */
export function clusterOpenings(each: Case): readonly Opening[] {
  const isPublic = each.resource.properties['publicEndpoint']
  if (isPublic === false) return []
  const ranges = textsOf(each.resource, 'publicAccessCidrs')
  if (isPublic !== true || ranges === null) return [unknownOpening(each)]
  return rangeOpenings(each, ranges, 'has a public endpoint')
}

/** One opening for all public ranges together. */
function rangeOpenings(each: Case, ranges: readonly string[], evidence: string, more: Partial<Opening> = {}) {
  if (isWholeInternet(unionOf(ranges))) return [opening(each, evidence, { ...more, from: 'internet' })]
  const blocks = ranges
    .filter((cidr) => !isEmpty(intersection(addressesOf(cidr) ?? noAddresses, internetAddresses)))
    .toSorted()
  return blocks.length === 0
    ? []
    : [opening(each, `${evidence} for ${blocksInWords(blocks)}`, { ...more, from: blocks.join(',') })]
}

export function hostedPageOpenings(each: Case): readonly Opening[] {
  const domains = textsOf(each.resource, 'hostedDomains')
  if (domains === null) return [unknownOpening(each)]
  return domains.length === 0 ? [] : [opening(each, `serves sign-in pages at ${domains.join(', ')}`)]
}

/** Ports that its own firewall allows. */
export function openPortOpenings(each: Case): readonly Opening[] {
  const { resource } = each
  if (textProperty(resource, 'publicIpAddress') === '' && (textsOf(resource, 'ipv6Addresses') ?? []).length === 0)
    return []
  if (!Array.isArray(resource.properties['openPorts'])) return [unknownOpening(each)]
  return recordsOf(resource, 'openPorts').flatMap(({ protocol, fromPort, toPort, cidrs }) => {
    const ranges = Array.isArray(cidrs) ? cidrs.filter((cidr) => typeof cidr === 'string') : []
    const isAll = protocol === 'all' || (fromPort === 0 && toPort === 65_535)
    return rangeOpenings(each, ranges, 'opens the port', {
      protocol: typeof protocol === 'string' ? protocol : null,
      ports: isAll ? null : portText(fromPort, toPort),
    })
  })
}

function portText(from: Json | undefined, to: Json | undefined): string | null {
  if (typeof from !== 'number' || typeof to !== 'number') return null
  return from === to ? String(from) : `${from}-${to}`
}

/**
 * An API, through its default endpoint, or if that is disabled, its domain names. Depends on its resource policy and on
 * the authorization of its methods.
 */
export function apiOpenings(each: Case): readonly Opening[] {
  const { properties } = each.resource
  if (properties['visibility'] === 'PRIVATE') return []
  const stages = textsOf(each.resource, 'stages')
  if (stages?.length === 0) return []
  if (textsOf(each.resource, 'endpointTypes')?.includes('PRIVATE') === true) return privateApiOpenings(each)
  const entry = entryOf(each)
  if (entry === null) return []
  // `null`: it has a policy that can't be evaluated. Absent: it has none.
  if (properties['policyGrants'] === null) return [unknownOpening(each)]
  const grants = grantsOf(each)
  if (grants?.length === 0) return []
  if ('unread' in entry) return [unknownOpening(each, entry.unread)]
  if (each.exposed.reads !== undefined && stages === null) return [unknownOpening(each)]
  const named = { ...each, exposed: { ...each.exposed, by: entry.by } }
  const opened = (grants === null ? [opening(named, entry.evidence)] : grantOpenings(named, grants)).map((found) => ({
    ...found,
    path: [...entry.path, ...found.path],
  }))
  const conditions = [entry.condition, authorizationOf(each)]
  return conditions.includes(undefined)
    ? [unknownOpening(named)]
    : opened.map((found) => conditions.reduce(withCondition, found))
}

/** Only interface endpoints reach a private API, and its policy decides whether those of other accounts do. */
function privateApiOpenings(each: Case): readonly Opening[] {
  const { properties } = each.resource
  const named = { ...each, exposed: { ...each.exposed, by: 'resource policy' } }
  const unknown = (because?: readonly Unread[]): Opening => ({
    ...unknownOpening(named, because),
    from: 'other accounts',
  })
  const unreadNames = unreadPrivateNames(each)
  if (unreadNames === null) return []
  // `null`: it has a policy that can't be evaluated. Without one, it can't be invoked.
  if (properties['policyGrants'] === null || textsOf(each.resource, 'stages') === null) return [unknown()]
  const judged = (grantsOf(each) ?? []).map((grant) => ({ grant, only: ownNetworks(each.index, grant) }))
  const certain = judged.flatMap(({ grant, only }) => (only === 'others' ? grant : []))
  const because = judged.flatMap(({ only }) => (typeof only === 'string' ? [] : only))
  const conditions = ['only through interface endpoints of API Gateway', authorizationOf(each) ?? null]
  const openings = grantOpenings(named, certain).map((found): Opening => ({
    ...conditions.reduce(withCondition, found),
    from: 'other accounts',
  }))
  if (unreadNames.length > 0 && openings.length + because.length > 0) return [unknown([...unreadNames, ...because])]
  return because.length === 0 ? openings : [...openings, unknown(because)]
}

/** What may name a private API without a default endpoint, and couldn't be read. `null`: nothing names it. */
function unreadPrivateNames({ index, resource }: Case): readonly Unread[] | null {
  if (resource.properties['defaultEndpointDisabled'] !== true) return []
  if (index.sources(resource, 'routes to', domainType).length > 0) return []
  const unread = unreadDomains(index)
  return unread.length === 0 ? null : unread
}

const vpcType = typePlaying('VPC')
const endpointType = typePlaying('VPC endpoint')
const subnetType = typePlaying('subnet')

/** The lists of VPCs and endpoints of which a caller must use one. A list that isn't complete isn't included. */
function namedNetworks(condition: string | null): readonly (readonly string[])[] {
  const lists = (condition ?? '').matchAll(/aws:SourceVpce? is (?<ids>vpce?-\w+(?: or vpce?-\w+)*)(?= and |$)/giu)
  return [...lists].map(({ groups }) => groups?.['ids']?.split(' or ') ?? [])
}

/**
 * Whether a grant to everyone has a condition on VPCs and endpoints of the account itself, which admits no other
 * account, or what would show it.
 */
function ownNetworks(index: GraphIndex, { to, condition }: Grant): 'own' | 'others' | readonly Unread[] {
  if (to !== 'everyone') return 'others'
  const lists = namedNetworks(condition)
    .map((ids) => ids.map((id) => ownNetwork(index, id)))
    .filter((list) => !list.includes('others'))
  if (lists.some((list) => list.every((network) => network === 'own'))) return 'own'
  const unread = lists.flat().flatMap((network) => (typeof network === 'string' ? [] : network))
  return unread.length === 0 ? 'others' : unread
}

/** A VPC with subnets of another account is shared: workloads of both accounts are in it. */
function ownNetwork(index: GraphIndex, id: string): 'own' | 'others' | Unread {
  const type = typeOfId(id) === endpointType ? endpointType : vpcType
  const found = index.find({ type, id })
  if (found?.presence !== 'read') return unreadType(index, type) ?? 'others'
  if (type === endpointType) return 'own'
  const owners = index.sources(found, 'contained in', subnetType).flatMap((reference) => {
    const subnet = index.find(reference)
    return subnet?.presence === 'read' ? (ownerOf(subnet) ?? []) : []
  })
  return owners.every((owner) => owner === index.graph.accountId) ? (unreadType(index, subnetType) ?? 'own') : 'others'
}

/** Authenticated clients reach the destinations of its authorization rules. Without a rule, nothing. */
export function clientVpnOpenings(each: Case): readonly Opening[] {
  const { authorizationRules, transportProtocol, port } = each.resource.properties
  if (!Array.isArray(authorizationRules)) return [unknownOpening(each)]
  const destinations = recordsOf(each.resource, 'authorizationRules').map(({ destination }) => textOf(destination))
  if (destinations.length === 0) return []
  const authentication = textsOf(each.resource, 'authentication') ?? []
  return [
    opening(each, `routes clients to ${[...new Set(destinations)].toSorted().join(', ')}`, {
      protocol: typeof transportProtocol === 'string' ? transportProtocol : null,
      ports: typeof port === 'number' ? String(port) : null,
      condition: `only with authentication (${authentication.join(', ')})`,
    }),
  ]
}

/** A function, through its resource policy and its URLs. */
export function functionOpenings(each: Case): readonly Opening[] {
  const grants = grantsOf(each)
  const { urls } = each.resource.properties
  const [policyRead = null, urlsRead = null] = each.exposed.reads ?? []
  const unread = [...(grants === null ? [policyRead] : []), ...(Array.isArray(urls) ? [] : [urlsRead])]
  return [
    ...grantOpenings({ ...each, exposed: { ...each.exposed, by: 'resource policy' } }, grants ?? []),
    ...recordsOf(each.resource, 'urls')
      .flatMap((url) => urlOpenings(each, url, policyRead))
      .map((found) => ({ ...found, kind: 'endpoint' as const })),
    ...(unread.length === 0
      ? []
      : [
          unknownOpening(
            each,
            unread.map((action) => unreadOf(each, action)),
          ),
        ]),
  ]
}

/** A URL without authorization is open if the policy allows everyone. Others require requests signed by an account. */
function urlOpenings(
  each: Case,
  { address, authorization, grants }: Fields,
  policyRead: string | null,
): readonly Opening[] {
  const exposed = { ...each.exposed, by: 'function URL', ports: '443' }
  // A policy that can't be evaluated has no known grants.
  if (!Array.isArray(grants)) return [unknownOpening({ ...each, exposed }, [unreadOf(each, policyRead)])]
  const admitted = grantsIn(grants)
  if (authorization !== 'NONE') {
    return grantOpenings({ ...each, exposed }, admitted).map((found) =>
      found.from === 'internet' ? withCondition(found, `only with authorization (${textOf(authorization)})`) : found,
    )
  }
  return admitted
    .filter(({ to }) => to === 'everyone')
    .map(({ condition }) =>
      opening({ ...each, exposed }, `${textOf(address)} requires no authorization`, { condition }),
    )
}

const domainType = typePlaying('custom domain name')

type Entry = Pick<Opening, 'by' | 'path' | 'condition'> & { readonly evidence: string }

/** The endpoint through which the API is invoked. `null`: none. */
function entryOf({ index, resource, exposed }: Case): Entry | { readonly unread: readonly Unread[] } | null {
  if (resource.properties['defaultEndpointDisabled'] !== true)
    return { by: exposed.by, evidence: 'its default endpoint is enabled', path: [], condition: null }
  const domains = index
    .sources(resource, 'routes to', domainType)
    .flatMap((domain) => index.find(domain) ?? [])
    .filter((domain) => textsOf(domain, 'endpointTypes')?.includes('PRIVATE') !== true)
  const [domain] = domains
  const isMutual = domains.every(({ properties }) => properties['mutualTls'] === true)
  // Where a known domain name admits everyone, others can't add anything.
  const unread = isMutual ? unreadDomains(index) : []
  if (unread.length > 0) return { unread }
  if (domain === undefined) return null
  const { type, id } = domain
  return {
    by: 'custom domain',
    evidence: `${domains.map(displayName).join(', ')} maps to it`,
    path: [{ type, id, evidence: 'is mapped to APIs' }],
    condition: isMutual ? 'only with a client certificate (mutual TLS)' : null,
  }
}

/** Domain names that may map to any API: all of them, or those whose mappings or routing rules couldn't be read. */
function unreadDomains(index: GraphIndex): readonly Unread[] {
  const unread = unreadType(index, domainType)
  if (unread !== null) return [unread]
  return index.ofType(domainType).flatMap(({ presence, properties: { mappings, routingMode, routingRules } }) => {
    if (presence !== 'read') return []
    if (mappings === undefined) return { type: domainType, action: 'apigateway:GET' }
    const hasRules = typeof routingMode === 'string' && routingMode.startsWith('ROUTING_RULE')
    return hasRules && routingRules === undefined ? { type: domainType, action: 'apigateway:ListRoutingRules' } : []
  })
}

/** The required authorization in words. `null`: not required everywhere. `undefined`: not read. */
function authorizationOf({ resource: { properties }, exposed }: Case): string | null | undefined {
  const { authentication } = properties
  if (typeof authentication === 'string') return `only with authorization (${authentication})`
  if (exposed.reads === undefined) return null
  const all = properties['methods'] ?? properties['routes']
  const free = properties['methodsWithoutAuthorization'] ?? properties['routesWithoutAuthorization']
  if (typeof all !== 'number' || typeof free !== 'number') return undefined
  return all > 0 && free === 0 ? 'only with authorization, which every method or route requires' : null
}

function withCondition(found: Opening, condition: string | null | undefined): Opening {
  if (condition === null || condition === undefined) return found
  return {
    ...found,
    verdict: 'conditional',
    condition: found.condition === null ? condition : `${found.condition} and ${condition}`,
  }
}
