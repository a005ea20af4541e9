import { defineCollector } from '../../collector.ts'
import { ec2 } from './vpc.ts'

/** Collects the setting for all VPCs of the account in the region. There is no resource if it is off, which is the default. */
export const vpcBlockPublicAccessOptions = defineCollector({
  type: 'AWS::EC2::VPCBlockPublicAccessOptions',
  count: 'vpcBlockPublicAccessOptions',
  scope: 'regional',
  permissions: ['ec2:DescribeVpcBlockPublicAccessOptions'],
  service: ec2,
  pages: ({ sdk, client }) => [client.send(new sdk.DescribeVpcBlockPublicAccessOptionsCommand())],
  items: ({ VpcBlockPublicAccessOptions: options = {} }) =>
    options.InternetGatewayBlockMode === 'off' && options.State !== 'update-in-progress' ? [] : [options],
  resource: (options, { accountNumber }) => ({
    id: accountNumber,
    properties: {
      mode: options.InternetGatewayBlockMode,
      state: options.State,
      exclusionsAllowed: options.ExclusionsAllowed,
      managedBy: options.ManagedBy,
    },
  }),
})
