import { defineService } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'

export const scheduler = defineService(
  'scheduler',
  () => import('@aws-sdk/client-scheduler'),
  (sdk) => sdk.SchedulerClient,
)

export const schedule = defineCollector({
  type: 'AWS::Scheduler::Schedule',
  count: 'schedules',
  scope: 'regional',
  permissions: ['scheduler:ListSchedules'],
  service: scheduler,
  pages: ({ sdk, client }) => sdk.paginateListSchedules({ client, pageSize: 100 }, {}),
  items: (page) => page.Schedules,
  resource: (schedule) => ({
    // Schedules of different groups may have the same name.
    id: schedule.Arn?.replace(/^.*?:schedule\//, ''),
    arn: schedule.Arn,
    name: schedule.Name,
    properties: { group: schedule.GroupName, state: schedule.State },
  }),
  relations: [
    {
      verb: 'invokes',
      types: ['AWS::ECS::Cluster', 'AWS::Lambda::Function', 'AWS::SQS::Queue', 'AWS::StepFunctions::StateMachine'],
      field: 'Schedules[].Target.Arn',
      arns: (schedule) => schedule.Target?.Arn,
    },
  ],
})
