import { defineCollector } from '../../collector.ts'
import { cloudWatch } from '../services.ts'
import { alarmsOfRule } from './alarms-of-rule.ts'

export const compositeAlarm = defineCollector({
  type: 'AWS::CloudWatch::CompositeAlarm',
  count: 'compositeAlarms',
  scope: 'regional',
  permissions: ['cloudwatch:DescribeAlarms'],
  service: cloudWatch,
  tagged: 'cloudwatch:alarm',
  pages: ({ sdk, client }) => sdk.paginateDescribeAlarms({ client, pageSize: 100 }, { AlarmTypes: ['CompositeAlarm'] }),
  items: (page) => page.CompositeAlarms,
  resource: (alarm) => ({
    id: alarm.AlarmName,
    arn: alarm.AlarmArn,
    name: alarm.AlarmName,
    properties: {
      description: alarm.AlarmDescription,
      rule: alarm.AlarmRule,
      actionsEnabled: alarm.ActionsEnabled,
    },
  }),
  relations: [
    {
      verb: 'associated with',
      type: 'AWS::CloudWatch::Alarm',
      field: 'CompositeAlarms[].AlarmRule',
      targets: (alarm) => alarmsOfRule(alarm.AlarmRule),
    },
    {
      verb: 'invokes',
      types: ['AWS::SNS::Topic'],
      field: 'CompositeAlarms[].AlarmActions[]',
      arns: (alarm) => alarm.AlarmActions,
    },
  ],
})
