import { service } from './resource-type.ts'

export const ecs = service('ECS', {
  'AWS::ECS::Service': {
    names: ['container service', 'container services'],
    icon: ['resource/AmazonElasticContainerServiceService', 'ecs_service'],
    arns: [['ecs', /^service\/.+$/]],
    picture: {
      box: { tier: 'application', within: 'subnet', card: 'in its cluster', shelf: 'Containers' },
      flow: 'caller',
    },
  },
  'AWS::ECS::Cluster': {
    names: ['container cluster', 'container clusters'],
    icon: ['architecture-service/AmazonElasticContainerService', 'ecs'],
    arns: [['ecs', /^cluster\/.+$/]],
    picture: {
      box: {
        tier: 'application',
        shelf: 'Containers',
        shownBy: { type: 'AWS::ECS::Service', by: ['other', 'contained in'] },
      },
      words: 'named on their services',
    },
  },
  'AWS::ECS::TaskDefinition': {
    names: ['task definition', 'task definitions'],
    icon: ['resource/AmazonElasticContainerServiceTask', 'ecs_task'],
    arns: [['ecs', /^task-definition\/.+$/]],
    picture: { line: { from: ['other', 'uses'], via: 'task definition' } },
    walk: 'through',
  },
})
