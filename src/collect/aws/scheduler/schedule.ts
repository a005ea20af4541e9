import type { ScheduleSummary } from '@aws-sdk/client-scheduler'
import { defineService } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'
import { parseArn, taskDefinitionArn } from '../../references/arn.ts'
import {
  type ApiRequest,
  isUniversalTarget,
  operationOf,
  requestedTypes,
  resourcesOfRequest,
  taskOfRequest,
} from './universal-target.ts'

export const scheduler = defineService(
  'scheduler',
  () => import('@aws-sdk/client-scheduler'),
  (sdk) => sdk.SchedulerClient,
)

type DescribedSchedule = {
  readonly schedule: ScheduleSummary
  /** Only of schedules that call an AWS API. */
  readonly request?: ApiRequest
  /** The ARN of the task definition that it starts, with or without a revision. */
  readonly startedTask?: string | undefined
}

export const schedule = defineCollector({
  type: 'AWS::Scheduler::Schedule',
  count: 'schedules',
  scope: 'regional',
  permissions: ['scheduler:ListSchedules', 'scheduler:GetSchedule'],
  service: scheduler,
  pages: ({ sdk, client }) => sdk.paginateListSchedules({ client, pageSize: 100 }, {}),
  items: (page, { sdk, client, each }) =>
    // One call per schedule that calls an AWS API or starts a task, because the list has only the ARN of its target.
    each(
      page.Schedules,
      async (schedule): Promise<DescribedSchedule> => {
        const isRequest = isUniversalTarget(schedule.Target?.Arn)
        if (!isRequest && parseArn(schedule.Target?.Arn)?.service !== 'ecs') return { schedule }
        const { Name, GroupName } = schedule
        const { Target } = await client.send(new sdk.GetScheduleCommand({ Name, GroupName }))
        if (isRequest) return withRequest(schedule, { target: Target?.Arn, input: Target?.Input })
        return { schedule, startedTask: taskDefinitionArn(Target?.EcsParameters?.TaskDefinitionArn, schedule.Arn) }
      },
      { listed: (schedule): DescribedSchedule => ({ schedule }), listIsEnough: true },
    ),
  resource: ({ schedule }) => ({
    // Schedules of different groups may have the same name.
    id: schedule.Arn?.replace(/^.*?:schedule\//, ''),
    arn: schedule.Arn,
    name: schedule.Name,
    properties: {
      group: schedule.GroupName,
      state: schedule.State,
      operation: operationOf({ target: schedule.Target?.Arn }) || undefined,
    },
  }),
  relations: [
    {
      verb: 'invokes',
      types: [
        'AWS::CodeBuild::Project',
        'AWS::ECS::Cluster',
        'AWS::Events::EventBus',
        'AWS::Kinesis::Stream',
        'AWS::KinesisFirehose::DeliveryStream',
        'AWS::Lambda::Function',
        'AWS::SNS::Topic',
        'AWS::SQS::Queue',
        'AWS::StepFunctions::StateMachine',
      ],
      field: 'Schedules[].Target.Arn',
      arns: ({ schedule }) => schedule.Target?.Arn,
    },
    {
      verb: 'invokes',
      types: requestedTypes,
      field: 'scheduler:GetSchedule Target.Input',
      references: ({ request }, context) => (request === undefined ? [] : resourcesOfRequest(request, context)),
    },
    {
      verb: 'uses',
      type: 'AWS::ECS::TaskDefinition',
      field: 'scheduler:GetSchedule Target.EcsParameters.TaskDefinitionArn',
      targets: ({ request, startedTask }) => (request === undefined ? startedTask : undefined),
    },
    {
      verb: 'uses',
      type: 'AWS::ECS::TaskDefinition',
      field: 'scheduler:GetSchedule Target.Input',
      targets: ({ request, startedTask }) => (request === undefined ? undefined : startedTask),
    },
  ],
})

function withRequest(schedule: ScheduleSummary, request: ApiRequest): DescribedSchedule {
  return { schedule, request, startedTask: taskOfRequest(request, schedule.Arn) }
}
