/** ECR: repositories. */
import type { Repository } from '@aws-sdk/client-ecr'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly ecr?: Lists<{ repositories: Repository }>
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
})
