import { defineService } from '../../../cloud/service.ts'
import { kmsKeyId } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'

export const ecr = defineService(
  'ecr',
  () => import('@aws-sdk/client-ecr'),
  (sdk) => sdk.ECRClient,
)

export const repository = defineCollector({
  type: 'AWS::ECR::Repository',
  count: 'containerRepositories',
  scope: 'regional',
  permissions: ['ecr:DescribeRepositories'],
  service: ecr,
  pages: ({ sdk, client }) => sdk.paginateDescribeRepositories({ client, pageSize: 1000 }, {}),
  items: (page) => page.repositories,
  resource: (repository) => ({
    id: repository.repositoryName,
    arn: repository.repositoryArn,
    name: repository.repositoryName,
    properties: {
      uri: repository.repositoryUri,
      imageTagMutability: repository.imageTagMutability,
      scanOnPush: repository.imageScanningConfiguration?.scanOnPush,
      encryptionType: repository.encryptionConfiguration?.encryptionType,
      createdAt: repository.createdAt?.toISOString(),
    },
  }),
  relations: [
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'repositories[].encryptionConfiguration.kmsKey',
      targets: (repository) => kmsKeyId(repository.encryptionConfiguration?.kmsKey),
    },
  ],
})
