/** Checks a connection against VPC Block Public Access. Responses are always allowed. */
import type { Resource } from '../../graph/resource-graph.ts'
import type { Network } from '../network/network.ts'
import { admits, type InternetUse, ownerOf, publicAccessOf } from '../network/public-access.ts'
import { block, recordGap, pass, type Walk } from './walk-notes.ts'

/** `subnet`: the one whose traffic goes through the internet gateway. */
export function checkPublicAccess(walk: Walk, network: Network, subnet: Resource, use: InternetUse): void {
  const owner = ownerOf(subnet)
  const owning =
    walk.estate.networks.find(({ account, region }) => account === owner && region === network.region) ?? network
  const access = publicAccessOf(owning, subnet)
  if (!('allows' in access)) {
    recordGap(walk, access)
    return
  }
  if (access.by === null) return
  const direction = use === 'inbound' ? 'ingress' : 'egress'
  if (admits(access, use)) pass(walk, owning, access.by, `allows internet traffic of ${subnet.id}`)
  else {
    const reason = `VPC Block Public Access allows ${subnet.id} ${allowed[access.allows]}.`
    block(walk, access.by, 'VPC_BLOCK_PUBLIC_ACCESS_ENABLED', reason, direction)
  }
}

const allowed = {
  everything: 'all traffic',
  outbound: 'outbound connections only',
  translated: 'only connections through NAT gateways and egress-only internet gateways',
  nothing: 'no traffic to or from the internet',
} as const
