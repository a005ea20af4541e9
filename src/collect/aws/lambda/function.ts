import { defineService } from '../../../cloud/service.ts'
import { kmsKeyId, layerName } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { platformHosts } from '../platform-hosts.ts'
import { namedTypes, resourcesOfSettings } from '../../references/named-resources.ts'
import { settingsOf } from '../../references/plain-names.ts'
import { settingHosts, settingNames } from '../program-settings.ts'

export const lambda = defineService(
  'lambda',
  () => import('@aws-sdk/client-lambda'),
  (sdk) => sdk.LambdaClient,
)

/**
 * Collects Lambda functions. Only resources named by environment variables are stored, never the values. Function URLs
 * aren't read, because AWS returns those of one function at a time, 15 per second, and no list shows which functions
 * have one.
 */
export const lambdaFunction = defineCollector({
  type: 'AWS::Lambda::Function',
  count: 'functions',
  scope: 'regional',
  permissions: ['lambda:ListFunctions'],
  service: lambda,
  startsFirst: true,
  hosts: [...settingHosts, ...platformHosts],
  names: settingNames,
  // AWS returns at most 50 per page, regardless of the requested size.
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
    {
      verb: 'uses',
      types: ['AWS::IAM::Role'],
      field: 'Functions[].Role',
      arns: (lambdaFunction) => lambdaFunction.Role,
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'Functions[].KMSKeyArn',
      targets: (lambdaFunction) => kmsKeyId(lambdaFunction.KMSKeyArn),
    },
    {
      verb: 'uses',
      type: 'AWS::Lambda::LayerVersion',
      field: 'Functions[].Layers[].Arn',
      targets: (lambdaFunction, context) => lambdaFunction.Layers?.map(({ Arn }) => layerName(Arn, context)),
    },
    {
      verb: 'uses',
      types: ['AWS::EFS::AccessPoint'],
      field: 'Functions[].FileSystemConfigs[].Arn',
      arns: (lambdaFunction) => lambdaFunction.FileSystemConfigs?.map(({ Arn }) => Arn),
    },
    {
      verb: 'routes to',
      types: ['AWS::SQS::Queue', 'AWS::SNS::Topic'],
      field: 'Functions[].DeadLetterConfig.TargetArn',
      arns: (lambdaFunction) => lambdaFunction.DeadLetterConfig?.TargetArn,
    },
    {
      verb: 'logs to',
      type: 'AWS::Logs::LogGroup',
      field: 'Functions[].LoggingConfig.LogGroup',
      targets: (lambdaFunction) => lambdaFunction.LoggingConfig?.LogGroup,
    },
    {
      verb: 'uses',
      types: namedTypes,
      field: 'Functions[].Environment.Variables',
      references: ({ Environment }, context) => resourcesOfSettings(settingsOf(Environment?.Variables), context),
    },
  ],
})
