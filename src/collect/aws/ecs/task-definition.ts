import type { ContainerDefinition, TaskDefinition } from '@aws-sdk/client-ecs'
import { isForeignArn, parameterName } from '../../references/arn.ts'
import { defineCollector, from } from '../../collector.ts'
import { imageRepository } from '../../references/image-repository.ts'
import { tagRecord } from '../../properties/tags.ts'
import { platformHosts } from '../platform-hosts.ts'
import { namedTypes } from '../../references/named-resources.ts'
import { resourcesOfProgram } from '../program-resources.ts'
import { programHosts, settingNames } from '../program-settings.ts'
import { rule, startedTasks as tasksOfRule } from '../events/rule.ts'
import { schedule } from '../scheduler/schedule.ts'
import { startedTasks as tasksOfMachine, stateMachine } from '../states/state-machine.ts'
import { ecs } from './cluster.ts'
import { ecsService } from './service.ts'
import { connectedServices, namesInNamespaces } from './service-connect.ts'

/**
 * Collects the revisions that services run, and those that state machines, rules, and schedules start. A region may have
 * a million unused ones. What starts the latest revision names none, and so does the identifier of that one.
 */
export const taskDefinition = defineCollector({
  type: 'AWS::ECS::TaskDefinition',
  count: 'taskDefinitions',
  scope: 'regional',
  permissions: ['ecs:DescribeTaskDefinition'],
  service: ecs,
  hosts: [...programHosts, ...platformHosts],
  names: [...settingNames, namesInNamespaces],
  inputs: {
    ...from(ecsService, (service) => service.taskDefinition),
    more: [
      from(stateMachine, tasksOfMachine),
      from(rule, tasksOfRule),
      from(schedule, ({ startedTask }) => startedTask),
    ],
  },
  // One call for each, because AWS describes only one per call.
  pages: ({ sdk, client, region, accountNumber }, named) =>
    named
      .filter((arn) => !isForeignArn(arn, { region, accountNumber }))
      .map(async (arn) => {
        const taskDefinition = latestOf(arn) ?? arn
        const answer = await client.send(new sdk.DescribeTaskDefinitionCommand({ taskDefinition, include: ['TAGS'] }))
        return { ...answer, arn }
      }),
  items: ({ arn, taskDefinition, tags }) =>
    taskDefinition === undefined ? [] : [{ arn, definition: taskDefinition, tags }],
  resource: ({ arn, definition, tags }) => ({
    id: latestOf(arn) === undefined ? definition.taskDefinitionArn : arn,
    arn: latestOf(arn) === undefined ? definition.taskDefinitionArn : arn,
    name: latestOf(arn) ?? `${definition.family}:${definition.revision}`,
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

/** The family in an ARN without a revision. AWS describes the latest one of a family. */
function latestOf(arn: string): string | undefined {
  return /:task-definition\/([^:]+)$/.exec(arn)?.[1]
}

/** Names or ARNs of parameters, and ARNs of secrets. */
function secretSources({ containerDefinitions = [] }: TaskDefinition): readonly (string | undefined)[] {
  return containerDefinitions.flatMap(({ secrets }) => secrets ?? []).map(({ valueFrom }) => valueFrom)
}

function logGroup({ logConfiguration }: ContainerDefinition, region: string): string | undefined {
  const { 'awslogs-group': group, 'awslogs-region': groupRegion = region } = logConfiguration?.options ?? {}
  return groupRegion === region ? group : undefined
}
