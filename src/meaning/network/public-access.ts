/**
 * What VPC Block Public Access allows for a subnet. Source: "Block public access to VPCs and subnets" in the VPC guide,
 * with its advanced example.
 */
import type { Resource } from '../../graph/resource-graph.ts'
import { typePlaying } from '../../resource-types/look-ups.ts'
import { type Gap, gapAt } from './gap.ts'
import type { Network } from './network.ts'
import { text } from './properties.ts'

/**
 * `outbound`: connections to the internet. `translated`: only those through NAT gateways and egress-only internet
 * gateways. `by`: the setting or its exclusion, `null` if it is off.
 */
export type PublicAccess = {
  readonly allows: 'everything' | 'outbound' | 'translated' | 'nothing'
  readonly by: Resource | null
}

const optionsType = typePlaying('VPC Block Public Access options')
const exclusionType = typePlaying('VPC Block Public Access exclusion')

/**
 * `network`: of the account that owns the subnet, whose setting applies. Regions that don't return it may still have
 * it.
 */
export function publicAccessOf(network: Network, subnet: Resource): PublicAccess | Gap {
  const { index } = network
  const owner = ownerOf(subnet)
  if (owner !== null && owner !== network.account) {
    const reason = `${subnet.id} belongs to account ${owner}, whose VPC Block Public Access setting was not read.`
    return { ...gapAt(index, optionsType, reason), account: owner }
  }
  const unread = network.gap('VPC Block Public Access options')
  if (unread !== null) return unread
  const options = index.ofType(optionsType).find(({ presence }) => presence === 'read')
  if (options === undefined) return { allows: 'everything', by: null }
  const mode = text(options.properties['mode'])
  if (options.properties['state'] === 'update-in-progress' || (mode !== bidirectional && mode !== ingress)) {
    return gapAt(index, optionsType, 'VPC Block Public Access is being changed.')
  }
  return network.gap('VPC Block Public Access exclusion') ?? underExclusions(network, subnet, options, mode)
}

const bidirectional = 'block-bidirectional'
const ingress = 'block-ingress'

/** From its ARN. For shared subnets, this is another account. `null`: no ARN. */
export function ownerOf({ arn }: Resource): string | null {
  return arn?.split(':')[4] ?? null
}

function underExclusions(
  network: Network,
  subnet: Resource,
  options: Resource,
  mode: typeof bidirectional | typeof ingress,
): PublicAccess | Gap {
  const exclusions = exclusionsOf(network, subnet)
  const changing = exclusions.find(({ properties }) => !inForce.has(text(properties['state']) ?? ''))
  if (changing !== undefined) return gapAt(network.index, exclusionType, `${changing.id} is being changed.`)
  const free = exclusions.find(({ properties }) => properties['mode'] === 'allow-bidirectional')
  if (free !== undefined) return { allows: 'everything', by: free }
  if (mode === bidirectional) {
    const outbound = exclusions.find(({ properties }) => properties['mode'] === 'allow-egress')
    return outbound === undefined ? { allows: 'nothing', by: options } : { allows: 'outbound', by: outbound }
  }
  // Local Zones have no NAT gateways, and the guide doesn't describe this mode there.
  const zone = text(subnet.properties['availabilityZone']) ?? ''
  if (zone.length > network.region.length + 1) {
    return gapAt(network.index, optionsType, `${ingress} in ${zone} is not modeled.`)
  }
  return { allows: 'translated', by: options }
}

/** Of the subnet and of its VPC. Deleted exclusions don't count. */
function exclusionsOf(network: Network, subnet: Resource): readonly Resource[] {
  const vpcId = network.vpcOf(subnet)
  const excluded = [subnet, ...(vpcId === null ? [] : [{ type: typePlaying('VPC'), id: vpcId }])]
  return excluded
    .flatMap((each) => network.index.sources(each, 'associated with', exclusionType))
    .flatMap(({ id }) => network.find('VPC Block Public Access exclusion', id) ?? [])
    .filter(({ properties }) => !over.has(text(properties['state']) ?? ''))
}

const inForce: ReadonlySet<string> = new Set(['create-complete', 'update-complete'])
const over: ReadonlySet<string> = new Set(['create-failed', 'delete-complete', 'disable-complete'])

/** The type of a connection from the view of the internet gateway. */
export type InternetUse = 'inbound' | 'direct' | 'translated'

export function admits({ allows }: PublicAccess, use: InternetUse): boolean {
  if (allows === 'everything') return true
  return use !== 'inbound' && (allows === 'outbound' || (allows === 'translated' && use === 'translated'))
}
