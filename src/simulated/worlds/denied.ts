/** The three-tier application in an account where several services are denied, each by another type of policy. */
import type { World } from '../world.ts'
import { world as threeTier } from './three-tier.ts'

export const world: World = {
  accounts: threeTier.accounts.map((account) => ({
    ...account,
    denials: [
      { actions: ['rds:*'], by: 'service control policy', explicit: true },
      { actions: ['lambda:*'], by: 'identity-based policy', explicit: false },
      { actions: ['s3:*'], by: 'permissions boundary', explicit: false },
      { actions: ['ec2:DescribeNatGateways'], by: 'identity-based policy', explicit: true },
      { actions: ['elasticloadbalancing:DescribeTargetHealth'], by: 'session policy', explicit: false },
    ],
  })),
}
