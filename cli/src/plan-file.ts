/**
 * Reads a plan, and leaves out what the service doesn't need: plans have secrets, among them the values of all
 * variables.
 */
import { createReadStream } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { usageError } from './exit-codes.ts'
import type { Terminal } from './terminal/terminal.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** The limit of the service. */
const maxBytes = 16 * 1024 * 1024

/** Parsing takes about ten times as much memory. */
const maxFileMib = 128

/** `path`: a file, or `-` for standard input. Throws a usage error that has no values of the plan. */
export async function readPlanFile(path: string, terminal: Terminal): Promise<JsonObject> {
  const name = path === '-' ? 'Standard input' : path
  const bytes = await readBytes(path === '-' ? terminal.input : createReadStream(path), name)
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') {
    throw usageError(
      `${name} is a saved plan of Terraform, not JSON. Use "terraform show -json ${path === '-' ? 'PLAN' : path}".`,
    )
  }
  const plan = neededPart(parse(textOf(bytes), name))
  if (Buffer.byteLength(JSON.stringify(plan)) > maxBytes) {
    throw usageError('The plan is too large: without what the service ignores, it has more than 16 MiB.')
  }
  return plan
}

async function readBytes(input: AsyncIterable<string | Uint8Array>, name: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of input) {
      size += chunk.length
      if (size > maxFileMib * 1024 * 1024) break
      chunks.push(Buffer.from(chunk))
    }
  } catch (error) {
    throw usageError(`The plan couldn't be read: ${(error as Error).message}.`)
  }
  if (size > maxFileMib * 1024 * 1024) {
    throw usageError(`${name} is too large: a plan has at most ${maxFileMib} MiB.`)
  }
  return Buffer.concat(chunks)
}

/** Windows PowerShell writes UTF-16. */
function textOf(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  return bytes.toString(isUtf16 ? 'utf16le' : 'utf8')
}

function parse(text: string, name: string): JsonObject {
  let value: unknown
  try {
    // PowerShell writes a byte order mark.
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    const reason = text.trimStart().startsWith('{') ? 'It may be cut off.' : 'Use "terraform show -json PLAN".'
    throw usageError(`${name} isn't JSON. ${reason}`)
  }
  if (!isObject(value)) throw usageError(`${name} is JSON, but not a plan.`)
  if (isDeeperThan(500, value)) throw usageError('The plan has too many levels of values within values.')
  return value
}

/** A plan has less than 100 levels. */
function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((each) => isDeeperThan(levels - 1, each))
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Of another document, only the names of its parts, by which the service explains what it is. */
function neededPart(document: JsonObject): JsonObject {
  if ('ChangeSetId' in document || 'ChangeSetName' in document) {
    return {
      ...pick(document, ['ChangeSetId', 'ChangeSetName', 'StackId', 'NextToken']),
      ...pick(document, ['Status', 'StatusReason', 'ExecutionStatus']),
      ...('Changes' in document && { Changes: each(document['Changes'], neededStackChange) }),
    }
  }
  if (!('format_version' in document)) return Object.fromEntries(Object.keys(document).map((name) => [name, null]))
  const { resource_changes: changes, resource_drift: drift, prior_state: state, configuration } = document
  return {
    ...pick(document, ['format_version', 'errored', 'complete']),
    ...('values' in document && { values: null }),
    ...('planned_values' in document && { planned_values: null }),
    ...('resource_changes' in document && { resource_changes: each(changes, neededChange) }),
    ...('resource_drift' in document && { resource_drift: each(drift, neededChange) }),
    ...('deferred_changes' in document && { deferred_changes: each(document['deferred_changes'], () => ({})) }),
    ...('action_invocations' in document && { action_invocations: each(document['action_invocations'], () => ({})) }),
    ...(isObject(state) &&
      isObject(state['values']) && {
        prior_state: { values: { root_module: neededModule(state['values']['root_module']) } },
      }),
    ...(isObject(configuration) && {
      configuration: {
        provider_config: neededProviders(configuration['provider_config']),
        root_module: neededNames(configuration['root_module']),
      },
    }),
  }
}

function pick(value: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.flatMap((name) => (name in value ? [[name, value[name]]] : [])))
}

