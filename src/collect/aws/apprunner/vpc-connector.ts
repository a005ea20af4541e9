import { defineCollector } from '../../collector.ts'
import { appRunner } from './service.ts'

export const appRunnerVpcConnector = defineCollector({
  type: 'AWS::AppRunner::VpcConnector',
  count: 'appRunnerVpcConnectors',
  scope: 'regional',
  permissions: ['apprunner:ListVpcConnectors'],
  service: appRunner,
  pages: ({ sdk, client }) => sdk.paginateListVpcConnectors({ client, pageSize: 100 }, {}),
  items: (page) => page.VpcConnectors,
  resource: (connector) => ({
    id: connector.VpcConnectorArn,
    arn: connector.VpcConnectorArn,
    name: connector.VpcConnectorName,
    properties: { status: connector.Status, revision: connector.VpcConnectorRevision },
  }),
  relations: [
    {
      verb: 'attached to',
      type: 'AWS::EC2::Subnet',
      field: 'VpcConnectors[].Subnets[]',
      targets: (connector) => connector.Subnets,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'VpcConnectors[].SecurityGroups[]',
      targets: (connector) => connector.SecurityGroups,
    },
  ],
})
