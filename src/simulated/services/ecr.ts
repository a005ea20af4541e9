/** ECR: repositories. */
import type { Repository } from '@aws-sdk/client-ecr'
import { defineService } from '../define-service.ts'
import { ProviderError } from '../provider-error.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly ecr?: Lists<{ repositories: Repository }> & {
      /** By repository name. */
      readonly policies?: Readonly<Record<string, string>>
    }
  }
}

export const service = defineService(() => import('@aws-sdk/client-ecr'), {
  data: 'ecr',
  pages: { largest: 1000, usual: 100, error: 'InvalidParameterException' },
})({
  DescribeRepositories: {
    list: 'repositories',
    by: 'repositoryNames',
    notFound: 'RepositoryNotFoundException',
    denied: 'arn:aws:ecr:{region}:{account}:repository/*',
  },
  GetRepositoryPolicy: {
    one: 'repositories',
    by: 'repositoryName',
    notFound: 'RepositoryNotFoundException',
    parameters: ['registryId'],
    item({ repositoryName = '', registryId }, { policies = {} }) {
      const policyText = policies[repositoryName]
      if (policyText !== undefined) return { repositoryName, registryId, policyText }
      throw new ProviderError('RepositoryPolicyNotFoundException', 'Repository policy does not exist')
    },
  },
})
