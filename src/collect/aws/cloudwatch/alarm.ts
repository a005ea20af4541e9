import type { DescribeAlarmsCommandOutput, MetricAlarm } from '@aws-sdk/client-cloudwatch'
import type { Place } from '../../arn.ts'
import { defineCollector } from '../../collector.ts'
import type { RelationRule } from '../../relation-rule.ts'
import { cloudWatch } from '../services.ts'
import { metricTargets, watchedTypes } from './metric-targets.ts'

const watches: readonly RelationRule<MetricAlarm, Place>[] = watchedTypes.map(({ dimension, type }) => ({
  verb: 'associated with',
  type,
  field: 'MetricAlarms[].Dimensions[].Value',
  targets: (alarm, place) => metricTargets(alarm, dimension, place),
}))

/** Whether an alarm is on changes by itself and is not kept. */
export const alarm = defineCollector({
  type: 'AWS::CloudWatch::Alarm',
  count: 'alarms',
  scope: 'regional',
  permissions: ['cloudwatch:DescribeAlarms'],
  service: cloudWatch,
  tagged: 'cloudwatch:alarm',
  pages: ({ sdk, client }) => sdk.paginateDescribeAlarms({ client, pageSize: 100 }, { AlarmTypes: ['MetricAlarm'] }),
  items: (page: DescribeAlarmsCommandOutput) => page.MetricAlarms,
  resource: (alarm) => ({
    id: alarm.AlarmName,
    arn: alarm.AlarmArn,
    name: alarm.AlarmName,
    properties: {
      description: alarm.AlarmDescription,
      namespace: alarm.Namespace,
      metric: alarm.MetricName,
      statistic: alarm.Statistic ?? alarm.ExtendedStatistic,
      comparison: alarm.ComparisonOperator,
      threshold: alarm.Threshold,
      periodSeconds: alarm.Period,
      evaluationPeriods: alarm.EvaluationPeriods,
      actionsEnabled: alarm.ActionsEnabled,
    },
  }),
  relations: [
    ...watches,
    {
      verb: 'invokes',
      types: ['AWS::AutoScaling::AutoScalingGroup', 'AWS::Lambda::Function', 'AWS::SNS::Topic'],
      field: 'MetricAlarms[].AlarmActions[]',
      arns: (alarm) => alarm.AlarmActions,
    },
    {
      verb: 'invokes',
      types: ['AWS::AutoScaling::AutoScalingGroup', 'AWS::Lambda::Function', 'AWS::SNS::Topic'],
      field: 'MetricAlarms[].OKActions[]',
      arns: (alarm) => alarm.OKActions,
    },
  ],
})
