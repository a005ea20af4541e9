/** Cloud Map: namespaces and their services. */
import type { NamespaceSummary, ServiceSummary } from '@aws-sdk/client-servicediscovery'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly serviceDiscovery?: Lists<
      { namespaces: NamespaceSummary },
      /** By namespace. */
      { services: ServiceSummary }
    >
  }
}

export const service = defineService('serviceDiscovery', () => import('@aws-sdk/client-servicediscovery'), {
  pages: { largest: 100, error: 'InvalidInput' },
})({
  ListNamespaces: { list: 'namespaces' },
  ListServices: {
    parameters: ['Filters'],
    gather: ({ services = {} }, { Filters = [] }) =>
      Filters.length === 0
        ? Object.values(services).flat()
        : Filters.flatMap(({ Values = [] }) => Values.flatMap((id) => services[id] ?? [])),
  },
})
