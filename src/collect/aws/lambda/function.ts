import type { FunctionConfiguration } from '@aws-sdk/client-lambda'
import { defineService } from '../../../cloud/service.ts'
import type { ResourceReference } from '../../../graph/resource-graph.ts'
import { kmsKeyId, layerName } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { platformHosts } from '../platform-hosts.ts'
import { inStableOrder } from '../../properties/stable-order.ts'
import { namedTypes } from '../../references/named-resources.ts'
import { settingsOf } from '../../references/plain-names.ts'
import { resourcesOfProgram } from '../program-resources.ts'
import { settingHosts, settingNames } from '../program-settings.ts'
import {
  callGrants,
  type DescribedFunction,
  readAccess,
  readPolicy,
  urlHosts,
  urlProperties,
} from './function-access.ts'

export const lambda = defineService(
  'lambda',
  () => import('@aws-sdk/client-lambda'),
  (sdk) => sdk.LambdaClient,
)

/** Two calls for each, at 15 per second: 4 s at the default rate share. Further functions are marked as partial. */
export const mostWithAccess = 50

/** The list includes environment variables. The resources that they name are stored, never their values. */
export const lambdaFunction = defineCollector({
  type: 'AWS::Lambda::Function',
  count: 'functions',
  scope: 'regional',
  permissions: ['lambda:ListFunctions', 'lambda:GetPolicy', 'lambda:ListFunctionUrlConfigs'],
  service: lambda,
  startsFirst: true,
  hosts: [...settingHosts, ...platformHosts],
  names: settingNames,
  // AWS returns at most 50 per page, regardless of the requested size. All URLs are known after the first page.
  async *pages({ sdk, client }) {
    const functionAt = new Map<string, string>()
    const first: FunctionConfiguration[] = []
    for await (const { Functions = [] } of sdk.paginateListFunctions({ client, pageSize: 50 }, {})) {
      if (first.length >= mostWithAccess) yield { functionAt, functions: Functions }
      else if (first.push(...Functions) >= mostWithAccess) yield { functionAt, functions: first }
    }
    if (first.length < mostWithAccess) yield { functionAt, functions: first }
  },
  async items({ functionAt, functions }, { sdk, client, eachOfFirst }): Promise<readonly DescribedFunction[]> {
    const described = await eachOfFirst(
      functions,
      async (listed): Promise<DescribedFunction> => ({
        ...listed,
        functionAt,
        access: await readAccess(listed.FunctionName, { sdk, client }),
      }),
      {
        most: mostWithAccess,
        why: `AWS returns policies and URLs of one function per call, and a scan reads those of the first ${mostWithAccess}.`,
        less: async (listed): Promise<DescribedFunction> => ({
          ...listed,
          functionAt,
          access: { policy: await readPolicy({ FunctionName: listed.FunctionName }, { sdk, client }), urls: null },
        }),
        listed: (listed): DescribedFunction => ({ ...listed, functionAt }),
        listIsEnough: true,
      },
    )
    for (const { FunctionName = '', access } of described) {
      for (const host of urlHosts(access)) functionAt.set(host.toLowerCase(), FunctionName)
    }
    return described
  },
  resource: ({ access, functionAt: _functionAt, ...lambdaFunction }, { accountNumber }) => ({
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
      codeSha256: lambdaFunction.CodeSha256,
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
      references: ({ Environment, functionAt }, context) =>
        resourcesOfProgram(settingsOf(Environment?.Variables), {
          ...context,
          resourceAt: (host) => functionWithUrl(host, functionAt) ?? context.resourceAt(host),
        }),
    },
  ],
})

function functionWithUrl(
  host: string | undefined,
  functionAt: ReadonlyMap<string, string>,
): ResourceReference | undefined {
  const id = functionAt.get(host?.toLowerCase() ?? '')
  return id === undefined ? undefined : { type: 'AWS::Lambda::Function', id }
}
