import { service } from './resource-type.ts'

export const ecs = service('ECS', {
  'AWS::ECS::Service': {
    names: ['container service', 'container services'],
    icon: ['resource/AmazonElasticContainerServiceService', 'ecs_service'],
    arns: [['ecs', /^service\/.+$/]],
  },
  'AWS::ECS::Cluster': {
    names: ['container cluster', 'container clusters'],
    icon: ['architecture-service/AmazonElasticContainerService', 'ecs'],
    arns: [['ecs', /^cluster\/.+$/]],
  },
  'AWS::ECS::TaskDefinition': {
    names: ['task definition', 'task definitions'],
    icon: ['resource/AmazonElasticContainerServiceTask', 'ecs_task'],
    arns: [['ecs', /^task-definition\/.+$/]],
  },
})
