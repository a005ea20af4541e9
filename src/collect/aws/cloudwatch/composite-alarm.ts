import { defineCollector } from '../../collector.ts'
import { cloudWatch } from '../services.ts'

export const compositeAlarm = defineCollector({
  type: 'AWS::CloudWatch::CompositeAlarm',
  count: 'compositeAlarms',
  scope: 'regional',
  permissions: ['cloudwatch:DescribeAlarms'],
  service: cloudWatch,
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
      targets: (alarm) => alarmNames(alarm.AlarmRule),
    },
    {
      verb: 'invokes',
      types: ['AWS::SNS::Topic'],
      field: 'CompositeAlarms[].AlarmActions[]',
      arns: (alarm) => alarm.AlarmActions,
    },
  ],
})

/** A rule names alarms in functions of their state, e.g. `ALARM("orders late") OR NOT OK(payments)`, by name or ARN. */
function alarmNames(rule: string | undefined): readonly string[] {
  const functions = (rule ?? '').matchAll(
    /\b(?:ALARM|OK|INSUFFICIENT_DATA)\s*\(\s*(?:"([^"]+)"|'([^']+)'|([^)\s]+))\s*\)/g,
  )
  return [...functions].flatMap(([, double, single, bare]) => {
    const name = double ?? single ?? bare
    return name?.replace(/^arn:[^:]+:cloudwatch:[^:]*:[^:]*:alarm:/, '') ?? []
  })
}
