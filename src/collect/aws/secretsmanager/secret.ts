import { defineService } from '../../../cloud/service.ts'
import { kmsKeyId } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { tagRecord } from '../../properties/tags.ts'

export const secretsManager = defineService(
  'secretsmanager',
  () => import('@aws-sdk/client-secrets-manager'),
  (sdk) => sdk.SecretsManagerClient,
)

/** What is known of secrets without reading them; their values are never asked for. */
export const secret = defineCollector({
  type: 'AWS::SecretsManager::Secret',
  count: 'secrets',
  scope: 'regional',
  permissions: ['secretsmanager:ListSecrets'],
  service: secretsManager,
  pages: ({ sdk, client }) => sdk.paginateListSecrets({ client, pageSize: 100 }, {}),
  items: (page) => page.SecretList,
  resource: (secret) => ({
    id: secret.ARN,
    arn: secret.ARN,
    name: secret.Name,
    tags: tagRecord(secret.Tags),
    properties: {
      description: secret.Description,
      rotationEnabled: secret.RotationEnabled ?? false,
      rotationDays: secret.RotationRules?.AutomaticallyAfterDays,
      rotationSchedule: secret.RotationRules?.ScheduleExpression,
      owningService: secret.OwningService,
      primaryRegion: secret.PrimaryRegion,
    },
  }),
  relations: [
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'SecretList[].KmsKeyId',
      targets: (secret) => kmsKeyId(secret.KmsKeyId),
    },
    {
      verb: 'invokes',
      types: ['AWS::Lambda::Function'],
      field: 'SecretList[].RotationLambdaARN',
      arns: (secret) => secret.RotationLambdaARN,
    },
  ],
})
