import type { ScheduleSummary } from '@aws-sdk/client-scheduler'
import { defineService } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'
import { isUniversalTarget, resourcesOfRequest } from './universal-target.ts'

export const scheduler = defineService(
  'scheduler',
  () => import('@aws-sdk/client-scheduler'),
  (sdk) => sdk.SchedulerClient,
)

/** `request`: only for schedules that call an AWS API. */
type DescribedSchedule = { readonly schedule: ScheduleSummary; readonly request: string | undefined }

export const schedule = defineCollector({
  type: 'AWS::Scheduler::Schedule',
  count: 'schedules',
  scope: 'regional',
  permissions: ['scheduler:ListSchedules', 'scheduler:GetSchedule'],
  service: scheduler,
  pages: ({ sdk, client }) => sdk.paginateListSchedules({ client, pageSize: 100 }, {}),
  items: (page, { sdk, client, each }) =>
    // One call per schedule that calls an AWS API, because the list doesn't have its request.
    each(
      page.Schedules,
      async (schedule): Promise<DescribedSchedule> => {
        if (!isUniversalTarget(schedule.Target?.Arn)) return { schedule, request: undefined }
        const { Name, GroupName } = schedule
        const { Target } = await client.send(new sdk.GetScheduleCommand({ Name, GroupName }))
        return { schedule, request: Target?.Input }
      },
      { listed: (schedule): DescribedSchedule => ({ schedule, request: undefined }), listIsEnough: true },
    ),
  resource: ({ schedule }) => ({
    // Schedules of different groups may have the same name.
    id: schedule.Arn?.replace(/^.*?:schedule\//, ''),
    arn: schedule.Arn,
    name: schedule.Name,
    properties: { group: schedule.GroupName, state: schedule.State },
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
      types: [
        'AWS::CodeBuild::Project',
        'AWS::DynamoDB::Table',
        'AWS::EC2::Instance',
        'AWS::Kinesis::Stream',
        'AWS::Lambda::Function',
        'AWS::RDS::DBCluster',
        'AWS::RDS::DBInstance',
        'AWS::SNS::Topic',
        'AWS::SQS::Queue',
        'AWS::StepFunctions::StateMachine',
      ],
      field: 'scheduler:GetSchedule Target.Input',
      references: ({ request }, context) => resourcesOfRequest(request, context),
    },
  ],
})
