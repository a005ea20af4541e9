import { defineService, globalAcceleratorRegions } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'

export const globalAccelerator = defineService(
  'globalaccelerator',
  () => import('@aws-sdk/client-global-accelerator'),
  (sdk) => sdk.GlobalAcceleratorClient,
  globalAcceleratorRegions,
)

/** Collects accelerators with an endpoint group in the scanned region. */
export const accelerator = defineCollector({
  type: 'AWS::GlobalAccelerator::Accelerator',
  count: 'accelerators',
  scope: 'global',
  keep: 'pointed to',
  permissions: ['globalaccelerator:ListAccelerators'],
  service: globalAccelerator,
  pages: ({ sdk, client }) => sdk.paginateListAccelerators({ client, pageSize: 100 }, {}),
  items: (page) => page.Accelerators,
  resource: (accelerator) => ({
    id: accelerator.AcceleratorArn,
    arn: accelerator.AcceleratorArn,
    name: accelerator.Name,
    properties: {
      status: accelerator.Status,
      enabled: accelerator.Enabled,
      ipAddressType: accelerator.IpAddressType,
      ipAddresses: accelerator.IpSets?.flatMap(({ IpAddresses }) => IpAddresses ?? []).toSorted(),
      dnsName: accelerator.DnsName,
    },
  }),
})
