import { defineService } from '../../../cloud/service.ts'
import type { SecretListEntry } from '@aws-sdk/client-secrets-manager'
import { defineCollector } from '../../collector.ts'
import { policyGrants } from '../../properties/policy-grants.ts'
import { tagRecord } from '../../properties/tags.ts'
import { keyAliases, keyNamed } from '../kms/key-aliases.ts'

export const secretsManager = defineService(
  'secretsmanager',
  () => import('@aws-sdk/client-secrets-manager'),
  (sdk) => sdk.SecretsManagerClient,
)

/** `policy`: `null` if it couldn't be read. */
type DescribedSecret = { readonly secret: SecretListEntry; readonly policy: string | null }

/** Collects the metadata of secrets. Their values are never requested. */
export const secret = defineCollector({
  type: 'AWS::SecretsManager::Secret',
  count: 'secrets',
  scope: 'regional',
  permissions: ['secretsmanager:ListSecrets', 'secretsmanager:GetResourcePolicy'],
  service: secretsManager,
  names: [keyAliases],
  pages: ({ sdk, client }) => sdk.paginateListSecrets({ client, pageSize: 100 }, {}),
  items: (page, { sdk, client, each }) =>
    // One call per secret, because the list omits its policy.
    each(
      page.SecretList,
      async (secret): Promise<DescribedSecret> => {
        const command = new sdk.GetResourcePolicyCommand({ SecretId: secret.ARN })
        return { secret, policy: (await client.send(command)).ResourcePolicy ?? '' }
      },
      { listed: (secret): DescribedSecret => ({ secret, policy: null }), listIsEnough: true },
    ),
  resource: ({ secret, policy }, { accountNumber }) => ({
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
      policyGrants:
        policy === null ? undefined : policyGrants(policy, accountNumber, { arn: secret.ARN, isSigned: true }),
    },
  }),
  relations: [
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'SecretList[].KmsKeyId',
      targets: ({ secret }, context) => keyNamed(secret.KmsKeyId, context),
    },
    {
      verb: 'invokes',
      types: ['AWS::Lambda::Function'],
      field: 'SecretList[].RotationLambdaARN',
      arns: ({ secret }) => secret.RotationLambdaARN,
    },
  ],
})
