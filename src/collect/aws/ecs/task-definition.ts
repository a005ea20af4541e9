import type { ContainerDefinition, TaskDefinition } from '@aws-sdk/client-ecs'
import { parameterName } from '../../references/arn.ts'
import { defineCollector, from } from '../../collector.ts'
import { imageRepository } from '../../references/image-repository.ts'
import { tagRecord } from '../../properties/tags.ts'
import { platformHosts } from '../platform-hosts.ts'
import { namedTypes } from '../../references/named-resources.ts'
import { resourcesOfProgram } from '../program-resources.ts'
import { programHosts, settingNames } from '../program-settings.ts'
import { ecs } from './cluster.ts'
import { ecsService } from './service.ts'
import { connectedServices, namesInNamespaces } from './service-connect.ts'

/** Collects the revisions that services run. A region may have a million unused ones. */
export const taskDefinition = defineCollector({
  type: 'AWS::ECS::TaskDefinition',
  count: 'taskDefinitions',
  scope: 'regional',
  permissions: ['ecs:DescribeTaskDefinition'],
  service: ecs,
  hosts: [...programHosts, ...platformHosts],
  names: [...settingNames, namesInNamespaces],
  inputs: from(ecsService, (service) => service.taskDefinition),
  // One call for each, because AWS describes only one per call.
  pages: ({ sdk, client }, taskDefinitions) =>
    taskDefinitions.map((taskDefinition) =>
      client.send(new sdk.DescribeTaskDefinitionCommand({ taskDefinition, include: ['TAGS'] })),
    ),
  items: ({ taskDefinition, tags }) => (taskDefinition === undefined ? [] : [{ definition: taskDefinition, tags }]),
  resource: ({ definition, tags }) => ({
    id: definition.taskDefinitionArn,
    arn: definition.taskDefinitionArn,
    name: `${definition.family}:${definition.revision}`,
    tags: tagRecord(tags),
    properties: {
      status: definition.status,
      networkMode: definition.networkMode,
      cpu: definition.cpu,
      memoryMib: definition.memory,
      requiresCompatibilities: definition.requiresCompatibilities?.toSorted(),
      cpuArchitecture: definition.runtimePlatform?.cpuArchitecture,
      containers: definition.containerDefinitions?.map(({ name = null, image = null }) => ({ name, image })),
    },
  }),
  relations: [
    {
      verb: 'uses',
      types: ['AWS::IAM::Role'],
      field: 'taskDefinition.taskRoleArn',
      arns: ({ definition }) => definition.taskRoleArn,
    },
    {
      verb: 'uses',
      types: ['AWS::IAM::Role'],
      field: 'taskDefinition.executionRoleArn',
      arns: ({ definition: { executionRoleArn, taskRoleArn } }) =>
        // Of two equal relations, only one stays: the one that tells what tasks may do.
        executionRoleArn === taskRoleArn ? undefined : executionRoleArn,
    },
    {
      verb: 'uses',
      type: 'AWS::ECR::Repository',
      field: 'taskDefinition.containerDefinitions[].image',
      targets: ({ definition }, context) =>
        definition.containerDefinitions?.map(({ image }) => imageRepository(image, context)),
    },
    {
      verb: 'uses',
      types: ['AWS::SecretsManager::Secret'],
      field: 'taskDefinition.containerDefinitions[].secrets[].valueFrom',
      arns: ({ definition }) => secretSources(definition),
    },
    {
      verb: 'uses',
      type: 'AWS::SSM::Parameter',
      field: 'taskDefinition.containerDefinitions[].secrets[].valueFrom',
      targets: ({ definition }, context) => secretSources(definition).map((source) => parameterName(source, context)),
    },
    {
      verb: 'uses',
      type: 'AWS::EFS::FileSystem',
      field: 'taskDefinition.volumes[].efsVolumeConfiguration.fileSystemId',
      targets: ({ definition }) =>
        definition.volumes?.map(({ efsVolumeConfiguration }) => efsVolumeConfiguration?.fileSystemId),
    },
    {
      verb: 'logs to',
      type: 'AWS::Logs::LogGroup',
      field: 'taskDefinition.containerDefinitions[].logConfiguration.options.awslogs-group',
      targets: ({ definition }, { region }) =>
        definition.containerDefinitions?.map((container) => logGroup(container, region)),
    },
    {
      verb: 'uses',
      types: namedTypes,
      field: 'taskDefinition.containerDefinitions[].environment[].value',
      references: ({ definition }, context) => {
        const settings = (definition.containerDefinitions ?? [])
          .flatMap(({ environment }) => environment ?? [])
          .map(({ name = '', value = '' }) => ({ name, value }))
        return [
          ...resourcesOfProgram(settings, context),
          ...connectedServices(definition.taskDefinitionArn, settings, context.resourcesNamed),
        ]
      },
    },
  ],
})

/** Names or ARNs of parameters, and ARNs of secrets. */
function secretSources({ containerDefinitions = [] }: TaskDefinition): readonly (string | undefined)[] {
  return containerDefinitions.flatMap(({ secrets }) => secrets ?? []).map(({ valueFrom }) => valueFrom)
}

function logGroup({ logConfiguration }: ContainerDefinition, region: string): string | undefined {
  const { 'awslogs-group': group, 'awslogs-region': groupRegion = region } = logConfiguration?.options ?? {}
  return groupRegion === region ? group : undefined
}
