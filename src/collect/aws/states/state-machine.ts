import type { DescribeStateMachineOutput } from '@aws-sdk/client-sfn'
import { defineService } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'
import { arnName, jobDefinitionName, taskDefinitionArn } from '../../references/arn.ts'
import { taskTargets } from './task-targets.ts'
import { keyAliases, keyNamed } from '../kms/key-aliases.ts'

export const stepFunctions = defineService(
  'states',
  () => import('@aws-sdk/client-sfn'),
  (sdk) => sdk.SFNClient,
)

type DescribedMachine = {
  readonly machine: Partial<DescribeStateMachineOutput>
  readonly tasks?: ReturnType<typeof taskTargets>
}

/** The ARNs of the task definitions that a state machine starts, with or without a revision. */
export function startedTasks({ machine, tasks }: DescribedMachine): readonly string[] {
  return (tasks?.taskDefinitions ?? []).flatMap((each) => taskDefinitionArn(each, machine.stateMachineArn) ?? [])
}

/** Collects state machines. Only the resources of tasks are stored from the definition, not their arguments. */
export const stateMachine = defineCollector({
  type: 'AWS::StepFunctions::StateMachine',
  count: 'stateMachines',
  scope: 'regional',
  permissions: ['states:ListStateMachines', 'states:DescribeStateMachine'],
  service: stepFunctions,
  names: [keyAliases],
  pages: ({ sdk, client }) => sdk.paginateListStateMachines({ client, pageSize: 1000 }, {}),
  items: (page, { sdk, client, each }) =>
    // One call per state machine, because the list omits role, logging, and definition.
    each(
      page.stateMachines,
      async ({ stateMachineArn }): Promise<DescribedMachine> => {
        const machine = await client.send(new sdk.DescribeStateMachineCommand({ stateMachineArn }))
        return { machine, tasks: taskTargets(machine.definition) }
      },
      {
        // The definition may be encrypted with a key that the role can't use.
        async less({ stateMachineArn }): Promise<DescribedMachine> {
          const includedData = 'METADATA_ONLY'
          return { machine: await client.send(new sdk.DescribeStateMachineCommand({ stateMachineArn, includedData })) }
        },
        listed: ({ stateMachineArn, name, type }) => ({ machine: { stateMachineArn, name, type } }),
      },
    ),
  resource: ({ machine }) => ({
    id: machine.stateMachineArn,
    arn: machine.stateMachineArn,
    name: machine.name,
    properties: {
      machineType: machine.type,
      status: machine.status,
      logLevel: machine.loggingConfiguration?.level,
      tracing: machine.tracingConfiguration?.enabled,
      encryption: machine.encryptionConfiguration?.type,
    },
  }),
  relations: [
    {
      verb: 'invokes',
      types: [
        'AWS::CodeBuild::Project',
        'AWS::ECS::Cluster',
        'AWS::Events::EventBus',
        'AWS::Lambda::Function',
        'AWS::SNS::Topic',
        'AWS::SQS::Queue',
        'AWS::StepFunctions::StateMachine',
      ],
      field: 'states:DescribeStateMachine definition',
      arns: ({ tasks }) => tasks?.arns,
    },
    {
      verb: 'invokes',
      type: 'AWS::Lambda::Function',
      field: 'states:DescribeStateMachine definition',
      targets: ({ tasks }) => tasks?.functionNames,
    },
    {
      verb: 'invokes',
      type: 'AWS::Batch::JobDefinition',
      field: 'states:DescribeStateMachine definition',
      targets: ({ tasks }, context) => tasks?.jobDefinitions.map((each) => jobDefinitionName(each, context)),
    },
    {
      verb: 'invokes',
      type: 'AWS::Batch::JobQueue',
      field: 'states:DescribeStateMachine definition',
      targets: ({ tasks }, context) => tasks?.jobQueues.map((queue) => arnName(queue, 'job-queue/', context) ?? queue),
    },
    {
      verb: 'invokes',
      type: 'AWS::CodeBuild::Project',
      field: 'states:DescribeStateMachine definition',
      targets: ({ tasks }) => tasks?.projectNames,
    },
    {
      verb: 'invokes',
      type: 'AWS::Events::EventBus',
      field: 'states:DescribeStateMachine definition',
      targets: ({ tasks }) => tasks?.eventBusNames,
    },
    {
      verb: 'invokes',
      type: 'AWS::Glue::Job',
      field: 'states:DescribeStateMachine definition',
      targets: ({ tasks }) => tasks?.jobNames,
    },
    {
      verb: 'invokes',
      type: 'AWS::Glue::Crawler',
      field: 'states:DescribeStateMachine definition',
      targets: ({ tasks }) => tasks?.crawlerNames,
    },
    {
      verb: 'uses',
      type: 'AWS::ECS::TaskDefinition',
      field: 'states:DescribeStateMachine definition',
      targets: (described) => startedTasks(described),
    },
    {
      verb: 'uses',
      type: 'AWS::DynamoDB::Table',
      field: 'states:DescribeStateMachine definition',
      targets: ({ tasks }) => tasks?.tableNames,
    },
    {
      verb: 'uses',
      types: ['AWS::IAM::Role'],
      field: 'states:DescribeStateMachine roleArn',
      arns: ({ machine }) => machine.roleArn,
    },
    {
      verb: 'logs to',
      types: ['AWS::Logs::LogGroup'],
      field: 'states:DescribeStateMachine loggingConfiguration.destinations[].cloudWatchLogsLogGroup.logGroupArn',
      arns: ({ machine }) =>
        machine.loggingConfiguration?.destinations?.map((to) => to.cloudWatchLogsLogGroup?.logGroupArn),
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'states:DescribeStateMachine encryptionConfiguration.kmsKeyId',
      targets: ({ machine }, context) => keyNamed(machine.encryptionConfiguration?.kmsKeyId, context),
    },
  ],
})
