import { defineCollector, from } from '../../collector.ts'
import { jobDefinitionName, taskDefinitionArn } from '../../references/arn.ts'
import { tokenPages } from '../../reading/token-pages.ts'
import type { Rule, Target } from '@aws-sdk/client-eventbridge'
import { eventBridge, eventBus } from './event-bus.ts'
import { namedSources, sourceTypes } from './named-sources.ts'

type DescribedRule = { readonly rule: Rule; readonly targets: readonly Target[] | undefined }

/** The ARNs of the task definitions that a rule starts, with or without a revision. */
export function startedTasks({ rule, targets }: DescribedRule): readonly string[] {
  return (targets ?? []).flatMap(
    ({ EcsParameters }) => taskDefinitionArn(EcsParameters?.TaskDefinitionArn, rule.Arn) ?? [],
  )
}

export const rule = defineCollector({
  type: 'AWS::Events::Rule',
  count: 'eventRules',
  scope: 'regional',
  permissions: ['events:ListRules', 'events:ListTargetsByRule'],
  service: eventBridge,
  // One list per bus, because AWS lists only rules of the default bus without a name.
  inputs: from(eventBus, (bus) => bus.Name),
  pages: ({ sdk, client }, [EventBusName]) =>
    tokenPages((NextToken) => client.send(new sdk.ListRulesCommand({ EventBusName, Limit: 100, NextToken }))),
  items: (page, { sdk, client, each }) =>
    // One call per rule, because the list omits targets.
    each(
      page.Rules,
      async (rule) => {
        const { Name: Rule, EventBusName } = rule
        const pages = tokenPages((NextToken) =>
          client.send(new sdk.ListTargetsByRuleCommand({ Rule, EventBusName, Limit: 100, NextToken })),
        )
        return { rule, targets: (await Array.fromAsync(pages)).flatMap(({ Targets }) => Targets ?? []) }
      },
      { listed: (rule) => ({ rule, targets: undefined }) },
    ),
  resource: ({ rule, targets }) => ({
    // Rules of different buses may have the same name. The ARN includes the bus, except for the default bus.
    id: rule.Arn?.replace(/^.*?:rule\//, ''),
    arn: rule.Arn,
    name: rule.Name,
    properties: {
      description: rule.Description,
      state: rule.State,
      schedule: rule.ScheduleExpression,
      eventSources: plainNames(rule.EventPattern, 'source'),
      detailTypes: plainNames(rule.EventPattern, 'detail-type'),
      managedBy: rule.ManagedBy,
      targets: targets?.length,
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::Events::EventBus',
      field: 'Rules[].EventBusName',
      targets: ({ rule }) => rule.EventBusName,
    },
    {
      verb: 'subscribes to',
      types: sourceTypes,
      field: 'Rules[].EventPattern',
      references: ({ rule }, context) => namedSources(rule, context),
    },
    {
      verb: 'invokes',
      types: [
        'AWS::ApiGateway::RestApi',
        'AWS::Batch::JobQueue',
        'AWS::ECS::Cluster',
        'AWS::Events::EventBus',
        'AWS::Kinesis::Stream',
        'AWS::KinesisFirehose::DeliveryStream',
        'AWS::Lambda::Function',
        'AWS::Logs::LogGroup',
        'AWS::SNS::Topic',
        'AWS::SQS::Queue',
        'AWS::StepFunctions::StateMachine',
      ],
      field: 'events:ListTargetsByRule Targets[].Arn',
      arns: ({ targets }) => targets?.map(({ Arn }) => Arn),
    },
    {
      verb: 'invokes',
      type: 'AWS::Batch::JobDefinition',
      field: 'events:ListTargetsByRule Targets[].BatchParameters.JobDefinition',
      targets: ({ targets }, context) =>
        targets?.map(({ BatchParameters }) => jobDefinitionName(BatchParameters?.JobDefinition, context)),
    },
    {
      verb: 'uses',
      type: 'AWS::ECS::TaskDefinition',
      field: 'events:ListTargetsByRule Targets[].EcsParameters.TaskDefinitionArn',
      targets: (described) => startedTasks(described),
    },
    {
      verb: 'routes to',
      types: ['AWS::SQS::Queue'],
      field: 'events:ListTargetsByRule Targets[].DeadLetterConfig.Arn',
      arns: ({ targets }) => targets?.map(({ DeadLetterConfig }) => DeadLetterConfig?.Arn),
    },
    {
      verb: 'uses',
      types: ['AWS::IAM::Role'],
      field: 'events:ListTargetsByRule Targets[].RoleArn',
      arns: ({ targets }) => targets?.map(({ RoleArn }) => RoleArn),
    },
  ],
})

/** Returns the event sources or detail types in the rule's pattern, if they are plain names. */
function plainNames(pattern: string | undefined, field: 'source' | 'detail-type'): readonly string[] | undefined {
  const { [field]: names } = JSON.parse(pattern ?? '{}') as { readonly [key: string]: unknown }
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string').toSorted() : undefined
}
