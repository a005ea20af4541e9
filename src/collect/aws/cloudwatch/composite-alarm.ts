import { defineCollector, from } from '../../collector.ts'
import { alarm, cloudWatch } from './alarm.ts'
import { alarmsOfRule } from './alarms-of-rule.ts'

/** Collects composite alarms from the alarm list, without own calls. */
export const compositeAlarm = defineCollector({
  type: 'AWS::CloudWatch::CompositeAlarm',
  count: 'compositeAlarms',
  scope: 'regional',
  permissions: ['cloudwatch:DescribeAlarms'],
  service: cloudWatch,
  inputs: from(alarm, ({ composite }) => composite, 100),
  pages: (_context, alarms) => [alarms],
  items: (alarms) => alarms,
  resource: (composite) => ({
    id: composite.AlarmName,
    arn: composite.AlarmArn,
    name: composite.AlarmName,
    properties: {
      description: composite.AlarmDescription,
      rule: composite.AlarmRule,
      actionsEnabled: composite.ActionsEnabled,
    },
  }),
  relations: [
    {
      verb: 'associated with',
      type: 'AWS::CloudWatch::Alarm',
      field: 'CompositeAlarms[].AlarmRule',
      targets: (composite) => alarmsOfRule(composite.AlarmRule),
    },
    {
      verb: 'invokes',
      types: ['AWS::SNS::Topic'],
      field: 'CompositeAlarms[].AlarmActions[]',
      arns: (composite) => composite.AlarmActions,
    },
  ],
})
