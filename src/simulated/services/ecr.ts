/** ECR: repositories. */
import * as module from '@aws-sdk/client-ecr'
import type { DescribeRepositoriesRequest, DescribeRepositoriesResponse, Repository } from '@aws-sdk/client-ecr'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'
import { usualPaging } from '../usual-paging.ts'

export const service: SimulatedService = {
  iamPrefix: 'ecr',
  module,
  client: new module.ECRClient(idleClient),
  operations: {
    DescribeRepositories: listOperation<DescribeRepositoriesRequest, DescribeRepositoriesResponse, Repository>({
      deniedResource: ({ accountId, region }) => `arn:aws:ecr:${region}:${accountId}:repository/*`,
      items: ({ regionData }) => regionData.ecr?.repositories,
      identifiers: [
        {
          parameter: 'repositoryNames',
          of: (repository) => [repository.repositoryName],
          notFound: (name) =>
            new ProviderError(
              'RepositoryNotFoundException',
              `The repository with name '${name}' does not exist in the registry`,
            ),
        },
      ],
      paging: usualPaging<DescribeRepositoriesRequest>({
        token: 'nextToken',
        size: 'maxResults',
        maximum: 1000,
        default: 100,
        badToken: 'InvalidParameterException',
        badSize: 'InvalidParameterException',
      }),
      answer: (items, nextToken) => ({ repositories: [...items], nextToken }),
    }),
  },
}
