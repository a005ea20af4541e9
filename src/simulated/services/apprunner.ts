/** App Runner: services and VPC connectors. */
import type { Service, VpcConnector } from '@aws-sdk/client-apprunner'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly appRunner?: Lists<{ services: Service; vpcConnectors: VpcConnector }>
  }
}

export const service = defineService('appRunner', () => import('@aws-sdk/client-apprunner'), {
  pages: { largest: 100, usual: 'all', error: 'InvalidRequestException' },
})({
  ListServices: { list: 'services', denied: '*', pages: { largest: 20 } },
  DescribeService: { one: 'services', notFound: 'ResourceNotFoundException' },
  ListVpcConnectors: { list: 'vpcConnectors', denied: '*' },
})
