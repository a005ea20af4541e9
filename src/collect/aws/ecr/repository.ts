import type { Repository } from '@aws-sdk/client-ecr'
import { defineService } from '../../../cloud/service.ts'
import { kmsKeyId } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { policyGrants } from '../../properties/policy-grants.ts'
import { unlessUnset } from '../../reading/unless-unset.ts'

export const ecr = defineService(
  'ecr',
  () => import('@aws-sdk/client-ecr'),
  (sdk) => sdk.ECRClient,
)

/** `policy`: `null` if it couldn't be read. */
type DescribedRepository = { readonly repository: Repository; readonly policy: string | null }

export const repository = defineCollector({
  type: 'AWS::ECR::Repository',
  count: 'containerRepositories',
  scope: 'regional',
  permissions: ['ecr:DescribeRepositories', 'ecr:GetRepositoryPolicy'],
  service: ecr,
  pages: ({ sdk, client }) => sdk.paginateDescribeRepositories({ client, pageSize: 1000 }, {}),
  items: (page, { sdk, client, each }) =>
    // One call per repository, because the list omits its policy.
    each(
      page.repositories,
      async (repository): Promise<DescribedRepository> => {
        const { repositoryName, registryId } = repository
        const command = new sdk.GetRepositoryPolicyCommand({ repositoryName, registryId })
        const answer = await unlessUnset(client.send(command), 'RepositoryPolicyNotFoundException')
        return { repository, policy: answer?.policyText ?? '' }
      },
      { listed: (repository): DescribedRepository => ({ repository, policy: null }), listIsEnough: true },
    ),
  resource: ({ repository, policy }, { accountNumber }) => ({
    id: repository.repositoryName,
    arn: repository.repositoryArn,
    name: repository.repositoryName,
    properties: {
      uri: repository.repositoryUri,
      imageTagMutability: repository.imageTagMutability,
      scanOnPush: repository.imageScanningConfiguration?.scanOnPush,
      encryptionType: repository.encryptionConfiguration?.encryptionType,
      createdAt: repository.createdAt?.toISOString(),
      policyGrants:
        policy === null
          ? undefined
          : policyGrants(policy, accountNumber, { arn: repository.repositoryArn, isSigned: true }),
    },
  }),
  relations: [
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'repositories[].encryptionConfiguration.kmsKey',
      targets: ({ repository }) => kmsKeyId(repository.encryptionConfiguration?.kmsKey),
    },
  ],
})
