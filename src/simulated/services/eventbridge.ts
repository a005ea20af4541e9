/** EventBridge: buses, rules and their targets. */
import * as module from '@aws-sdk/client-eventbridge'
import type {
  DescribeEventBusRequest,
  DescribeEventBusResponse,
  EventBus,
  ListEventBusesRequest,
  ListEventBusesResponse,
  ListRulesRequest,
  ListRulesResponse,
  ListTargetsByRuleRequest,
  ListTargetsByRuleResponse,
  Rule,
  Target,
} from '@aws-sdk/client-eventbridge'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient, operation } from '../service.ts'
import type { OperationContext, SimulatedService } from '../service.ts'
import { usualPaging } from '../usual-paging.ts'

const paging = { token: 'NextToken', size: 'Limit', maximum: 100, badToken: 'ValidationException' } as const

/** Every region has a default bus, also where nothing was ever made. */
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

export const service: SimulatedService = {
  iamPrefix: 'events',
  module,
  client: new module.EventBridgeClient(idleClient),
  operations: {
    ListEventBuses: listOperation<ListEventBusesRequest, ListEventBusesResponse, EventBus>({
      items: (context) => eventBuses(context).map(({ Name, Arn, Description }) => ({ Name, Arn, Description })),
      paging: usualPaging<ListEventBusesRequest>(paging),
      answer: (items, NextToken) => ({ EventBuses: [...items], NextToken }),
    }),

    DescribeEventBus: operation<DescribeEventBusRequest, DescribeEventBusResponse>({
      parameters: ['Name'],
      answer: ({ Name }, context) => findBus(context, Name),
    }),

    ListRules: listOperation<ListRulesRequest, ListRulesResponse, Rule>({
      parameters: ['EventBusName'],
      items: (context, { EventBusName }) => rulesOf(context, EventBusName),
      paging: usualPaging<ListRulesRequest>(paging),
      answer: (items, NextToken) => ({ Rules: [...items], NextToken }),
    }),

    ListTargetsByRule: listOperation<ListTargetsByRuleRequest, ListTargetsByRuleResponse, Target>({
      parameters: ['Rule', 'EventBusName'],
      items(context, { Rule, EventBusName }) {
        const rule = rulesOf(context, EventBusName).find(({ Name }) => Name === Rule)
        if (rule === undefined) throw new ProviderError('ResourceNotFoundException', `Rule ${Rule} does not exist.`)
        return context.regionData.eventBridge?.targets?.[rule.Arn ?? '']
      },
      paging: usualPaging<ListTargetsByRuleRequest>(paging),
      answer: (items, NextToken) => ({ Targets: [...items], NextToken }),
    }),
  },
}
