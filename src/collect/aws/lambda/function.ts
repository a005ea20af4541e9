import type { FunctionConfiguration } from '@aws-sdk/client-lambda'
import { defineService } from '../../../cloud/service.ts'
import { kmsKeyId, layerName } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { platformHosts } from '../platform-hosts.ts'
import { inStableOrder } from '../../properties/stable-order.ts'
import { namedTypes, resourcesOfSettings } from '../../references/named-resources.ts'
import { settingsOf } from '../../references/plain-names.ts'
import { settingHosts, settingNames } from '../program-settings.ts'
import { callGrants, type FunctionAccess, readAccess, readPolicy, urlProperties } from './function-access.ts'

export const lambda = defineService(
  'lambda',
  () => import('@aws-sdk/client-lambda'),
  (sdk) => sdk.LambdaClient,
)

type DescribedFunction = FunctionConfiguration & { readonly access?: FunctionAccess }

/** Two calls for each, of 15 a second: 4 s at the default share of these rates. The others are told as read in part. */
export const mostWithAccess = 50

/** Environment variables come with the list: what they name is kept, never their values. */
export const lambdaFunction = defineCollector({
  type: 'AWS::Lambda::Function',
  count: 'functions',
  scope: 'regional',
  permissions: ['lambda:ListFunctions', 'lambda:GetPolicy', 'lambda:ListFunctionUrlConfigs'],
  service: lambda,
  startsFirst: true,
  hosts: [...settingHosts, ...platformHosts],
  names: settingNames,
  // The provider returns at most 50 a page, whatever is asked for.
  async *pages({ sdk, client }) {
    let room = mostWithAccess
    for await (const { Functions = [] } of sdk.paginateListFunctions({ client, pageSize: 50 }, {})) {
      yield { asked: Functions.slice(0, room), others: Functions.slice(room) }
      room = Math.max(0, room - Functions.length)
    }
  },
  async items({ asked, others }, { sdk, client, each, leave }): Promise<readonly DescribedFunction[]> {
    const described = await each(
      asked,
      async (listed): Promise<DescribedFunction> => ({
        ...listed,
        access: await readAccess(listed.FunctionName, { sdk, client }),
      }),
      {
        less: async (listed): Promise<DescribedFunction> => ({
          ...listed,
          access: { policy: await readPolicy({ FunctionName: listed.FunctionName }, { sdk, client }), urls: null },
        }),
        listed: (listed): DescribedFunction => ({ ...listed }),
        listIsEnough: true,
      },
    )
    const why = `AWS tells policies and URLs of one function at a time, and a scan reads those of the first ${mostWithAccess}.`
    return [...described, ...leave(others, why)]
  },
  resource: ({ access, ...lambdaFunction }, { accountNumber }) => ({
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
      policyGrants: access && callGrants(access.policy, accountNumber),
      urls: access?.urls && inStableOrder(access.urls.map((url) => urlProperties(url, accountNumber))),
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
