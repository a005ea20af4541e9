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
    by: { taskDefinition: ({ taskDefinitionArn, family, revision }) => [taskDefinitionArn, `${family}:${revision}`] },
    notFound: ['ClientException', 400, 'Unable to describe task definition.'],
    parameters: ['include'],
    item: ({ tags = [], ...taskDefinition }, _data, { include = [] }) => ({
      taskDefinition,
      ...(include.includes('TAGS') && { tags }),
    }),
  },
})
