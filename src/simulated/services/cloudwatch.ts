/** CloudWatch: alarms. */
import * as module from '@aws-sdk/client-cloudwatch'
import type { CompositeAlarm, DescribeAlarmsInput, DescribeAlarmsOutput, MetricAlarm } from '@aws-sdk/client-cloudwatch'
import { listOperation } from '../list-operation.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'
import { usualPaging } from '../usual-paging.ts'

type Alarm =
  | { readonly type: 'MetricAlarm'; readonly alarm: MetricAlarm }
  | { readonly type: 'CompositeAlarm'; readonly alarm: CompositeAlarm }

export const service: SimulatedService = {
  iamPrefix: 'cloudwatch',
  module,
  client: new module.CloudWatchClient(idleClient),
  operations: {
    DescribeAlarms: listOperation<DescribeAlarmsInput, DescribeAlarmsOutput, Alarm>({
      deniedResource: ({ accountId, region }) => `arn:aws:cloudwatch:${region}:${accountId}:alarm:*`,
      parameters: ['AlarmTypes'],
      items: ({ regionData }) => [
        ...(regionData.cloudWatch?.metricAlarms ?? []).map((alarm) => ({ type: 'MetricAlarm' as const, alarm })),
        ...(regionData.cloudWatch?.compositeAlarms ?? []).map((alarm) => ({ type: 'CompositeAlarm' as const, alarm })),
      ],
      // "If you omit this parameter, only metric alarms are returned."
      narrow: (items, { AlarmTypes = ['MetricAlarm'] }) => items.filter(({ type }) => AlarmTypes.includes(type)),
      paging: usualPaging<DescribeAlarmsInput>({
        token: 'NextToken',
        size: 'MaxRecords',
        maximum: 100,
        default: 50,
        badToken: 'InvalidNextToken',
      }),
      answer: (items, NextToken) => ({
        MetricAlarms: items.flatMap(({ type, alarm }) => (type === 'MetricAlarm' ? [alarm] : [])),
        CompositeAlarms: items.flatMap(({ type, alarm }) => (type === 'CompositeAlarm' ? [alarm] : [])),
        NextToken,
      }),
    }),
  },
}
