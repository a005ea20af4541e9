/** ECR: repositories. */
import type { GetRepositoryPolicyResponse, Repository } from '@aws-sdk/client-ecr'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly ecr?: Lists<{ repositories: Repository & Pick<GetRepositoryPolicyResponse, 'policyText'> }>
  }
}

export const service = defineService('ecr', () => import('@aws-sdk/client-ecr'), {
  pages: { largest: 1000, usual: 100, error: 'InvalidParameterException' },
})({
  DescribeRepositories: { list: 'repositories', denied: 'repository/*' },
  GetRepositoryPolicy: {
    one: 'repositories',
    notFound: 'RepositoryNotFoundException',
    parameters: ['registryId'],
    required: { policyText: ['RepositoryPolicyNotFoundException', 400, 'Repository policy does not exist'] },
  },
})
