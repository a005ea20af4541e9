import type { CompositeAlarm, DescribeAlarmsCommandOutput, MetricAlarm } from '@aws-sdk/client-cloudwatch'
import { defineService } from '../../../cloud/service.ts'
import type { Place } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import type { RelationRule } from '../../relation-rule.ts'
import { metricTargets, watchedTypes } from './metric-targets.ts'

export const cloudWatch = defineService(
  'cloudwatch',
  () => import('@aws-sdk/client-cloudwatch'),
  (sdk) => sdk.CloudWatchClient,
)

/** One list returns both kinds. */
type Alarm = { readonly metric?: MetricAlarm; readonly composite?: CompositeAlarm }

const watches: readonly RelationRule<Alarm, Place>[] = watchedTypes.map((watched) => ({
  verb: 'associated with',
  type: watched.type,
  field: 'MetricAlarms[].Dimensions[].Value',
  targets: ({ metric = {} }, place) => metricTargets(metric, watched, place),
}))

/**
 * Collects metric alarms. Its list includes composite alarms, which are read from its items. The alarm state changes
 * frequently and isn't stored.
 */
export const alarm = defineCollector({
  type: 'AWS::CloudWatch::Alarm',
  count: 'alarms',
  scope: 'regional',
  permissions: ['cloudwatch:DescribeAlarms'],
  service: cloudWatch,
  pages: ({ sdk, client }) =>
    sdk.paginateDescribeAlarms({ client, pageSize: 100 }, { AlarmTypes: ['MetricAlarm', 'CompositeAlarm'] }),
  items: ({ MetricAlarms = [], CompositeAlarms = [] }: DescribeAlarmsCommandOutput): readonly Alarm[] => [
    ...MetricAlarms.map((metric) => ({ metric })),
    ...CompositeAlarms.map((composite) => ({ composite })),
  ],
  ofType: ({ metric }) => metric !== undefined,
  resource: ({ metric: alarm = {} }) => ({
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
      arns: ({ metric }) => metric?.AlarmActions,
    },
    {
      verb: 'invokes',
      types: ['AWS::AutoScaling::AutoScalingGroup', 'AWS::Lambda::Function', 'AWS::SNS::Topic'],
      field: 'MetricAlarms[].OKActions[]',
      arns: ({ metric }) => metric?.OKActions,
    },
  ],
})
