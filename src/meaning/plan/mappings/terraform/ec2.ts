/** Instances and their addresses in Terraform. */
import type { Json } from '../../../../graph/resource-graph.ts'
import { attribute, flagOf, type Mappings, numberOf, textsOf } from '../../mapping.ts'
import { NotKnown, type PlanObject, type PlanValue } from '../../plan.ts'

const groups = { verb: 'associated with', type: 'AWS::EC2::SecurityGroup', isListed: true } as const

/** Without a setting of its own, the subnet decides. */
function publicAddress(value: PlanValue | undefined): { readonly associatePublicIp: Json | NotKnown } {
  const flag = flagOf(value)
  const isOwn = typeof flag === 'boolean' || (flag instanceof NotKnown && flag.why !== 'computed')
  return { associatePublicIp: isOwn ? flag : 'as the subnet' }
}

/** Addresses of IPv6 are public. Without a setting of its own, the subnet decides, which scans don't read. */
function ipv6In(values: PlanObject): { readonly ipv6Addresses?: Json | NotKnown } {
  const { ipv6_addresses: addresses, ipv6_address_count: given } = values
  const count = numberOf(given)
  if (count instanceof NotKnown && count.why !== 'computed') return { ipv6Addresses: count }
  if (typeof count === 'number' && count > 0) return { ipv6Addresses: ['that AWS assigns'] }
  const listed = textsOf(addresses)
  const unknown = listed.find((each) => each instanceof NotKnown && each.why !== 'computed')
  if (unknown instanceof NotKnown) return { ipv6Addresses: unknown }
  const known = listed.filter((each) => typeof each === 'string')
  return known.length === 0 ? {} : { ipv6Addresses: known }
}

export const ec2: Mappings = {
  aws_instance: {
    type: 'AWS::EC2::Instance',
    id: attribute('id'),
    properties: { instanceType: 'instance_type', imageId: 'ami', availabilityZone: 'availability_zone' },
    relations: [
      { verb: 'contained in', type: 'AWS::EC2::Subnet', at: ['subnet_id'] },
      { ...groups, at: ['vpc_security_group_ids'] },
    ],
    more: (values) => ({ properties: { ...publicAddress(values['associate_public_ip_address']), ...ipv6In(values) } }),
  },
  aws_network_interface: {
    type: 'AWS::EC2::NetworkInterface',
    id: attribute('id'),
    relations: [
      { verb: 'contained in', type: 'AWS::EC2::Subnet', at: ['subnet_id'] },
      { ...groups, at: ['security_groups'] },
      { verb: 'attached to', type: 'AWS::EC2::Instance', at: ['attachment', 'instance'], isOptional: true },
    ],
  },
  aws_network_interface_sg_attachment: {
    type: 'AWS::EC2::NetworkInterface',
    part: true,
    id: attribute('network_interface_id'),
    relations: [{ verb: 'associated with', type: 'AWS::EC2::SecurityGroup', at: ['security_group_id'] }],
  },
  aws_eip: {
    type: 'AWS::EC2::EIP',
    id: attribute('id'),
    relations: [
      { verb: 'attached to', type: 'AWS::EC2::Instance', at: ['instance'], isOptional: true },
      { verb: 'attached to', type: 'AWS::EC2::NetworkInterface', at: ['network_interface'], isOptional: true },
    ],
  },
  aws_eip_association: {
    type: 'AWS::EC2::EIP',
    part: true,
    id: attribute('allocation_id'),
    relations: [
      { verb: 'attached to', type: 'AWS::EC2::Instance', at: ['instance_id'], isOptional: true },
      { verb: 'attached to', type: 'AWS::EC2::NetworkInterface', at: ['network_interface_id'], isOptional: true },
    ],
  },
}
