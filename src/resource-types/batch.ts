import { service } from './resource-type.ts'

export const batch = service('Batch', {
  'AWS::Batch::ComputeEnvironment': {
    names: ['batch compute environment', 'batch compute environments'],
    icon: ['architecture-service/AWSBatch', 'batch'],
    picture: { box: { tier: 'application', within: 'subnet', shelf: 'Containers' } },
  },
  'AWS::Batch::JobQueue': {
    names: ['batch job queue', 'batch job queues'],
    icon: ['architecture-service/AWSBatch', 'batch'],
    picture: { none: 'part of its compute environments' },
  },
})
