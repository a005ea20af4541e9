/** A security group as a box: its name, and the resources that it is attached to. */
import type { Resource, ResourceReference } from '../../../graph/resource-graph.ts'
import { isStopped } from '../../../resource-types/look-ups.ts'
import type { DiagramNode } from '../../diagram.ts'
import { type GraphIndex, displayName } from '../../../graph/graph-index.ts'
import { countedByType, countedForCard, typesByCount } from './protected-resources.ts'
import { inboundRules, isAnywhere } from '../../../meaning/reach.ts'
import { resourceNode } from '../boxes/resource-node.ts'

/** Ports that a group opens to any address, if the internet reaches nothing through it because resources aren't running. */
export function portsToIdle(
  index: GraphIndex,
  group: Resource,
  attachedResources: readonly ResourceReference[],
  reached: readonly string[],
): readonly string[] {
  if (reached.length > 0 || !attachedResources.some((each) => isStoppedAt(index, each))) return []
  return openPorts(group)
}

function isStoppedAt(index: GraphIndex, reference: ResourceReference): boolean {
  const resource = index.find(reference)
  return resource !== null && isStopped(resource)
}

function openPorts(group: Resource): readonly string[] {
  const open = inboundRules(group).filter(({ source }) => isAnywhere(source))
  return [...new Set(open.map(({ ports }) => ports))]
}

export function securityGroupNode(
  index: GraphIndex,
  group: Resource,
  attachedResources: readonly ResourceReference[],
  /** Shown if the group isn't attached to a resource. */
  unattachedText: string,
  /** What the internet can reach through it. */
  reached: readonly string[],
): DiagramNode {
  const node = resourceNode(group)
  if (group.presence === 'external' || (group.presence === 'unknown' && attachedResources.length === 0)) return node
  const rules = inboundRules(group)
  const open = openPorts(group)
  const within = rules.filter(({ source }) => source === group.id)
  const names = attachedResources.slice(0, 20).map((resource) => {
    const found = index.find(resource)
    return found === null ? resource.id : `${displayName(found)} (${found.id})`
  })
  const [main] = typesByCount(attachedResources)
  const state = attachedResources.every((each) => isStoppedAt(index, each)) ? ', not running' : ''
  return {
    ...node,
    // The icon is that of the resources it is attached to.
    variant: main?.[0] ?? '',
    detail:
      attachedResources.length === 0 ? unattachedText : `${countedForCard(attachedResources, node.label)}${state}`,
    description: [
      displayName(group),
      `Security group ${group.id}`,
      ...(reached.length > 0 ? [`Open to the internet: ${reached.join(', ')}`] : []),
      ...(reached.length === 0 && open.length > 0
        ? [`Allows any address, but no attached resource is exposed to the internet: ${open.join(', ')}`]
        : []),
      ...(within.length > 0
        ? [`Allowed between members: ${[...new Set(within.map(({ ports }) => ports))].join(', ')}`]
        : []),
      ...(names.length > 0 ? [`Attached to ${countedByType(attachedResources)}`, ...names] : []),
      ...(attachedResources.length > names.length ? [`and ${attachedResources.length - names.length} more`] : []),
    ].join('\n'),
  }
}
