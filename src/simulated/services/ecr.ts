/** ECR: repositories. */
import type { Repository } from '@aws-sdk/client-ecr'
import { defineService } from '../define-service.ts'
import { setting } from '../provider-error.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly ecr?: Lists<{ repositories: Repository }> & {
      /** By repository name. */
      readonly policies?: Readonly<Record<string, string>>
    }
  }
}

const noPolicy = ['RepositoryPolicyNotFoundException', 400, 'Repository policy does not exist'] as const

export const service = defineService(() => import('@aws-sdk/client-ecr'), {
  data: 'ecr',
  pages: { largest: 1000, usual: 100, error: 'InvalidParameterException' },
})({
  DescribeRepositories: { list: 'repositories', denied: 'repository/*' },
  GetRepositoryPolicy: {
    one: 'repositories',
    by: 'repositoryName',
    notFound: 'RepositoryNotFoundException',
    parameters: ['registryId'],
    item: (repository, { policies = {} }) => ({
      ...repository,
      policyText: setting(policies[repository.repositoryName ?? ''], noPolicy),
    }),
  },
})
