import { expect, test } from 'vitest'
import { isUniversalTarget, requestedTypes, resourcesOfRequest, taskOfRequest } from './universal-target.ts'

const place = { region: 'us-east-1', accountNumber: '444455556666', resourceAt: () => undefined }
const requestOf = (operation: string, input: string | undefined) => ({
  target: `arn:aws:scheduler:::aws-sdk:${operation}`,
  input,
})
const told = (operation: string, input: object) =>
  resourcesOfRequest(requestOf(operation, JSON.stringify(input)), place).map(({ type, id }) => `${type} ${id}`)
const arn = (service: string, resource: string) => `arn:aws:${service}:us-east-1:444455556666:${resource}`

test.each([
  ['ec2:stopInstances', { InstanceIds: ['i-1', 'i-2'] }, ['AWS::EC2::Instance i-1', 'AWS::EC2::Instance i-2']],
  ['rds:stopDBInstance', { DbInstanceIdentifier: 'orders' }, ['AWS::RDS::DBInstance orders']],
  ['docdb:stopDBCluster', { DbClusterIdentifier: 'orders' }, []],
  [
    'sqs:sendMessage',
    { QueueUrl: 'https://sqs.us-east-1.amazonaws.com/444455556666/orders', MessageBody: 'orders' },
    ['AWS::SQS::Queue orders'],
  ],
  ['sns:publish', { TopicArn: arn('sns', 'orders'), Message: 'orders' }, [`AWS::SNS::Topic ${arn('sns', 'orders')}`]],
  [
    'lambda:invoke',
    { FunctionName: arn('lambda', 'function:report'), Payload: '{}' },
    ['AWS::Lambda::Function report'],
  ],
  ['lambda:invoke', { FunctionName: 'report:live' }, ['AWS::Lambda::Function report']],
  ['dynamodb:createBackup', { TableName: '' }, []],
  ['lambda:listFunctions', { Name: 'report', Force: true }, []],
  [
    'batch:submitJob',
    {
      JobName: 'nightly',
      JobDefinition: arn('batch', 'job-definition/load:3'),
      JobQueue: arn('batch', 'job-queue/slow'),
    },
    ['AWS::Batch::JobDefinition load', 'AWS::Batch::JobQueue slow'],
  ],
  [
    'batch:submitJob',
    { JobName: 'nightly', JobDefinition: 'load:3', JobQueue: 'slow' },
    ['AWS::Batch::JobDefinition load', 'AWS::Batch::JobQueue slow'],
  ],
  ['glue:startJobRun', { JobName: 'clean' }, ['AWS::Glue::Job clean']],
  ['glue:startCrawler', { Name: 'sales' }, ['AWS::Glue::Crawler sales']],
  ['glue:startTrigger', { Name: 'sales' }, []],
  [
    'sfn:startExecution',
    { StateMachineArn: arn('states', 'stateMachine:settle'), Name: 'nightly' },
    [`AWS::StepFunctions::StateMachine ${arn('states', 'stateMachine:settle')}`],
  ],
  ['eventbridge:putEvents', { Entries: [{ EventBusName: 'orders', Detail: '{}' }] }, ['AWS::Events::EventBus orders']],
  [
    'eventbridge:putEvents',
    { Entries: [{ EventBusName: arn('events', 'event-bus/orders') }, { Source: 'shop' }] },
    ['AWS::Events::EventBus orders', 'AWS::Events::EventBus default'],
  ],
  ['eventbridge:disableRule', { Name: 'orders', EventBusName: 'orders' }, []],
  ['codebuild:startBuild', { ProjectName: 'storefront' }, ['AWS::CodeBuild::Project storefront']],
  ['redshiftdata:executeStatement', { ClusterIdentifier: 'bi', Sql: 'select' }, ['AWS::Redshift::Cluster bi']],
  ['lambda:invoke', { FunctionName: arn('other', 'report') }, []],
])('%s %o', (operation, input, expected) => {
  expect(told(operation, input)).toEqual(expected)
  for (const each of expected) expect(requestedTypes).toContain(each.split(' ')[0])
})

test.each([
  ['ecs:runTask', { Cluster: 'shop', TaskDefinition: 'reindex' }, arn('ecs', 'task-definition/reindex')],
  ['ecs:runTask', { TaskDefinition: 'reindex:3' }, arn('ecs', 'task-definition/reindex:3')],
  ['ecs:runTask', { TaskDefinition: arn('ecs', 'task-definition/reindex:3') }, arn('ecs', 'task-definition/reindex:3')],
  ['ecs:runTask', { Cluster: 'shop' }, undefined],
  ['ecs:updateService', { Service: 'shop', TaskDefinition: 'reindex:3' }, undefined],
])('%s %o starts the task %s', (operation, input, expected) => {
  const request = requestOf(operation, JSON.stringify(input))
  expect(taskOfRequest(request, arn('scheduler', 'schedule/default/reindex'))).toBe(expected)
})

test('what is no request names nothing', () => {
  for (const input of [undefined, '{', 'null', '"orders"']) {
    for (const operation of ['ec2:stopInstances', 'eventbridge:putEvents']) {
      expect(resourcesOfRequest(requestOf(operation, input), place)).toEqual([])
    }
  }
})

test('universal targets are known by their ARN', () => {
  expect(isUniversalTarget('arn:aws:scheduler:::aws-sdk:ec2:stopInstances')).toBe(true)
  expect(isUniversalTarget('arn:aws:lambda:us-east-1:444455556666:function:report')).toBe(false)
  expect(isUniversalTarget(undefined)).toBe(false)
})
