/** ECS: clusters, services and task definitions. */
import * as module from '@aws-sdk/client-ecs'
import type {
  Cluster,
  DescribeClustersRequest,
  DescribeClustersResponse,
  DescribeServicesRequest,
  DescribeServicesResponse,
  DescribeTaskDefinitionRequest,
  DescribeTaskDefinitionResponse,
  ListClustersRequest,
  ListClustersResponse,
  ListServicesRequest,
  ListServicesResponse,
  Service,
} from '@aws-sdk/client-ecs'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient, operation } from '../service.ts'
import type { OperationContext, SimulatedService } from '../service.ts'
import { usualPaging } from '../usual-paging.ts'

/** "You may specify up to 10 services to describe in a single operation", and up to 100 clusters. */
const [maximumServices, maximumClusters] = [10, 100]

const invalid = (message: string) => new ProviderError('InvalidParameterException', message)

function findCluster({ regionData }: OperationContext, cluster = 'default'): Cluster {
  const found = regionData.ecs?.clusters?.find((item) => [item.clusterArn, item.clusterName].includes(cluster))
  if (found === undefined) throw new ProviderError('ClusterNotFoundException', 'Cluster not found.')
  return found
}

/** Those that exist, and a failure for each other, as the describes answer. */
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

export const service: SimulatedService = {
  iamPrefix: 'ecs',
  module,
  client: new module.ECSClient(idleClient),
  operations: {
    ListClusters: listOperation<ListClustersRequest, ListClustersResponse, Cluster>({
      items: ({ regionData }) => regionData.ecs?.clusters,
      paging: usualPaging<ListClustersRequest>({
        token: 'nextToken',
        size: 'maxResults',
        maximum: 100,
        badToken: 'InvalidParameterException',
        badSize: 'InvalidParameterException',
      }),
      answer: (items, nextToken) => ({ clusterArns: items.flatMap(({ clusterArn }) => clusterArn ?? []), nextToken }),
    }),

    DescribeClusters: operation<DescribeClustersRequest, DescribeClustersResponse>({
      parameters: ['clusters', 'include'],
      answer({ clusters = ['default'], include = [] }, { regionData }) {
        if (clusters.length > maximumClusters) throw invalid(`clusters can have at most ${maximumClusters} items.`)
        const { chosen, failures } = choose(clusters, regionData.ecs?.clusters ?? [], (cluster) => [
          cluster.clusterArn,
          cluster.clusterName,
        ])
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
    }),

    ListServices: listOperation<ListServicesRequest, ListServicesResponse, Service>({
      parameters: ['cluster'],
      items(context, { cluster }) {
        const { clusterArn } = findCluster(context, cluster)
        return context.regionData.ecs?.services?.filter((item) => item.clusterArn === clusterArn)
      },
      paging: usualPaging<ListServicesRequest>({
        token: 'nextToken',
        size: 'maxResults',
        maximum: 100,
        default: 10,
        badToken: 'InvalidParameterException',
        badSize: 'InvalidParameterException',
      }),
      answer: (items, nextToken) => ({ serviceArns: items.flatMap(({ serviceArn }) => serviceArn ?? []), nextToken }),
    }),

    DescribeServices: operation<DescribeServicesRequest, DescribeServicesResponse>({
      parameters: ['cluster', 'services', 'include'],
      answer({ cluster, services = [], include = [] }, context) {
        if (services.length === 0) throw invalid('Services cannot be empty.')
        if (services.length > maximumServices) throw invalid(`services can have at most ${maximumServices} items.`)
        const { clusterArn } = findCluster(context, cluster)
        const members = (context.regionData.ecs?.services ?? []).filter((item) => item.clusterArn === clusterArn)
        const { chosen, failures } = choose(services, members, (item) => [item.serviceArn, item.serviceName])
        return {
          services: chosen.map(({ tags, ...item }) => ({ ...item, ...(include.includes('TAGS') ? { tags } : {}) })),
          failures,
        }
      },
    }),

    DescribeTaskDefinition: operation<DescribeTaskDefinitionRequest, DescribeTaskDefinitionResponse>({
      parameters: ['taskDefinition', 'include'],
      answer({ taskDefinition: wanted = '', include = [] }, { regionData }) {
        const { taskDefinitions = [], taskDefinitionTags = {} } = regionData.ecs ?? {}
        const taskDefinition = taskDefinitions.find(({ taskDefinitionArn, family, revision }) =>
          [taskDefinitionArn, `${family}:${revision}`].includes(wanted),
        )
        if (taskDefinition === undefined)
          throw new ProviderError('ClientException', 'Unable to describe task definition.')
        const tags = [...(taskDefinitionTags[taskDefinition.taskDefinitionArn ?? ''] ?? [])]
        return { taskDefinition, ...(include.includes('TAGS') ? { tags } : {}) }
      },
    }),
  },
}
