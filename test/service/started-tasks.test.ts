/** Tests that tasks of ECS that a state machine, a rule, or a schedule starts are read, whichever way they are named. */
import type { EcsParameters } from '@aws-sdk/client-scheduler'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scanSimulatedRegion } from '../../scripts/scan-simulated-region.ts'
import type { ResourceGraph } from '../../src/graph/resource-graph.ts'
import { startSimulatedCloud } from '../../src/simulated/simulated-cloud.ts'
import { world } from '../../src/simulated/worlds/serverless-shop.ts'

const region = 'us-east-1'
const [account] = world.accounts
if (account === undefined) throw new Error('The world has no account')
const { accountId } = account
const arn = (service: string, resource: string, in_ = region) => `arn:aws:${service}:${in_}:${accountId}:${resource}`
const cluster = arn('ecs', 'cluster/jobs')

const definition = (family: string, revision: number, table: string, status: 'ACTIVE' | 'INACTIVE' = 'ACTIVE') => ({
  taskDefinitionArn: arn('ecs', `task-definition/${family}:${revision}`),
  family,
  revision,
  status,
  taskRoleArn: `arn:aws:iam::${accountId}:role/${family}`,
  containerDefinitions: [{ name: 'job', image: 'job', environment: [{ name: 'TABLE_NAME', value: table }] }],
})

const machine = (name: string, TaskDefinition: string, Resource = 'arn:aws:states:::ecs:runTask.sync') => ({
  stateMachineArn: arn('states', `stateMachine:${name}`),
  name,
  type: 'STANDARD' as const,
  creationDate: new Date(0),
  roleArn: `arn:aws:iam::${accountId}:role/${name}`,
  definition: JSON.stringify({
    StartAt: 'Run',
    States: { Run: { Type: 'Task', Resource, Parameters: { Cluster: cluster, TaskDefinition }, End: true } },
  }),
})

const rule = (Name: string) => ({
  Name,
  Arn: arn('events', `rule/${Name}`),
  EventBusName: 'default',
  State: 'ENABLED' as const,
  ScheduleExpression: 'rate(1 day)',
})
const ofTask = (TaskDefinitionArn: string) => ({ Id: '1', Arn: cluster, EcsParameters: { TaskDefinitionArn } })

const schedule = (
  Name: string,
  Target: { readonly Arn: string; readonly Input?: string; readonly EcsParameters?: EcsParameters },
) => ({
  Name,
  GroupName: 'default',
  Arn: arn('scheduler', `schedule/default/${Name}`),
  State: 'ENABLED' as const,
  Target: { ...Target, RoleArn: `arn:aws:iam::${accountId}:role/schedule` },
})

let graph: ResourceGraph
let asked: (operation: string, parameter: string) => readonly unknown[]
let close: () => Promise<void>
beforeAll(async () => {
  const regional = {
    ecs: {
      clusters: [{ clusterArn: cluster, clusterName: 'jobs', status: 'ACTIVE' }],
      services: [],
      taskDefinitions: [
        definition('report', 1, 'shop-orders'),
        definition('report', 2, 'shop-products'),
        definition('report', 3, 'shop-payments', 'INACTIVE'),
        definition('unused', 1, 'shop-orders'),
      ],
    },
    stepFunctions: {
      stateMachines: [
        machine('by-arn', arn('ecs', 'task-definition/report:1')),
        machine('by-family', 'report', 'arn:aws:states:::ecs:runTask'),
        machine('by-revision', 'report:1', 'arn:aws:states:::aws-sdk:ecs:runTask'),
        machine('elsewhere', arn('ecs', 'task-definition/report:1', 'eu-west-1')),
        machine('gone', 'gone'),
        machine('no-name', '<your task definition>'),
      ],
    },
    eventBridge: {
      eventBuses: [{ Name: 'default', Arn: arn('events', 'event-bus/default') }],
      rules: [rule('rule'), rule('rule-latest')],
      targets: {
        [rule('rule').Arn]: [ofTask(arn('ecs', 'task-definition/report:1'))],
        [rule('rule-latest').Arn]: [ofTask(arn('ecs', 'task-definition/report'))],
      },
    },
    scheduler: {
      schedules: [
        schedule('schedule', {
          Arn: cluster,
          EcsParameters: { TaskDefinitionArn: arn('ecs', 'task-definition/report') },
        }),
        schedule('schedule-request', {
          Arn: 'arn:aws:scheduler:::aws-sdk:ecs:runTask',
          Input: JSON.stringify({ Cluster: 'jobs', TaskDefinition: 'report:1' }),
        }),
        schedule('schedule-function', { Arn: arn('lambda', 'function:report') }),
      ],
    },
  }
  const known = account.regions[region]
  const jobs = { ...world, accounts: [{ ...account, regions: { [region]: { ...known, ...regional } } }] }
  const cloud = await startSimulatedCloud({ world: jobs })
  close = () => cloud.close()
  graph = await scanSimulatedRegion(cloud)
  asked = (wanted, parameter) =>
    cloud.calls
      .flatMap(({ operation, parameters }) => (operation === wanted ? [String(parameters?.[parameter])] : []))
      .toSorted()
})
afterAll(() => close())

const lastPart = (id: string) => id.split('/').at(-1)
const started = () =>
  graph.relations.flatMap(({ source, verb, target }) =>
    target.type === 'AWS::ECS::TaskDefinition' ? [`${lastPart(source.id)} ${verb} ${lastPart(target.id)}`] : [],
  )

test('started tasks are the ones that state machines, rules, and schedules name', () => {
  expect(started().map((each) => each.replace(/^.*stateMachine:/, ''))).toEqual([
    'rule uses report:1',
    'rule-latest uses report',
    'schedule uses report',
    'schedule-request uses report:1',
    'by-arn uses report:1',
    'by-family uses report',
    'by-revision uses report:1',
    'elsewhere uses report:1',
    'gone uses gone',
  ])
})

test('only schedules that start a task or call an API are read one by one', () => {
  expect(asked('GetSchedule', 'Name')).toEqual(['schedule', 'schedule-request'])
})

test('schedules that call an API say which operation', () => {
  const operations = graph.resources.flatMap(({ type, name, properties }) =>
    type === 'AWS::Scheduler::Schedule' ? [[name, properties['operation']]] : [],
  )
  expect(operations).toEqual([
    ['schedule', undefined],
    ['schedule-function', undefined],
    ['schedule-request', 'ecs:runTask'],
  ])
})

test('task definitions of other regions are not asked for', () => {
  expect(asked('DescribeTaskDefinition', 'taskDefinition')).toEqual([
    arn('ecs', 'task-definition/report:1'),
    'gone',
    'report',
  ])
})

test('they are read once, the latest active revision where none is named, and what they use is known', () => {
  const read = graph.resources.filter(
    ({ type, presence }) => type === 'AWS::ECS::TaskDefinition' && presence === 'read',
  )
  expect(read.map(({ name }) => name)).toEqual(['report', 'report:1'])
  const tables = graph.relations.flatMap(({ source, target }) =>
    source.type === 'AWS::ECS::TaskDefinition' && target.type === 'AWS::DynamoDB::Table'
      ? [`${lastPart(source.id)} ${target.id}`]
      : [],
  )
  expect(tables).toEqual(['report shop-products', 'report:1 shop-orders'])
  expect(graph.coverage.find(({ type }) => type === 'AWS::ECS::TaskDefinition')).toMatchObject({
    status: 'collected',
    count: 2,
    reason: null,
  })
})
