/** Checks the resources and the coverage of snapshots: their fields, values, and depth. */
import type { Relation, Resource, TypeCoverage, Verb } from '../graph/resource-graph.ts'

/** Its message is for users. */
export class GraphError extends Error {
  override readonly name = 'GraphError'
}

/** Deeper values would exceed the stack of functions that walk them. */
export const mostDepth = 64
const mostCharacters = 64 * 1024

const verbs: Readonly<Record<Verb, true>> = {
  'contained in': true,
  'attached to': true,
  'associated with': true,
  'routes to': true,
  'allows traffic from': true,
  'allows traffic to': true,
  invokes: true,
  'subscribes to': true,
  'logs to': true,
  uses: true,
  'reads from': true,
  'writes to': true,
}

/** Without recursion, because the value may be deeper than the stack. */
export function depthOf(value: unknown): number {
  let level = [value]
  for (let depth = 0; ; depth += 1) {
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
    if (level.length === 0 || depth > mostDepth) return depth
  }
}

type Fields = ReadonlyMap<string, unknown>

function fieldsOf(value: unknown, required: readonly string[], optional: readonly string[], where: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new GraphError(`${where} is no object.`)
  const fields = new Map<string, unknown>(Object.entries(value))
  const unknown = [...fields.keys()].find((name) => !required.includes(name) && !optional.includes(name))
  if (unknown !== undefined) throw new GraphError(`${where} has the unknown field ${JSON.stringify(unknown)}.`)
  const missing = required.find((name) => !fields.has(name))
  if (missing !== undefined) throw new GraphError(`${where} has no field ${JSON.stringify(missing)}.`)
  return fields
}

function refuseUnless(isValid: boolean, field: string, where: string): void {
  if (!isValid) throw new GraphError(`The field ${JSON.stringify(field)} of ${where} isn't valid.`)
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= mostCharacters
const isName = (value: unknown) => isText(value) && value !== ''
const isTextOrNull = (value: unknown) => value === null || isText(value)
const isCount = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value >= 0
const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isOneOf = (values: readonly unknown[]) => (value: unknown) => values.includes(value)

function checkEach(fields: Fields, checks: Readonly<Record<string, (value: unknown) => boolean>>, where: string): void {
  for (const [field, isValid] of Object.entries(checks)) refuseUnless(isValid(fields.get(field)), field, where)
}

const resourceFields = ['type', 'id', 'arn', 'name', 'presence', 'tags', 'properties', 'relations']

/** Throws a `GraphError`. */
export function checkLine(
  value: unknown,
  line: number,
): { readonly resource: Resource; readonly relations: readonly Relation[] } {
  const where = `the resource in line ${line}`
  const fields = fieldsOf(value, resourceFields, ['partial'], where)
  checkEach(
    fields,
    {
      type: isName,
      id: isName,
      arn: isTextOrNull,
      name: isTextOrNull,
      presence: isOneOf(['read', 'external', 'unknown']),
      partial: isOneOf([undefined, true]),
      tags: (tags) => isRecord(tags) && Object.values(tags).every(isText),
      properties: isRecord,
      relations: Array.isArray,
    },
    where,
  )
  const { relations, ...resource } = value as Resource & { readonly relations: readonly unknown[] }
  const source = { type: resource.type, id: resource.id }
  return {
    resource,
    relations: relations.map((relation) => ({ source, ...checkRelation(relation, `a relation in line ${line}`) })),
  }
}

function checkRelation(value: unknown, where: string): Omit<Relation, 'source'> {
  const fields = fieldsOf(value, ['verb', 'target', 'evidence'], ['basis'], where)
  checkEach(
    fields,
    {
      verb: (verb) => typeof verb === 'string' && Object.hasOwn(verbs, verb),
      evidence: isText,
      basis: isOneOf([undefined, 'permitted']),
    },
    where,
  )
  const target = fieldsOf(fields.get('target'), ['type', 'id'], [], `the target of ${where}`)
  checkEach(target, { type: isName, id: isName }, `the target of ${where}`)
  return value as Omit<Relation, 'source'>
}

const coverageFields = [
  'type',
  'countKey',
  'status',
  'count',
  'calls',
  'retries',
  'durationMs',
  'reason',
  'action',
  'deniedBy',
  'statement',
]

/** Throws a `GraphError`. */
export function checkCoverage(value: unknown): readonly TypeCoverage[] {
  if (!Array.isArray(value) || value.length > 10_000) throw new GraphError("The coverage isn't a list of types.")
  for (const [at, entry] of value.entries()) {
    const where = `entry ${at + 1} of the coverage`
    checkEach(
      fieldsOf(entry, coverageFields, ['uncertain'], where),
      {
        type: isName,
        countKey: isName,
        status: isOneOf(['collected', 'denied', 'unavailable', 'failed']),
        count: (count) => count === null || (isCount(count) && Number.isSafeInteger(count)),
        calls: isCount,
        retries: isCount,
        durationMs: isCount,
        reason: isTextOrNull,
        action: isTextOrNull,
        deniedBy: isTextOrNull,
        uncertain: isOneOf([undefined, true]),
      },
      where,
    )
  }
  const coverage = value as readonly TypeCoverage[]
  if (coverage.some(({ type }, at) => at > 0 && type <= (coverage[at - 1]?.type ?? ''))) {
    throw new GraphError("The coverage isn't sorted, or a type is repeated.")
  }
  return coverage
}
