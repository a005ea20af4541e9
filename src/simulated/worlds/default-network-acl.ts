/** The default network ACL of a VPC, which allows all traffic. */
import type { NetworkAcl, NetworkAclEntry } from '@aws-sdk/client-ec2'
import { resourceId } from './resource-id.ts'

/** Source: "Default network ACL" in the VPC user guide. */
const entries: readonly NetworkAclEntry[] = [false, true].flatMap((Egress) =>
  [
    { RuleNumber: 100, RuleAction: 'allow' as const, CidrBlock: '0.0.0.0/0' },
    { RuleNumber: 101, RuleAction: 'allow' as const, Ipv6CidrBlock: '::/0' },
    { RuleNumber: 32_767, RuleAction: 'deny' as const, CidrBlock: '0.0.0.0/0' },
    { RuleNumber: 32_768, RuleAction: 'deny' as const, Ipv6CidrBlock: '::/0' },
  ].map((entry) => ({ ...entry, Egress, Protocol: '-1' })),
)

export function defaultNetworkAcl(
  VpcId: string,
  subnetIds: readonly string[],
  OwnerId: string,
  given: readonly NetworkAclEntry[] = entries,
): NetworkAcl {
  const NetworkAclId = resourceId('acl', `default ${VpcId}`)
  return {
    NetworkAclId,
    VpcId,
    OwnerId,
    IsDefault: true,
    Associations: subnetIds.map((SubnetId) => ({
      NetworkAclAssociationId: resourceId('aclassoc', SubnetId),
      NetworkAclId,
      SubnetId,
    })),
    Entries: [...given],
    Tags: [],
  }
}
