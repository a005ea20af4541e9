/** EventBridge: buses, rules, and their targets. */
import type { DescribeEventBusResponse, Rule, Target } from '@aws-sdk/client-eventbridge'
import { defineService } from '../define-service.ts'
import { ProviderError } from '../provider-error.ts'
import type { OperationContext } from '../service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly eventBridge?: Lists<{ eventBuses: DescribeEventBusResponse; rules: Rule }, { targets: Target }>
  }
}

/** Every region has a default bus, even without other resources. */
function eventBuses({ account, region, regionData }: OperationContext): readonly DescribeEventBusResponse[] {
  const made = regionData.eventBridge?.eventBuses ?? []
  if (made.some(({ Name }) => Name === 'default')) return made
  return [{ Name: 'default', Arn: `arn:aws:events:${region}:${account.accountId}:event-bus/default` }, ...made]
}

function findBus(context: OperationContext, name = 'default'): DescribeEventBusResponse {
  const bus = eventBuses(context).find(({ Name, Arn }) => name === Name || name === Arn)
  if (bus === undefined) throw new ProviderError('ResourceNotFoundException', `Event bus ${name} does not exist.`)
  return bus
}

function rulesOf(context: OperationContext, bus: string | undefined): readonly Rule[] {
  const { Name } = findBus(context, bus)
  return (context.regionData.eventBridge?.rules ?? []).filter(({ EventBusName }) => EventBusName === Name)
}

export const service = defineService('eventBridge', () => import('@aws-sdk/client-eventbridge'), {
  iamPrefix: 'events',
  pages: { largest: 100, error: 'ValidationException' },
})({
  ListEventBuses: { gather: (_data, _input, context) => eventBuses(context) },
  DescribeEventBus: { parameters: ['Name'], answer: ({ Name }, _data, context) => findBus(context, Name) },
  ListRules: {
    parameters: ['EventBusName'],
    gather: (_data, { EventBusName }, context) => rulesOf(context, EventBusName),
  },
  ListTargetsByRule: {
    parameters: ['Rule', 'EventBusName'],
    gather({ targets = {} }, { Rule, EventBusName }, context) {
      const rule = rulesOf(context, EventBusName).find(({ Name }) => Name === Rule)
      if (rule === undefined) throw new ProviderError('ResourceNotFoundException', `Rule ${Rule} does not exist.`)
      return targets[rule.Arn ?? '']
    },
  },
})
