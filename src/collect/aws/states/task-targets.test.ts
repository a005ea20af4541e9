import { expect, test } from 'vitest'
import { taskTargets } from './task-targets.ts'

const functionArn = 'arn:aws:lambda:us-east-1:444455556666:function:charge'
const task = (Resource: string, more: object = {}) => ({ Type: 'Task', Resource, End: true, ...more })

test('finds targets of nested tasks by ARN, name, or queue URL', () => {
  const definition = {
    StartAt: 'Charge',
    States: {
      Charge: task(functionArn),
      Both: {
        Type: 'Parallel',
        Branches: [
          { States: { A: task('arn:aws:states:::lambda:invoke', { Parameters: { FunctionName: 'ship:live' } }) } },
          { States: { B: task('arn:aws:states:::dynamodb:putItem', { Parameters: { TableName: 'orders' } }) } },
        ],
      },
      Each: {
        Type: 'Map',
        ItemProcessor: {
          States: {
            C: task('arn:aws:states:::sqs:sendMessage', {
              Arguments: { QueueUrl: 'https://sqs.us-east-1.amazonaws.com/444455556666/orders', MessageBody: 'secret' },
            }),
          },
        },
      },
    },
  }
  expect(taskTargets(JSON.stringify(definition))).toEqual({
    arns: [
      functionArn,
      'arn:aws:states:::lambda:invoke',
      'arn:aws:states:::dynamodb:putItem',
      'arn:aws:states:::sqs:sendMessage',
      'arn:aws:sqs:us-east-1:444455556666:orders',
    ],
    functionNames: ['ship'],
    tableNames: ['orders'],
    eventBusNames: [],
    projectNames: [],
    jobNames: [],
    crawlerNames: [],
    jobQueues: [],
    jobDefinitions: [],
    taskDefinitions: [],
  })
})

test('finds jobs, crawlers, projects, queues of jobs, and event buses, by the arguments of their own services only', () => {
  const queue = 'arn:aws:batch:us-east-1:444455556666:job-queue/nightly'
  const definition = 'arn:aws:batch:us-east-1:444455556666:job-definition/export:2'
  const bus = 'arn:aws:events:us-east-1:444455556666:event-bus/partners'
  const Entries = [{ EventBusName: 'shop', Detail: {} }, { EventBusName: bus }, { Detail: {} }, null]
  const States = {
    A: task('arn:aws:states:::glue:startJobRun.sync', { Parameters: { JobName: 'clean' } }),
    B: task('arn:aws:states:::codebuild:startBuild.sync', { Arguments: { ProjectName: 'site' } }),
    C: task('arn:aws:states:::batch:submitJob.sync', {
      Parameters: { JobName: 'tonight', JobQueue: 'daily', JobDefinition: 'report:7' },
    }),
    D: task('arn:aws:states:::batch:submitJob', {
      Parameters: { JobName: 'tonight', JobQueue: queue, JobDefinition: definition },
    }),
    E: task('arn:aws:states:::events:putEvents', { Parameters: { Entries } }),
    F: task('arn:aws:states:::ecs:runTask.sync', { Parameters: { TaskDefinition: 'clean:3' } }),
    G: task('arn:aws:states:::lambda:invoke', { Parameters: { TaskDefinition: 'payload' } }),
    H: task('arn:aws:states:::aws-sdk:glue:startCrawler', { Parameters: { Name: 'sales' } }),
    I: task('arn:aws:states:::aws-sdk:glue:getTable', { Parameters: { Name: 'orders' } }),
  }
  const found = taskTargets(JSON.stringify({ States }))
  expect(found).toMatchObject({
    jobNames: ['clean'],
    crawlerNames: ['sales'],
    projectNames: ['site'],
    jobQueues: ['daily', queue],
  })
  expect(found.eventBusNames).toEqual(['shop'])
  expect(found.jobDefinitions).toEqual(['report:7', definition])
  expect(found.arns).toContain(bus)
  expect(found.taskDefinitions).toEqual(['clean:3'])
})

test('ignores runtime expressions and encrypted definitions', () => {
  const dynamic = { 'FunctionName.$': '$.function', FunctionName: '{% $function %}', TableName: '$.table' }
  const definition = JSON.stringify({ States: { A: task('$.resource', { Parameters: dynamic }), B: null } })
  const named = {
    eventBusNames: [],
    projectNames: [],
    jobNames: [],
    crawlerNames: [],
    jobQueues: [],
    jobDefinitions: [],
    taskDefinitions: [],
  }
  const nothing = { arns: [], functionNames: [], tableNames: [], ...named }
  expect(taskTargets(definition)).toEqual(nothing)
  expect(taskTargets('{}')).toEqual(nothing)
  expect(taskTargets(undefined)).toEqual(nothing)
})
