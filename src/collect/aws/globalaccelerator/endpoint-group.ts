import type { EndpointGroup } from '@aws-sdk/client-global-accelerator'
import { defineCollector, from } from '../../collector.ts'
import { globalAccelerator } from './accelerator.ts'
import { acceleratorListener } from './listener.ts'

/** Collects the endpoint groups of all accelerators with endpoints in the scanned region. */
export const endpointGroup = defineCollector({
  type: 'AWS::GlobalAccelerator::EndpointGroup',
  count: 'acceleratorEndpointGroups',
  scope: 'global',
  permissions: ['globalaccelerator:ListEndpointGroups'],
  service: globalAccelerator,
  inputs: from(acceleratorListener, ({ ListenerArn }) => ListenerArn),
  // One call per listener, because AWS lists the endpoint groups of one listener at a time.
  pages: ({ sdk, client }, [ListenerArn]) => sdk.paginateListEndpointGroups({ client, pageSize: 100 }, { ListenerArn }),
  items: (page, { region }) => page.EndpointGroups?.filter(({ EndpointGroupRegion }) => EndpointGroupRegion === region),
  resource: (group) => ({
    id: group.EndpointGroupArn,
    arn: group.EndpointGroupArn,
    properties: {
      region: group.EndpointGroupRegion,
      trafficDialPercentage: group.TrafficDialPercentage,
      healthCheckProtocol: group.HealthCheckProtocol,
      healthCheckPort: group.HealthCheckPort,
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::GlobalAccelerator::Listener',
      field: 'EndpointGroups[].EndpointGroupArn',
      targets: (group) => group.EndpointGroupArn?.split('/endpoint-group/')[0],
    },
    {
      verb: 'routes to',
      types: ['AWS::ElasticLoadBalancingV2::LoadBalancer'],
      field: 'EndpointGroups[].EndpointDescriptions[].EndpointId',
      arns: (group) => group.EndpointDescriptions?.map(({ EndpointId }) => EndpointId),
    },
    {
      verb: 'routes to',
      type: 'AWS::EC2::Instance',
      field: 'EndpointGroups[].EndpointDescriptions[].EndpointId',
      targets: (group) => endpoints(group, 'i-'),
    },
    {
      verb: 'routes to',
      type: 'AWS::EC2::EIP',
      field: 'EndpointGroups[].EndpointDescriptions[].EndpointId',
      targets: (group) => endpoints(group, 'eipalloc-'),
    },
  ],
})

/** Load balancers are named by ARNs, instances and addresses by identifiers. */
function endpoints(group: EndpointGroup, prefix: string): readonly string[] | undefined {
  return group.EndpointDescriptions?.flatMap(({ EndpointId }) => (EndpointId?.startsWith(prefix) ? EndpointId : []))
}
