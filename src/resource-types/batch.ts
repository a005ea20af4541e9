import { service } from './resource-type.ts'

export const batch = service('AWS Batch', {
  'AWS::Batch::ComputeEnvironment': {
    names: ['AWS Batch compute environment', 'AWS Batch compute environments'],
    shortNames: ['compute environment', 'compute environments'],
    icon: ['architecture-service/AWSBatch', 'batch'],
    picture: { box: { tier: 'application', within: 'subnet', shelf: 'Containers' } },
    normalState: 'enabled',
    conditions: [{ property: 'status', value: 'INVALID', words: 'invalid' }],
  },
  'AWS::Batch::JobDefinition': {
    names: ['AWS Batch job definition', 'AWS Batch job definitions'],
    shortNames: ['job definition', 'job definitions'],
    icon: ['architecture-service/AWSBatch', 'batch'],
    arns: [['batch', /^job-definition\/([^:]+)/]],
    onlyOwnRoles: { platformCapabilities: ['FARGATE'] },
    rolesOfAws: ['jobDefinitions[].containerProperties.executionRoleArn'],
    picture: { box: { tier: 'application', shelf: 'Containers' }, flow: 'caller' },
    startedThrough: { type: 'AWS::Batch::JobQueue', offState: 'disabled' },
  },
  'AWS::Batch::JobQueue': {
    names: ['AWS Batch job queue', 'AWS Batch job queues'],
    shortNames: ['job queue', 'job queues'],
    icon: ['architecture-service/AWSBatch', 'batch'],
    arns: [['batch', /^job-queue\/(.+)$/]],
    picture: { none: 'part of its compute environments' },
  },
})
