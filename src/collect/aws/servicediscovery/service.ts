import type { NamespaceSummary, ServiceSummary } from '@aws-sdk/client-servicediscovery'
import { defineService } from '../../../cloud/service.ts'
import { defineCollector, type Hosts, hostsOf } from '../../collector.ts'

const serviceDiscovery = defineService(
  'servicediscovery',
  () => import('@aws-sdk/client-servicediscovery'),
  (sdk) => sdk.ServiceDiscoveryClient,
)

type ServiceOfNamespace = { readonly service: ServiceSummary; readonly namespace: NamespaceSummary }

/**
 * Collects the services of the account's own namespaces in Cloud Map, without their instances, which change with every
 * deployment.
 */
export const discoveryService = defineCollector({
  type: 'AWS::ServiceDiscovery::Service',
  count: 'discoveryServices',
  scope: 'regional',
  permissions: ['servicediscovery:ListServices', 'servicediscovery:ListNamespaces'],
  service: serviceDiscovery,
  pages: ({ sdk, client }) => sdk.paginateListNamespaces({ client, pageSize: 100 }, {}),
  // One list per namespace, because a service in a list doesn't include its namespace.
  async items({ Namespaces }, { sdk, client, each, accountNumber }): Promise<readonly ServiceOfNamespace[]> {
    const own = Namespaces?.filter(({ ResourceOwner = accountNumber }) => ResourceOwner === accountNumber)
    const services = await each(own, async (namespace) => {
      const { Id } = namespace
      const list = { Filters: [{ Name: 'NAMESPACE_ID' as const, Values: Id === undefined ? [] : [Id] }] }
      const pages = sdk.paginateListServices({ client, pageSize: 100 }, list)
      return (await Array.fromAsync(pages)).flatMap(({ Services = [] }) =>
        Services.map((service) => ({ service, namespace })),
      )
    })
    return services.flat()
  },
  resource: ({ service, namespace }) => ({
    id: service.Id,
    arn: service.Arn,
    name: service.Name,
    properties: {
      namespace: namespace.Name,
      namespaceType: namespace.Type,
      discovery: service.Type,
      recordTypes: service.DnsConfig?.DnsRecords?.flatMap(({ Type }) => Type ?? []).toSorted(),
      routingPolicy: service.DnsConfig?.RoutingPolicy,
    },
  }),
})

/** `<service>.<namespace>`, also of services without DNS: Service Connect lets clients call them by this name. */
export const discoveryHosts: Hosts = {
  ...hostsOf(discoveryService, ({ service, namespace }) => ({
    host: service.Name === undefined || namespace.Name === undefined ? undefined : `${service.Name}.${namespace.Name}`,
    id: service.Id,
  })),
  isPrivate: true,
}