function each(list: unknown, needed: (item: unknown) => unknown): unknown {
  return Array.isArray(list) ? list.map(needed) : list
}

const resourceFields = ['address', 'type', 'mode', 'provider_name', 'deposed']

const stackFields = [
  'Action',
  'PolicyAction',
  'LogicalResourceId',
  'PhysicalResourceId',
  'ResourceType',
  'Replacement',
  'BeforeContext',
  'AfterContext',
]

/** Values are in the contexts. Details only show where they come from. */
function neededStackChange(entry: unknown): unknown {
  const change = isObject(entry) ? entry['ResourceChange'] : undefined
  if (!isObject(entry) || !isObject(change)) return entry
  const details = each(change['Details'], (detail) =>
    isObject(detail)
      ? {
          ...pick(detail, ['ChangeSource', 'CausingEntity']),
          Target: isObject(detail['Target']) ? pick(detail['Target'], ['Name', 'Path']) : null,
        }
      : null,
  )
  return { ...pick(entry, ['Type']), ResourceChange: { ...pick(change, stackFields), Details: details } }
}

function neededChange(entry: unknown): unknown {
  if (!isObject(entry) || !isObject(entry['change'])) return entry
  const { change } = entry
  return {
    ...pick(entry, resourceFields),
    change: {
      ...pick(change, ['actions', 'after_unknown', 'before_sensitive', 'after_sensitive']),
      before: withoutSensitive(change['before'], change['before_sensitive']),
      after: withoutSensitive(change['after'], change['after_sensitive'], change['before']),
    },
  }
}

/**
 * Marks have the form of the value, with `true` where it is sensitive. `old`: the value before. Of a sensitive value,
 * only whether it stays is left: `null` if it does, and otherwise `false`.
 */
function withoutSensitive(value: unknown, marks: unknown, old: unknown = value): unknown {
  if (marks === true) return isDeepStrictEqual(value, old) ? null : false
  if (Array.isArray(value))
    return value.map((item, at) => withoutSensitive(item, memberOf(marks, at), memberOf(old, at)))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      withoutSensitive(item, memberOf(marks, name), memberOf(old, name)),
    ]),
  )
}

function memberOf(value: unknown, name: string | number): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string | number, unknown>>)[name]
    : null
}

function neededModule(module: unknown): unknown {
  if (!isObject(module)) return null
  return {
    resources: each(module['resources'], (resource) =>
      isObject(resource)
        ? {
            ...pick(resource, [...resourceFields, 'sensitive_values']),
            values: withoutSensitive(resource['values'], resource['sensitive_values']),
          }
        : null,
    ),
    child_modules: each(module['child_modules'], neededModule),
  }
}

/** The regions of providers, and which other arguments they have. */
function neededProviders(providers: unknown): unknown {
  if (!isObject(providers)) return {}
  return mapValues(providers, (provider) => {
    const expressions = isObject(provider) ? provider['expressions'] : undefined
    if (!isObject(expressions)) return { expressions: {} }
    return { expressions: { ...mapValues(expressions, () => null), ...pick(expressions, ['region']) } }
  })
}

/** The names that expressions refer to, without constants. */
function neededNames(module: unknown): unknown {
  if (!isObject(module)) return null
  const { resources, module_calls: calls, outputs } = module
  return {
    resources: each(resources, (resource) =>
      isObject(resource)
        ? {
            ...pick(resource, ['address', 'provider_config_key']),
            expressions: withoutConstants(resource['expressions']),
          }
        : null,
    ),
    outputs: isObject(outputs)
      ? mapValues(outputs, (output) => ({ expression: isObject(output) ? withoutConstants(output['expression']) : {} }))
      : {},
    module_calls: isObject(calls)
      ? mapValues(calls, (call) =>
          isObject(call)
            ? { expressions: withoutConstants(call['expressions']), module: neededNames(call['module']) }
            : null,
        )
      : {},
  }
}

function withoutConstants(expression: unknown): unknown {
  if (Array.isArray(expression)) return expression.map(withoutConstants)
  if (!isObject(expression)) return null
  if ('references' in expression) return { references: expression['references'] }
  if ('constant_value' in expression) return { constant_value: null }
  return mapValues(expression, withoutConstants)
}

function mapValues(value: JsonObject, change: (item: unknown) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, change(item)]))
}
