import type { JobDefinition, KeyValuePair, Secret } from '@aws-sdk/client-batch'
import { defineCollector } from '../../collector.ts'
import { parameterName } from '../../references/arn.ts'
import { imageRepository } from '../../references/image-repository.ts'
import { namedTypes } from '../../references/named-resources.ts'
import { resourcesOfProgram } from '../program-resources.ts'
import { programHosts, settingNames } from '../program-settings.ts'
import { batch } from './compute-environment.ts'

/** The container properties of ECS and EC2 jobs. EKS jobs use other names. */
type Container = {
  readonly image?: string | undefined
  readonly environment?: KeyValuePair[] | undefined
  readonly secrets?: Secret[] | undefined
}

/**
 * Collects the latest active revision of each, with its name as identifier, because others name any revision. Earlier revisions stay active until they are deregistered.
 */
export const jobDefinition = defineCollector({
  type: 'AWS::Batch::JobDefinition',
  count: 'batchJobDefinitions',
  scope: 'regional',
  permissions: ['batch:DescribeJobDefinitions'],
  service: batch,
  hosts: programHosts,
  names: settingNames,
  async *pages({ sdk, client }) {
    const last = new Map<string, JobDefinition>()
    for await (const page of sdk.paginateDescribeJobDefinitions({ client, pageSize: 100 }, { status: 'ACTIVE' })) {
      for (const definition of page.jobDefinitions ?? []) {
        const { jobDefinitionName = '', revision = 0 } = definition
        if (revision > (last.get(jobDefinitionName)?.revision ?? -1)) last.set(jobDefinitionName, definition)
      }
    }
    yield [...last.values()]
  },
  items: (definitions) => definitions,
  resource: (definition) => ({
    id: definition.jobDefinitionName,
    arn: definition.jobDefinitionArn,
    name: definition.jobDefinitionName,
    tags: definition.tags ?? {},
    properties: {
      jobType: definition.type,
      revision: definition.revision,
      orchestration: definition.containerOrchestrationType,
      platformCapabilities: definition.platformCapabilities?.toSorted(),
    },
  }),
  relations: [
    {
      verb: 'uses',
      types: ['AWS::IAM::Role'],
      field: 'jobDefinitions[].containerProperties.jobRoleArn',
      arns: (definition) => workloads(definition).map(({ role }) => role),
    },
    {
      verb: 'uses',
      types: ['AWS::IAM::Role'],
      field: 'jobDefinitions[].containerProperties.executionRoleArn',
      arns: (definition) => {
        // Of two equal relations, only one stays: the one that tells what jobs may do.
        const own = new Set(workloads(definition).map(({ role }) => role))
        return workloads(definition).flatMap(({ executionRole }) => (own.has(executionRole) ? [] : [executionRole]))
      },
    },
    {
      verb: 'uses',
      type: 'AWS::ECR::Repository',
      field: 'jobDefinitions[].containerProperties.image',
      targets: (definition, context) => containersOf(definition).map(({ image }) => imageRepository(image, context)),
    },
    {
      verb: 'uses',
      types: ['AWS::SecretsManager::Secret'],
      field: 'jobDefinitions[].containerProperties.secrets[].valueFrom',
      arns: (definition) => secretSources(definition),
    },
    {
      verb: 'uses',
      type: 'AWS::SSM::Parameter',
      field: 'jobDefinitions[].containerProperties.secrets[].valueFrom',
      targets: (definition, context) => secretSources(definition).map((source) => parameterName(source, context)),
    },
    {
      verb: 'uses',
      types: namedTypes,
      field: 'jobDefinitions[].containerProperties.environment[].value',
      references: (definition, context) =>
        resourcesOfProgram(
          containersOf(definition)
            .flatMap(({ environment }) => environment ?? [])
            .map(({ name = '', value = '' }) => ({ name, value })),
          context,
        ),
    },
  ],
})

/** The workloads of a single container, of the nodes of a cluster, or of tasks. */
function workloads({ containerProperties, nodeProperties, ecsProperties }: JobDefinition) {
  const ranges = nodeProperties?.nodeRangeProperties ?? []
  const containers = [containerProperties, ...ranges.map(({ container }) => container)].filter(
    (one) => one !== undefined,
  )
  const tasks = [ecsProperties, ...ranges.map((range) => range.ecsProperties)].flatMap(
    (properties) => properties?.taskProperties ?? [],
  )
  return [
    ...containers.map((container) => ({
      role: container.jobRoleArn,
      executionRole: container.executionRoleArn,
      containers: [container],
    })),
    ...tasks.map((task) => ({
      role: task.taskRoleArn,
      executionRole: task.executionRoleArn,
      containers: task.containers ?? [],
    })),
  ]
}

function containersOf(definition: JobDefinition): readonly Container[] {
  const pods = definition.eksProperties?.podProperties?.containers ?? []
  return [
    ...workloads(definition).flatMap(({ containers }): readonly Container[] => containers),
    ...pods.map(({ image, env }): Container => ({ image, environment: env })),
  ]
}

/** Names or ARNs of parameters, and ARNs of secrets. */
function secretSources(definition: JobDefinition): readonly (string | undefined)[] {
  return containersOf(definition)
    .flatMap(({ secrets }) => secrets ?? [])
    .map(({ valueFrom }) => valueFrom)
}
