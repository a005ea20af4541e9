/** Finds the endpoints through which traffic reaches firewalls. They are drawn as their firewall. */
import type { Resource, ResourceReference } from '../../../graph/resource-graph.ts'
import type { GraphIndex } from '../../../graph/graph-index.ts'
import { typePlaying } from '../../../resource-types/look-ups.ts'

const firewallType = typePlaying('firewall')
const endpointType = typePlaying('VPC endpoint')

export function firewallEndpoints(
  index: GraphIndex,
): readonly { readonly endpoint: ResourceReference; readonly firewall: Resource }[] {
  return index
    .ofType(firewallType)
    .flatMap((firewall) =>
      index.targets(firewall, 'attached to', endpointType).map((endpoint) => ({ endpoint, firewall })),
    )
}

export function isFirewallEndpoint(index: GraphIndex, reference: ResourceReference): boolean {
  return reference.type === endpointType && index.sources(reference, 'attached to', firewallType).length > 0
}
