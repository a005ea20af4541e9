/** Finds the resources that the tasks of a state machine call, from its definition in Amazon States Language. */
import { queueArn } from '../sqs/queue-arn.ts'

/** By name: of the state machine's own account and region. */
export type TaskTargets = {
  readonly arns: readonly string[]
  readonly functionNames: readonly string[]
  readonly tableNames: readonly string[]
  readonly eventBusNames: readonly string[]
  readonly projectNames: readonly string[]
  /** Glue jobs. */
  readonly jobNames: readonly string[]
  /** Glue crawlers. */
  readonly crawlerNames: readonly string[]
  /** By name or ARN. */
  readonly jobQueues: readonly string[]
  /** By name or ARN, with or without a revision. */
  readonly jobDefinitions: readonly string[]
  /** By family or ARN, with or without a revision. */
  readonly taskDefinitions: readonly string[]
}

/** The arguments of service integrations that name a resource. */
const arnArguments = ['Cluster', 'FunctionName', 'StateMachineArn', 'TopicArn', 'TableName']
/** Arguments that mean something else in other services, or other operations. */
const ofService: readonly (readonly [of: string, argument: string])[] = [
  ['batch', 'JobDefinition'],
  ['batch', 'JobQueue'],
  ['codebuild', 'ProjectName'],
  ['ecs', 'TaskDefinition'],
  ['glue', 'JobName'],
  ['glue:startCrawler', 'Name'],
]

/** Runtime expressions (`FunctionName.$`, JSONata) are ignored. */
export function taskTargets(definition: string | undefined): TaskTargets {
  const tasks = statesOf(JSON.parse(definition ?? '{}')).filter((state) => state['Type'] === 'Task')
  const named = tasks.flatMap((task) => {
    const resource = text(task['Resource']) ?? ''
    // Arguments with JSONata, parameters with JSONPath.
    const given = asObject(task['Arguments'] ?? task['Parameters'])
    const own = ofService.filter(([of]) => `${resource}:`.includes(`:${of}:`)).map(([, argument]) => argument)
    const entries = Array.isArray(given['Entries']) ? given['Entries'].map(asObject) : []
    return [
      { argument: 'Resource', value: resource },
      ...[...arnArguments, ...own].map((argument) => ({ argument, value: given[argument] })),
      ...entries.map((entry) => ({ argument: 'EventBusName', value: entry['EventBusName'] })),
      { argument: 'QueueUrl', value: queueArn(text(given['QueueUrl'])) },
    ].flatMap(({ argument, value }) => (isFixed(value) ? [{ argument, value }] : []))
  })
  const values = (argument: string) => named.filter((given) => given.argument === argument).map(({ value }) => value)
  const names = (argument: string) => values(argument).filter((value) => !isArn(value))
  return {
    arns: named.map(({ value }) => value).filter(isArn),
    functionNames: names('FunctionName').map(
      (name) => name.replace(/^(\d{12}:)?(function:)?/, '').split(':')[0] ?? name,
    ),
    tableNames: names('TableName'),
    eventBusNames: names('EventBusName'),
    projectNames: names('ProjectName'),
    jobNames: names('JobName'),
    crawlerNames: names('Name'),
    jobQueues: values('JobQueue'),
    jobDefinitions: values('JobDefinition'),
    taskDefinitions: values('TaskDefinition'),
  }
}

function isArn(value: string): boolean {
  return value.startsWith('arn:')
}

type JsonObject = Readonly<Record<string, unknown>>

/** Returns all states, including those in parallel branches and maps. */
function statesOf(machine: unknown): readonly JsonObject[] {
  return Object.values(asObject(asObject(machine)['States'])).flatMap((value) => {
    const state = asObject(value)
    const branches = Array.isArray(state['Branches']) ? state['Branches'] : []
    return [state, ...[...branches, state['ItemProcessor'], state['Iterator']].flatMap(statesOf)]
  })
}

function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? (value as JsonObject) : {}
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Excludes expressions: `$.order`, `{% $order %}`, `States.Format(…)`. */
function isFixed(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !/^(\$|\{%|States\.)/.test(value)
}
