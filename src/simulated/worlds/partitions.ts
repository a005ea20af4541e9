/** One small account in each partition, with an enabled opt-in region in the commercial one. */
import type { World, WorldAccount } from '../world.ts'
import { resourceId } from './resource-id.ts'

const places = [
  { partition: 'aws', accountId: '555500000001', region: 'af-south-1', optedInRegions: ['af-south-1'] },
  { partition: 'aws-cn', accountId: '555500000002', region: 'cn-north-1', optedInRegions: [] },
  { partition: 'aws-eusc', accountId: '555500000003', region: 'eusc-de-east-1', optedInRegions: [] },
  { partition: 'aws-us-gov', accountId: '555500000004', region: 'us-gov-west-1', optedInRegions: [] },
] as const

export const world: World = { accounts: places.map(account) }

function account({ partition, accountId, region, optedInRegions }: (typeof places)[number]): WorldAccount {
  const vpcId = resourceId('vpc', partition)
  const subnetId = resourceId('subnet', partition)
  return {
    accountId,
    partition,
    roleName: 'surveyor',
    optedInRegions,
    denials: [],
    regions: {
      [region]: {
        ec2: {
          vpcs: [
            {
              VpcId: vpcId,
              CidrBlock: '10.0.0.0/16',
              CidrBlockAssociationSet: [{ CidrBlock: '10.0.0.0/16' }],
              State: 'available',
              IsDefault: false,
              OwnerId: accountId,
            },
          ],
          subnets: [
            {
              SubnetId: subnetId,
              SubnetArn: `arn:${partition}:ec2:${region}:${accountId}:subnet/${subnetId}`,
              VpcId: vpcId,
              CidrBlock: '10.0.0.0/24',
              AvailabilityZone: `${region}a`,
              State: 'available',
              OwnerId: accountId,
            },
          ],
          reservations: [
            {
              ReservationId: resourceId('r', partition),
              OwnerId: accountId,
              Instances: [
                {
                  InstanceId: resourceId('i', partition),
                  InstanceType: 't3.small',
                  State: { Code: 16, Name: 'running' },
                  Placement: { AvailabilityZone: `${region}a` },
                  SubnetId: subnetId,
                  VpcId: vpcId,
                },
              ],
            },
          ],
        },
        lambda: {
          functions: [
            {
              FunctionName: 'nightly',
              FunctionArn: `arn:${partition}:lambda:${region}:${accountId}:function:nightly`,
              Runtime: 'nodejs24.x',
              VpcConfig: { VpcId: vpcId, SubnetIds: [subnetId], SecurityGroupIds: [] },
            },
          ],
        },
      },
    },
    global: {
      s3: {
        buckets: [
          {
            Name: `${partition}-documents`,
            BucketRegion: region,
            BucketArn: `arn:${partition}:s3:::${partition}-documents`,
          },
        ],
      },
    },
  }
}
