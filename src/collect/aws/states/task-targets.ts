/** Finds the resources that the tasks of a state machine call, from its definition in Amazon States Language. */
import { queueArn } from '../sqs/queue-arn.ts'

export type TaskTargets = {
  readonly arns: readonly string[]
  /** Functions and tables by name, of the state machine's own account and region. */
  readonly functionNames: readonly string[]
  readonly tableNames: readonly string[]
}

/** The arguments of service integrations that name a resource. */
const arnArguments = ['Cluster', 'FunctionName', 'StateMachineArn', 'TopicArn', 'TableName']

/** Runtime expressions (`FunctionName.$`, JSONata) are ignored. */
export function taskTargets(definition: string | undefined): TaskTargets {
  const tasks = statesOf(JSON.parse(definition ?? '{}')).filter((state) => state['Type'] === 'Task')
  const named = tasks.flatMap((task) => {
    // Arguments with JSONata, parameters with JSONPath.
    const given = asObject(task['Arguments'] ?? task['Parameters'])
    return [
      { argument: 'Resource', value: task['Resource'] },
      ...arnArguments.map((argument) => ({ argument, value: given[argument] })),
      { argument: 'QueueUrl', value: queueArn(text(given['QueueUrl'])) },
    ].flatMap(({ argument, value }) => (isFixed(value) ? [{ argument, value }] : []))
  })
  const names = (argument: string) =>
    named.filter((given) => given.argument === argument && !given.value.startsWith('arn:')).map(({ value }) => value)
  return {
    arns: named.map(({ value }) => value).filter((value) => value.startsWith('arn:')),
    functionNames: names('FunctionName').map(
      (name) => name.replace(/^(\d{12}:)?(function:)?/, '').split(':')[0] ?? name,
    ),
    tableNames: names('TableName'),
  }
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
