/** ECS: clusters, services, and task definitions. */
import type { Cluster, DescribeTaskDefinitionResponse, Service, TaskDefinition } from '@aws-sdk/client-ecs'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly ecs?: Lists<{
      clusters: Cluster
      services: Service
      taskDefinitions: TaskDefinition & Pick<DescribeTaskDefinitionResponse, 'tags'>
    }>
  }
}

const cluster = { list: 'clusters', by: { cluster: 'clusterArn' }, notFound: 'ClusterNotFoundException' } as const

export const service = defineService('ecs', () => import('@aws-sdk/client-ecs'), {
  pages: { largest: 100, error: 'InvalidParameterException' },
})({
  ListClusters: { list: 'clusters', item: 'clusterArn' },
  DescribeClusters: {
    list: 'clusters',
    by: { clusters: 'clusterArn' },
    most: 100,
    parameters: ['include'],
    narrow: (items, { include = [] }) =>
      items.map(({ tags, settings, configuration, ...item }) => ({
        ...item,
        ...(include.includes('TAGS') ? { tags } : {}),
        ...(include.includes('SETTINGS') ? { settings } : {}),
        ...(include.includes('CONFIGURATIONS') ? { configuration } : {}),
      })),
  },
  ListServices: { list: 'services', item: 'serviceArn', within: cluster, pages: { usual: 10 } },
  DescribeServices: {
    list: 'services',
    within: cluster,
    by: { services: 'serviceArn' },
    // "You may specify up to 10 services to describe in a single operation."
    most: 10,
    parameters: ['include'],
    narrow: (items, { include = [] }) =>
      items.map(({ tags, ...item }) => ({ ...item, ...(include.includes('TAGS') ? { tags } : {}) })),
  },
  DescribeTaskDefinition: {
    one: 'taskDefinitions',
    // "The family for the latest ACTIVE revision"
    by: {
      taskDefinition: ({ taskDefinitionArn, family, revision, status }) => [
        taskDefinitionArn,
        `${family}:${revision}`,
        ...(status === 'ACTIVE' ? [family] : []),
      ],
    },
    notFound: ['ClientException', 400, 'Unable to describe task definition.'],
    parameters: ['include'],
    item: (found, { taskDefinitions = [] }, { taskDefinition: named, include = [] }) => {
      const { tags = [], ...taskDefinition } = named === found.family ? latest(taskDefinitions, found) : found
      return { taskDefinition, ...(include.includes('TAGS') && { tags }) }
    },
  },
})

/** `found`: one of them. */
function latest<Of extends TaskDefinition>(all: readonly Of[], found: Of): Of {
  return all
    .filter(({ family, status }) => family === found.family && status === 'ACTIVE')
    .reduce((last, each) => ((each.revision ?? 0) > (last.revision ?? 0) ? each : last), found)
}
