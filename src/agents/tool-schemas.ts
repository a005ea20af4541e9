/** What agents read of each tool. Short, because every agent reads all of it before its first question. */
import type { Tool } from '@modelcontextprotocol/server'
import type { TObject } from 'typebox'
import { withoutDefaultsRequired } from '../http/schema-defaults.ts'
import type { AgentTool } from './agent-tool.ts'

/** Keywords of the API's documentation and checks. The service checks inputs anyway, and says what is wrong. */
const leftOut = ['title', 'additionalProperties', 'minLength', 'maxLength', 'pattern', 'format', 'minimum', 'maximum']
const ofInputs = new Set(leftOut)
/** Fields of answers have telling names. */
const ofAnswers = new Set([...leftOut, 'description', 'required', 'enum'])

/** The form of the protocol. Clients validate answers with its schema. */
export function toolForm({ name, description, scope, input, output, hints = {} }: AgentTool): Tool {
  const inputSchema = wireSchema(withoutDefaultsRequired(input), ofInputs)
  for (const [field, hint] of Object.entries(hints)) describeField(inputSchema, field, hint ?? null)
  return {
    name,
    description,
    inputSchema,
    outputSchema: wireSchema(output, ofAnswers),
    annotations: scope === 'read' ? { readOnlyHint: true } : { readOnlyHint: false, destructiveHint: false },
  }
}

function describeField({ properties = {} }: Tool['inputSchema'], field: string, hint: string | null): void {
  const given = properties[field]
  if (typeof given !== 'object') throw new Error(`there is no input ${field}`)
  const { description: _description, ...schema } = given as Readonly<Record<string, unknown>>
  properties[field] = (hint === null ? schema : { ...schema, description: hint }) as typeof given
}

function wireSchema(schema: TObject, without: ReadonlySet<string>): Tool['inputSchema'] {
  return { ...(shortened(JSON.parse(JSON.stringify(schema)), without) as object), type: 'object' }
}

function shortened(schema: unknown, without: ReadonlySet<string>): unknown {
  if (Array.isArray(schema)) return schema.map((each) => shortened(each, without))
  if (typeof schema !== 'object' || schema === null) return schema
  const listed = 'enum' in schema && Array.isArray(schema.enum) ? (schema.enum as readonly unknown[]) : null
  const entries = Object.entries(schema).flatMap(([key, value]) => {
    if (without.has(key) || (listed !== null && !without.has('enum') && isTold(key, value, listed))) return []
    if (key !== 'properties') return [[key, shortened(value, without)]]
    // The keys are names of fields, which may be those of keywords.
    const fields = Object.entries(value as object).map(([name, field]) => [name, shortened(field, without)])
    return [[key, Object.fromEntries(fields)]]
  })
  return Object.fromEntries(entries)
}

/** By the list of values: their type, and a default that comes first. */
function isTold(key: string, value: unknown, listed: readonly unknown[]): boolean {
  return key === 'type' || (key === 'default' && value === listed[0])
}
