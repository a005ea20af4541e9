import { defineCollector } from '../../collector.ts'
import { lambda } from '../services.ts'

/** Environment variables come with the list; their values are never kept. */
export const lambdaFunction = defineCollector({
  type: 'AWS::Lambda::Function',
  count: 'functions',
  scope: 'regional',
  permissions: ['lambda:ListFunctions'],
  service: lambda,
  // The provider returns at most 50 a page, whatever is asked for.
  pages: ({ sdk, client }) => sdk.paginateListFunctions({ client, pageSize: 50 }, {}),
  items: (page) => page.Functions,
  resource: (lambdaFunction) => ({
    id: lambdaFunction.FunctionName,
    arn: lambdaFunction.FunctionArn,
    name: lambdaFunction.FunctionName,
    properties: {
      runtime: lambdaFunction.Runtime,
      handler: lambdaFunction.Handler,
      memorySizeMb: lambdaFunction.MemorySize,
      timeoutSeconds: lambdaFunction.Timeout,
      architectures: lambdaFunction.Architectures,
      packageType: lambdaFunction.PackageType,
      lastModified: lambdaFunction.LastModified,
      state: lambdaFunction.State,
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::EC2::VPC',
      field: 'Functions[].VpcConfig.VpcId',
      targets: (lambdaFunction) => lambdaFunction.VpcConfig?.VpcId,
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::Subnet',
      field: 'Functions[].VpcConfig.SubnetIds[]',
      targets: (lambdaFunction) => lambdaFunction.VpcConfig?.SubnetIds,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'Functions[].VpcConfig.SecurityGroupIds[]',
      targets: (lambdaFunction) => lambdaFunction.VpcConfig?.SecurityGroupIds,
    },
  ],
})
