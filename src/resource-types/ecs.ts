import { service } from './resource-type.ts'

export const ecs = service('ECS', {
  'AWS::ECS::Service': {
    names: ['ECS service', 'ECS services'],
    shortNames: ['service', 'services'],
    icon: ['resource/AmazonElasticContainerServiceService', 'ecs_service'],
    arns: [['ecs', /^service\/.+$/]],
    inSettings: true,
    rolesOfAws: ['services[].roleArn'],
    onlyOwnRoles: { launchType: ['FARGATE'], capacityProviders: ['FARGATE', 'FARGATE_SPOT'] },
    picture: {
      box: { tier: 'application', within: 'subnet', card: 'in its cluster', shelf: 'Containers' },
      flow: 'caller',
    },
    normalState: 'active',
    conditions: [
      { property: 'scaledToZero', value: true, words: 'scaled to zero' },
      { property: 'noTasksRunning', value: true, words: 'not running' },
    ],
    exposedBy: { rule: 'publicly accessible', by: 'public addresses of tasks', idle: ['INACTIVE', 'DRAINING'] },
    neededBy: { verb: 'associated with', effect: 'breaks', type: 'AWS::ServiceDiscovery::Service' },
  },
  'AWS::ECS::Cluster': {
    names: ['ECS cluster', 'ECS clusters'],
    shortNames: ['cluster', 'clusters'],
    icon: ['architecture-service/AmazonElasticContainerService', 'ecs'],
    arns: [['ecs', /^cluster\/.+$/]],
    inSettings: true,
    settingWords: ['CLUSTER', 'ECS', 'ECS CLUSTER'],
    picture: {
      box: {
        tier: 'application',
        shelf: 'Containers',
        shownBy: { type: 'AWS::ECS::Service', by: ['other', 'contained in'] },
      },
      words: 'shown in service labels',
    },
    normalState: 'active',
    applications: 'cluster',
  },
  'AWS::ECS::TaskDefinition': {
    names: ['ECS task definition', 'ECS task definitions'],
    shortNames: ['task definition', 'task definitions'],
    icon: ['resource/AmazonElasticContainerServiceTask', 'ecs_task'],
    arns: [['ecs', /^task-definition\/.+$/]],
    rolesOfAws: ['taskDefinition.executionRoleArn'],
    picture: { line: { from: ['other', 'uses'], to: [['own', 'uses']], via: 'task definition' } },
    walk: 'through',
  },
})
