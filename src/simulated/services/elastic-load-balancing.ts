/** Elastic Load Balancing, first generation: load balancers and their tags. */
import * as module from '@aws-sdk/client-elastic-load-balancing'
import type {
  DescribeAccessPointsInput,
  DescribeAccessPointsOutput,
  DescribeTagsInput,
  DescribeTagsOutput,
  LoadBalancerDescription,
} from '@aws-sdk/client-elastic-load-balancing'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient, operation } from '../service.ts'
import type { SimulatedService } from '../service.ts'

const notFound = (name: string) =>
  new ProviderError('LoadBalancerNotFound', `There is no ACTIVE Load Balancer named '${name}'`)

/** "The names of the load balancers": at most 20. */
const maximumTaggedBalancers = 20

export const service: SimulatedService = {
  iamPrefix: 'elasticloadbalancing',
  module,
  client: new module.ElasticLoadBalancingClient(idleClient),
  operations: {
    DescribeLoadBalancers: listOperation<
      DescribeAccessPointsInput,
      DescribeAccessPointsOutput,
      LoadBalancerDescription
    >({
      items: ({ regionData }) => regionData.elasticLoadBalancing?.loadBalancers,
      identifiers: [{ parameter: 'LoadBalancerNames', of: (item) => [item.LoadBalancerName], notFound }],
      paging: {
        token: 'Marker',
        size: 'PageSize',
        minimum: 1,
        maximum: 400,
        default: 400,
        badToken: (token) => new ProviderError('ValidationError', `Invalid marker '${token}'`),
        badSize: (size) => new ProviderError('ValidationError', `Page size '${size}' must be between 1 and 400`),
      },
      answer: (items, NextMarker) => ({ LoadBalancerDescriptions: [...items], NextMarker }),
    }),

    DescribeTags: operation<DescribeTagsInput, DescribeTagsOutput>({
      parameters: ['LoadBalancerNames'],
      answer({ LoadBalancerNames: names = [] }, { regionData }) {
        const { loadBalancers = [], tags = {} } = regionData.elasticLoadBalancing ?? {}
        if (names.length === 0 || names.length > maximumTaggedBalancers) {
          throw new ProviderError('ValidationError', `Between 1 and ${maximumTaggedBalancers} names can be given`)
        }
        const missing = names.find((name) => !loadBalancers.some((item) => item.LoadBalancerName === name))
        if (missing !== undefined) throw notFound(missing)
        return {
          TagDescriptions: names.map((LoadBalancerName) => ({
            LoadBalancerName,
            Tags: [...(tags[LoadBalancerName] ?? [])],
          })),
        }
      },
    }),
  },
}
