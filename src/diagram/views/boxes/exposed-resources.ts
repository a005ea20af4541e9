/** Finds the resources of a view that the internet can reach, with the same definition of exposure as the API. */
import type { Resource } from '../../../graph/resource-graph.ts'
import { compareText, type GraphIndex, resourceKey } from '../../../graph/graph-index.ts'
import type { Exposure, ExposureKind } from '../../../meaning/exposure/exposure.ts'
import { limited, notKnown, shortLabel } from './short-label.ts'
import { exposures, internetVerdicts } from '../../../meaning/exposure/exposures.ts'

/** An exposure of one resource to the internet. Includes `unknown` ones, because what couldn't be read isn't safe. */
export type ExposedResource = { readonly exposure: Exposure; readonly resource: Resource }

/** `whole`: the whole scan, if a view shows only a part of it. */
export function exposedResources(index: GraphIndex, whole: GraphIndex): readonly ExposedResource[] {
  return exposures(whole).flatMap((exposure) => {
    const { type, id } = exposure.resource
    // A target has its arrow from its load balancer.
    const isElsewhere = exposure.from === 'other accounts' || exposure.kind === 'target'
    const resource = id === null || isElsewhere ? null : index.find({ type, id })
    return resource === null ? [] : [{ exposure, resource }]
  })
}

/** Keeps resources that the internet can reach in separate boxes. Unknown ones count as not reachable. */
export function reachedApart(whole: GraphIndex): (resource: Resource) => Reach {
  const verdictOf = internetVerdicts(whole)
  return (resource) => {
    const verdict = verdictOf(resource)
    return verdict === 'open' || verdict === 'conditional' ? verdict : ''
  }
}

/** Whether it has an alternate domain name, by which clients know it. A summary box wouldn't show the name. */
export function hasAlternateName({ properties: { aliases } }: Resource): boolean {
  return Array.isArray(aliases) && aliases.length > 0
}

export type Reach = 'open' | 'conditional' | ''

/** What the internet reaches of these: `open` if anything is. */
export function strongestReach(resources: readonly Resource[], reachOf: (resource: Resource) => Reach): Reach {
  const found = new Set(resources.map(reachOf))
  return found.has('open') ? 'open' : found.has('conditional') ? 'conditional' : ''
}

/** How the name of applications says what the internet reaches of them. */
export const reachWords: Readonly<Record<Reach, string>> = {
  open: 'public',
  conditional: 'conditionally open',
  '': '',
}

/** Each resource once. */
export function exposedTo(index: GraphIndex, whole: GraphIndex, kind: ExposureKind): readonly Resource[] {
  const found = exposedResources(index, whole).filter(({ exposure }) => exposure.kind === kind)
  return [...new Set(found.map(({ resource }) => resource))]
}

/** Resources that serve the internet, and those whose policies give everyone access without a condition. */
export function openToInternet(index: GraphIndex, whole: GraphIndex): readonly Resource[] {
  const verdictOf = internetVerdicts(whole)
  const byPolicy = exposedTo(index, whole, 'policy').filter((resource) => verdictOf(resource) === 'open')
  return [...new Set([...exposedTo(index, whole, 'endpoint'), ...byPolicy])]
}

/** Whether resources in VPCs couldn't be read that the internet may reach. */
export function isReachUnread(whole: GraphIndex): boolean {
  return exposures(whole).some(({ kind, resource: { id } }) => kind === 'network' && id === null)
}

/**
 * The protocols and ports at which clients anywhere reach each resource: `tcp 443`, `all tcp`. Otherwise those of some
 * address ranges: `tcp 22 (some addresses)`. Without ports, what grants access: `bucket policy`. If nothing is known because
 * something couldn't be read: `tcp 22 (not known)`.
 */
export function entryPorts(index: GraphIndex, whole: GraphIndex): (resource: Resource) => string {
  const byResource = Map.groupBy(exposedResources(index, whole), ({ resource }) => resourceKey(resource))
  const isPassed = passedOn(whole)
  return (resource) => {
    const possible = byResource.get(resourceKey(resource)) ?? []
    const all = possible.filter(({ exposure }) => exposure.verdict !== 'unknown')
    if (all.length === 0) return unreadPorts(possible)
    const fromAnywhere = isPassed(resource) ? all.filter(({ exposure }) => exposure.from === 'internet') : []
    const known = fromAnywhere.length > 0 ? fromAnywhere : all
    const ports = known.flatMap(({ exposure }) => portsOf(exposure) ?? [])
    const grants = known.flatMap(({ exposure: { kind, by } }) => (kind === 'policy' ? [by] : []))
    const label = shortLabel([...new Set(ports.length > 0 ? ports : grants)].toSorted(compareText))
    return fromAnywhere.length > 0 || ports.length === 0 ? label : `${label}${limited}`
  }
}

function unreadPorts(possible: readonly ExposedResource[]): string {
  if (possible.length === 0) return ''
  const ports = possible.flatMap(({ exposure }) => portsOf(exposure) ?? [])
  const label = shortLabel([...new Set(ports)].toSorted(compareText))
  return label === '' ? notKnown : `${label} (${notKnown})`
}

/**
 * Whether a load balancer passes on what clients anywhere send. Not if it preserves their addresses, and the security
 * groups of all its targets let in only some of them: then nothing was unread, and it still isn't known for all clients.
 */
function passedOn(whole: GraphIndex): (balancer: Resource) => boolean {
  const targets = exposures(whole).filter(({ kind }) => kind === 'target')
  const byStep = Map.groupBy(
    targets.flatMap((exposure) => exposure.path.map((step) => ({ exposure, key: `${step.type}/${step.id}` }))),
    ({ key }) => key,
  )
  return (balancer) => {
    const behind = (byStep.get(resourceKey(balancer)) ?? []).filter(
      ({ exposure }) => exposure.resource.id !== balancer.id,
    )
    return (
      behind.length === 0 ||
      behind.some(({ exposure }) => exposure.verdict !== 'unknown' || exposure.unknownBecause.length > 0)
    )
  }
}

/** `null` without ports, also of ICMP. */
function portsOf({ protocol, ports }: Exposure): string | null {
  if (protocol === null || protocol.startsWith('icmp')) return null
  if (ports !== null) return `${protocol} ${ports}`
  return protocol === 'all' ? 'all traffic' : `all ${protocol}`
}
