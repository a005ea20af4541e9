/** Name and addresses of a VPC. */
import type { Resource } from '../../../graph/resource-graph.ts'
import type { DiagramGroup } from '../../diagram.ts'
import { displayName } from '../../../graph/graph-index.ts'

/** `isHidden`: if `network` is `null`, its VPC is known but not selected. */
export function networkTexts(
  network: Resource | null,
  isHidden: boolean,
): Pick<DiagramGroup, 'label' | 'detail' | 'description'> {
  if (network === null) {
    const label = isHidden ? 'VPCs not selected' : 'Unknown VPC'
    const detail = isHidden ? 'outside this selection' : "its subnets couldn't be read"
    return { label, detail, description: label }
  }
  const name = displayName(network)
  const isDefault = network.properties['isDefault'] === true
  const label = name === network.id && isDefault ? 'Default VPC' : name
  const blocks = network.properties['cidrBlocks']
  const cidrs = Array.isArray(blocks) ? blocks.filter((block) => typeof block === 'string') : []
  const [first = '', ...more] = cidrs
  const detail =
    network.presence === 'read'
      ? `${first}${more.length === 0 ? '' : ` and ${more.length} more`}`
      : network.presence === 'external'
        ? 'outside this scan'
        : "couldn't be read"
  return { label, detail, description: [label, `VPC ${network.id}`, cidrs.join(', ')].filter(Boolean).join('\n') }
}

/** Longer names of subnets would be cut, often where they differ. */
const longestSubnetName = 26

/** Without the name of the VPC if that is too long for one of them. Descriptions have the full names. */
export function subnetLabels(network: Resource | null, subnets: readonly Resource[]): (subnet: Resource) => string {
  const vpcName = network?.name?.replace(/[-_. ]?vpc$/iu, '') ?? ''
  const isLong = vpcName !== '' && subnets.some((subnet) => displayName(subnet).length > longestSubnetName)
  return (subnet) => {
    const name = displayName(subnet)
    const rest = isLong && name.startsWith(vpcName) ? name.slice(vpcName.length) : ''
    return /^[-_./: ]+(?=.*\p{L})/u.test(rest) ? rest.replace(/^[-_./: ]+/u, '') : name
  }
}
