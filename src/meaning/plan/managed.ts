/** What exists but isn't managed, and what is managed but doesn't exist. */
import { type GraphIndex, resourceKey } from '../../graph/graph-index.ts'
import type { Resource } from '../../graph/resource-graph.ts'
import { typePlaying } from '../../resource-types/look-ups.ts'
import type { Future } from './apply-plan.ts'
import { isDefaultGroup } from './identities.ts'
import { mappingsOf } from './mappings/all.ts'
import type { ManagedResource, Plan } from './plan.ts'

export type Missing = { readonly address: string; readonly type: string; readonly id: string }

export type Ownership = {
  /** Of the types that the plan manages resources of. `null`: the plan only lists changes. */
  readonly unmanaged: readonly Resource[] | null
  readonly missing: readonly Missing[]
}

export function ownershipOf(index: GraphIndex, plan: Plan, { identities }: Future): Ownership {
  if (plan.managed === null) return { unmanaged: null, missing: [] }
  const mappingOf = mappingsOf(plan.format)
  const types = new Set<string>()
  const unsure = new Set<string>()
  const managed = new Set<string>()
  const missing: Missing[] = []
  for (const resource of plan.managed) {
    const mapping = mappingOf(resource.type)
    if (mapping === null || mapping.part === true) continue
    types.add(mapping.type)
    const found = identities.existing(mapping, resource.values)
    if (found !== null && index.find(found)?.presence === 'read') managed.add(resourceKey(found))
    else if (found === null || (mapping.isOnlyRecognized === true && typeof resource.values['arn'] !== 'string')) {
      unsure.add(mapping.type)
    } else if (isRead(index, mapping.type) && isRegional(resource))
      missing.push({ address: resource.address, ...found })
  }
  const unmanaged = [...types.difference(unsure)]
    .toSorted()
    .flatMap((type) => index.ofType(type))
    .filter((each) => each.presence === 'read' && !managed.has(resourceKey(each)) && !isMadeByAws(index, each))
  return { unmanaged, missing }
}

function isRead(index: GraphIndex, type: string): boolean {
  const coverage = index.coverage(type)
  return coverage?.status === 'collected' && coverage.uncertain !== true
}

/** Scans read only some resources of global types, so missing ones are unknown. */
function isRegional({ region, values: { arn } }: ManagedResource): boolean {
  return region !== null || typeof arn !== 'string'
}

/** What AWS makes with a VPC or for another resource. */
function isMadeByAws(index: GraphIndex, resource: Resource): boolean {
  const { type, id, properties } = resource
  switch (type) {
    case typePlaying('network interface'):
      return (
        properties['requesterManaged'] === true ||
        index.targets({ type, id }, 'attached to', typePlaying('instance')).length > 0
      )
    case typePlaying('network ACL'):
      return properties['isDefault'] === true
    case typePlaying('route table'):
      return properties['main'] === true
    case typePlaying('security group'):
      return isDefaultGroup(resource)
    default:
      return false
  }
}
