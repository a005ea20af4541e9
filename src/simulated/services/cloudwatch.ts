/** CloudWatch: alarms. */
import type { CompositeAlarm, MetricAlarm } from '@aws-sdk/client-cloudwatch'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly cloudWatch?: Lists<{ metricAlarms: MetricAlarm; compositeAlarms: CompositeAlarm }>
  }
}

export const service = defineService('cloudWatch', () => import('@aws-sdk/client-cloudwatch'), {
  signedFor: 'monitoring',
  pages: { largest: 100, usual: 50, badToken: 'InvalidNextToken' },
})({
  DescribeAlarms: {
    parameters: ['AlarmTypes'],
    // "If you omit this parameter, only metric alarms are returned."
    gather: ({ metricAlarms = [], compositeAlarms = [] }, { AlarmTypes = ['MetricAlarm'] }) => [
      ...(AlarmTypes.includes('MetricAlarm') ? metricAlarms : []),
      ...(AlarmTypes.includes('CompositeAlarm') ? compositeAlarms : []),
    ],
    page: (items, NextToken, _input, { metricAlarms = [], compositeAlarms = [] }) => ({
      MetricAlarms: metricAlarms.filter((alarm) => items.includes(alarm)),
      CompositeAlarms: compositeAlarms.filter((alarm) => items.includes(alarm)),
      NextToken,
    }),
    denied: 'alarm:*',
  },
})
