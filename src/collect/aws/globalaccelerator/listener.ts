import { defineCollector, from } from '../../collector.ts'
import { accelerator, globalAccelerator } from './accelerator.ts'

export const acceleratorListener = defineCollector({
  type: 'AWS::GlobalAccelerator::Listener',
  count: 'acceleratorListeners',
  scope: 'global',
  keep: 'pointed to',
  permissions: ['globalaccelerator:ListListeners'],
  service: globalAccelerator,
  inputs: from(accelerator, ({ AcceleratorArn }) => AcceleratorArn),
  // One call per accelerator, because AWS lists the listeners of one accelerator at a time.
  pages: ({ sdk, client }, [AcceleratorArn]) =>
    sdk.paginateListListeners({ client, pageSize: 100 }, { AcceleratorArn }),
  items: (page) => page.Listeners,
  resource: (listener) => ({
    id: listener.ListenerArn,
    arn: listener.ListenerArn,
    properties: {
      protocol: listener.Protocol,
      ports: listener.PortRanges?.map(({ FromPort, ToPort }) => `${FromPort}-${ToPort}`),
      clientAffinity: listener.ClientAffinity,
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::GlobalAccelerator::Accelerator',
      field: 'Listeners[].ListenerArn',
      targets: (listener) => listener.ListenerArn?.split('/listener/')[0],
    },
  ],
})
