import { defineService } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'
import { keyAliases, keyNamed } from '../kms/key-aliases.ts'

export const ssm = defineService(
  'ssm',
  () => import('@aws-sdk/client-ssm'),
  (sdk) => sdk.SSMClient,
)

/** Collects the metadata of parameters. Their values are never requested. */
export const parameter = defineCollector({
  type: 'AWS::SSM::Parameter',
  count: 'parameters',
  scope: 'regional',
  permissions: ['ssm:DescribeParameters'],
  service: ssm,
  names: [keyAliases],
  pages: ({ sdk, client }) => sdk.paginateDescribeParameters({ client, pageSize: 50 }, {}),
  items: (page) => page.Parameters,
  resource: (parameter) => ({
    id: parameter.Name,
    arn: parameter.ARN,
    name: parameter.Name,
    properties: {
      description: parameter.Description,
      parameterType: parameter.Type,
      tier: parameter.Tier,
      dataType: parameter.DataType,
    },
  }),
  relations: [
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'Parameters[].KeyId',
      targets: (parameter, context) => keyNamed(parameter.KeyId, context),
    },
  ],
})
