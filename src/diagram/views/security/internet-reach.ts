/**
 * Finds the security groups through which the internet can reach resources, and the resources it can reach without one.
 */
import type { Resource, ResourceReference } from '../../../graph/resource-graph.ts'
import { typePlaying } from '../../../resource-types/look-ups.ts'
import { compareText, type GraphIndex, resourceKey } from '../../../graph/graph-index.ts'
import { inboundRules, isAnywhere } from '../../../meaning/reach.ts'
import type { Exposure } from '../../../meaning/exposure/exposure.ts'
import { rangesIn } from '../../../meaning/exposure/outside.ts'
import type { ExposedResource } from '../boxes/exposed-resources.ts'
import { notKnown } from '../boxes/short-label.ts'

const groupType = typePlaying('security group')

/** What the internet can reach through a security group, such as `tcp 443`. Sorted. */
export type InternetReach = (group: Resource) => readonly string[]

/** If too little was read to determine exposures behind a group, its rules decide whether it counts as open. */
export function internetReach(
  exposed: readonly ExposedResource[],
  attachedResources: ReadonlyMap<string, readonly ResourceReference[]>,
): InternetReach {
  const through = new Map<string, Set<string>>()
  const unclear = new Set<string>()
  for (const { exposure, resource } of exposed) {
    if (exposure.kind !== 'network') continue
    if (exposure.verdict === 'unknown') unclear.add(resourceKey(resource))
    else if (exposure.from === 'internet') {
      for (const step of exposure.path) {
        if (step.type !== groupType) continue
        const key = resourceKey(step)
        through.set(key, (through.get(key) ?? new Set()).union(new Set(portsOf(exposure))))
      }
    }
  }
  return (group) => {
    const key = resourceKey(group)
    const known = through.get(key)
    if (known !== undefined) return [...known].toSorted(compareText)
    const attached = attachedResources.get(key) ?? []
    const isUnclear = attached.length === 0 || attached.some((resource) => unclear.has(resourceKey(resource)))
    if (!isUnclear) return []
    if (group.presence === 'unknown') return attached.length === 0 ? [] : [notKnown]
    const open = inboundRules(group).filter(({ source }) => isAnywhere(source))
    return [...new Set(open.map(({ ports }) => ports))].toSorted(compareText)
  }
}

/** In the format of security group rules, one for each range. */
function portsOf({ protocol, ports }: Exposure): readonly string[] {
  if (protocol === null || protocol === 'all') return ['all traffic']
  if (ports !== null) return ports.split(',').map((range) => `${protocol} ${range}`)
  return [protocol.startsWith('icmp') ? protocol : `all ${protocol}`]
}

/** The restriction of sources: address ranges, or a condition. `''` if there is none. */
export function narrowedTo(exposures: readonly Exposure[]): string {
  const known = exposures.filter(({ verdict }) => verdict !== 'unknown')
  if (known.some(({ verdict, from }) => verdict === 'open' && from === 'internet')) return ''
  if (known.some(({ from }) => from === 'internet')) return 'conditional'
  const ranges = new Set(known.flatMap(({ from }) => rangesIn(from)))
  const [only = ''] = ranges
  return ranges.size === 1 ? only : `${ranges.size} ranges`
}

/** Resources that the internet can reach without passing a security group. */
export function entryPoints(whole: GraphIndex, exposed: readonly ExposedResource[]): readonly Resource[] {
  const bare = exposed.filter(
    ({ exposure, resource }) =>
      exposure.verdict !== 'unknown' &&
      (exposure.kind !== 'network' || whole.targets(resource, 'associated with', groupType).length === 0),
  )
  return [...new Set(bare.map(({ resource }) => resource))]
}
