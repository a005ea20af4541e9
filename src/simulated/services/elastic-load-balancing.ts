/** Elastic Load Balancing, first generation: load balancers and their attributes. */
import * as module from '@aws-sdk/client-elastic-load-balancing'
import type {
  DescribeAccessPointsInput,
  DescribeAccessPointsOutput,
  DescribeLoadBalancerAttributesInput,
  DescribeLoadBalancerAttributesOutput,
  LoadBalancerDescription,
} from '@aws-sdk/client-elastic-load-balancing'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient, operation } from '../service.ts'
import type { SimulatedService } from '../service.ts'

const notFound = (name: string) =>
  new ProviderError('LoadBalancerNotFound', `There is no ACTIVE Load Balancer named '${name}'`)

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

    DescribeLoadBalancerAttributes: operation<
      DescribeLoadBalancerAttributesInput,
      DescribeLoadBalancerAttributesOutput
    >({
      parameters: ['LoadBalancerName'],
      answer({ LoadBalancerName: name = '' }, { regionData }) {
        const { loadBalancers = [], attributes = {} } = regionData.elasticLoadBalancing ?? {}
        if (!loadBalancers.some(({ LoadBalancerName }) => LoadBalancerName === name)) throw notFound(name)
        return { LoadBalancerAttributes: attributes[name] ?? { AccessLog: { Enabled: false } } }
      },
    }),
  },
}
