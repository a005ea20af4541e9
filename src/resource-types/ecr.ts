import { service } from './resource-type.ts'

export const ecr = service('ECR', {
  'AWS::ECR::Repository': {
    names: ['ECR repository', 'ECR repositories'],
    shortNames: ['repository', 'repositories'],
    icon: ['architecture-service/AmazonElasticContainerRegistry', 'ecr'],
    arns: [['ecr', /^repository\/(.+)$/]],
    taggedAs: 'ecr:repository',
    picture: { none: 'contains images; nothing runs on it' },
    exposedBy: {
      accessAnalyzer: true,
      rule: 'resource policy',
      by: 'resource policy',
      reads: ['ecr:GetRepositoryPolicy'],
    },
    neededToStart: true,
  },
})
