/** ECS: clusters, services, and task definitions. */
import type { Cluster, Service, Tag, TaskDefinition } from '@aws-sdk/client-ecs'
import { defineService } from '../define-service.ts'
import { ProviderError } from '../provider-error.ts'

type EcsData = {
  readonly clusters?: readonly Cluster[]
  readonly services?: readonly Service[]
  readonly taskDefinitions?: readonly TaskDefinition[]
  /** The tags of task definitions by ARN, because they aren't part of their descriptions. */
  readonly taskDefinitionTags?: Readonly<Record<string, readonly Tag[]>>
}

declare module '../world.ts' {
  interface RegionData {
    readonly ecs?: EcsData
  }
}

/** "You may specify up to 10 services to describe in a single operation", and up to 100 clusters. */
const [maximumServices, maximumClusters] = [10, 100]

const invalid = (message: string) => new ProviderError('InvalidParameterException', message)

function servicesOf({ clusters = [], services = [] }: EcsData, wanted = 'default'): readonly Service[] {
  const found = clusters.find(({ clusterArn, clusterName }) => [clusterArn, clusterName].includes(wanted))
  if (found === undefined) throw new ProviderError('ClusterNotFoundException', 'Cluster not found.')
  return services.filter(({ clusterArn }) => clusterArn === found.clusterArn)
}

/** Returns the existing ones, and a failure for each other one, like the describe operations. */
function choose<Item>(
  names: readonly string[],
  items: readonly Item[],
  namesOf: (item: Item) => readonly (string | undefined)[],
) {
  const found = names.map((name) => items.find((item) => namesOf(item).includes(name)))
  return {
    chosen: found.filter((item) => item !== undefined),
    failures: names.flatMap((arn, index) => (found[index] === undefined ? [{ arn, reason: 'MISSING' }] : [])),
  }
}

export const service = defineService(() => import('@aws-sdk/client-ecs'), {
  data: 'ecs',
  pages: { largest: 100, error: 'InvalidParameterException' },
})({
  ListClusters: { list: 'clusters', item: 'clusterArn' },
  DescribeClusters: {
    parameters: ['clusters', 'include'],
    answer({ clusters: wanted = ['default'], include = [] }, { clusters = [] }) {
      if (wanted.length > maximumClusters) throw invalid(`clusters can have at most ${maximumClusters} items.`)
      const { chosen, failures } = choose(wanted, clusters, ({ clusterArn, clusterName }) => [clusterArn, clusterName])
      return {
        clusters: chosen.map(({ tags, settings, configuration, ...cluster }) => ({
          ...cluster,
          ...(include.includes('TAGS') ? { tags } : {}),
          ...(include.includes('SETTINGS') ? { settings } : {}),
          ...(include.includes('CONFIGURATIONS') ? { configuration } : {}),
        })),
        failures,
      }
    },
  },
  ListServices: {
    parameters: ['cluster'],
    gather: (data, { cluster }) => servicesOf(data, cluster).flatMap(({ serviceArn }) => serviceArn ?? []),
    pages: { usual: 10 },
  },
  DescribeServices: {
    parameters: ['cluster', 'services', 'include'],
    answer({ cluster, services = [], include = [] }, data) {
      if (services.length === 0) throw invalid('Services cannot be empty.')
      if (services.length > maximumServices) throw invalid(`services can have at most ${maximumServices} items.`)
      const members = servicesOf(data, cluster)
      const { chosen, failures } = choose(services, members, ({ serviceArn, serviceName }) => [serviceArn, serviceName])
      return {
        services: chosen.map(({ tags, ...item }) => ({ ...item, ...(include.includes('TAGS') ? { tags } : {}) })),
        failures,
      }
    },
  },
  DescribeTaskDefinition: {
    one: 'taskDefinitions',
    by: { taskDefinition: ({ taskDefinitionArn, family, revision }) => [taskDefinitionArn, `${family}:${revision}`] },
    notFound: ['ClientException', 400, 'Unable to describe task definition.'],
    parameters: ['include'],
    item: (taskDefinition, { taskDefinitionTags = {} }, { include = [] }) => ({
      taskDefinition,
      ...(include.includes('TAGS') ? { tags: taskDefinitionTags[taskDefinition.taskDefinitionArn ?? ''] ?? [] } : {}),
    }),
  },
})
