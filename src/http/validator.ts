/** Validates one part of a request against its declared schema: sets defaults, and describes every error for users. */
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import type { TObject, TProperties, TSchema } from 'typebox'
import type { ErrorDetail } from '../../contract/envelope.ts'
import { declaredDefault, withoutDefaultsRequired } from './schema-defaults.ts'

export type Part = 'path' | 'query' | 'body'

export type Validated =
  | { readonly value: Readonly<Record<string, unknown>> }
  | { readonly details: readonly ErrorDetail[] }

type Fault = ReturnType<ReturnType<typeof Compile>['Errors']>[number]

/** More errors wouldn't help callers. */
const maximumDetails = 50

// By default the library stops after 8 errors. The schema limits the errors of declared fields.
Settings.Set({ maxErrors: 1_000 })

export function createValidator(part: Part, schema: TObject): (input: unknown) => Validated {
  const compiled = Compile(withoutDefaultsRequired(schema))
  const { properties } = schema
  // A document with a format of its own, which its reader checks.
  const isAnyObject = 'additionalProperties' in schema && schema.additionalProperties === true

  return (input) => {
    if (!isRecord(input)) return { details: [{ path: [], message: 'must be a JSON object' }] }
    const candidate = part === 'body' ? { ...input } : fromText(input, properties)
    const { declared, unknown } = divided(candidate, properties)
    // Errors of declared fields come first, so that many unknown fields don't hide them.
    const details = [
      ...unstorableText(declared),
      ...(part === 'query' ? repeated(declared, properties) : []),
      ...compiled.Errors(declared).flatMap((fault) => describe(fault, properties)),
      ...(part === 'query' ? repeated(unknown, properties) : []),
      ...(isAnyObject ? [] : Object.keys(unknown).map((name) => ({ path: [name], message: unknownField[part] }))),
    ]
    if (details.length > 0) return { details: firstOfEachPath(details).slice(0, maximumDetails) }
    return { value: normalised(candidate, properties) }
  }
}

function isRecord(input: unknown): input is Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
}

/**
 * Converts texts from paths and queries: whole numbers, booleans, and lists of one text. Other mismatches fail
 * validation.
 */
function fromText(
  input: Readonly<Record<string, unknown>>,
  properties: TProperties,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const type = propertyType(properties, name)
      if (typeof value !== 'string') return [name, value]
      if (type === 'array') return [name, [value]]
      if (type === 'integer' && /^-?[0-9]{1,15}$/.test(value)) return [name, Number(value)]
      if (type === 'boolean' && (value === 'true' || value === 'false')) return [name, value === 'true']
      return [name, value]
    }),
  )
}

const unknownField: Readonly<Record<Part, string>> = {
  path: 'is not a known path parameter',
  query: 'is not a known query parameter',
  body: 'is not a known field',
}

function divided(input: Readonly<Record<string, unknown>>, properties: TProperties) {
  const entries = Object.entries(input)
  return {
    declared: Object.fromEntries(entries.filter(([name]) => Object.hasOwn(properties, name))),
    unknown: Object.fromEntries(entries.filter(([name]) => !Object.hasOwn(properties, name))),
  }
}

const ownProperty = (properties: TProperties, name: string): TSchema | undefined =>
  Object.hasOwn(properties, name) ? properties[name] : undefined

function propertyType(properties: TProperties, name: string): unknown {
  const schema = ownProperty(properties, name)
  return schema !== undefined && 'type' in schema ? schema.type : undefined
}

/** PostgreSQL stores neither NUL nor unpaired surrogates. No identifier includes them. */
function unstorableText(input: Readonly<Record<string, unknown>>): readonly ErrorDetail[] {
  return Object.entries(input).flatMap(([name, value]) =>
    [value].flat().some((text) => typeof text === 'string' && (text.includes('\0') || !text.isWellFormed()))
      ? [{ path: [name], message: 'must not contain NUL characters or unpaired surrogates' }]
      : [],
  )
}

/** Only parameters that are declared as lists may be repeated. */
function repeated(query: Readonly<Record<string, unknown>>, properties: TProperties): readonly ErrorDetail[] {
  return Object.entries(query).flatMap(([name, value]) =>
    Array.isArray(value) && propertyType(properties, name) !== 'array'
      ? [{ path: [name], message: 'must be given only once' }]
      : [],
  )
}

function describe(fault: Fault, properties: TProperties): readonly ErrorDetail[] {
  const path = fault.instancePath.split('/').slice(1).map(unescapePointer)
  if (fault.keyword === 'required') {
    return fault.params.requiredProperties.map((name) => ({ path: [...path, name], message: 'is required' }))
  }
  // These are reported a second time, as schemas that are false.
  if (fault.keyword === 'additionalProperties') return []
  if (fault.keyword === 'boolean') {
    return [{ path, message: unknownField.body }]
  }
  const [name] = path
  const schema = name === undefined ? undefined : ownProperty(properties, name)
  return [{ path, message: sentence(fault, schema) }]
}

const unescapePointer = (text: string) => text.replaceAll('~1', '/').replaceAll('~0', '~')

function sentence(fault: Fault, schema: TSchema | undefined): string {
  switch (fault.keyword) {
    case 'type':
      return `must be ${withArticle(String(fault.params.type))}`
    case 'format':
    case 'pattern':
      if (schema !== undefined && 'format' in schema && schema.format === 'uuid') return 'must be a UUID'
      return schema !== undefined && 'description' in schema
        ? `has the wrong form. Expected: ${String(schema.description)}`
        : 'has the wrong form'
    case 'enum':
      return fault.params.allowedValues.length > 12
        ? `is not a known ${schema !== undefined && 'title' in schema ? String(schema.title).toLowerCase() : 'value'}`
        : `must be one of ${fault.params.allowedValues.join(', ')}`
    case 'minimum':
      return `must be at least ${fault.params.limit}`
    case 'maximum':
      return `must be at most ${fault.params.limit}`
    case 'minLength':
      return fault.params.limit === 1 ? 'must not be empty' : `must have at least ${fault.params.limit} characters`
    case 'maxLength':
      return `must have at most ${fault.params.limit} characters`
    default:
      return fault.message
  }
}

const withArticle = (type: string) => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)

function firstOfEachPath(details: readonly ErrorDetail[]): readonly ErrorDetail[] {
  const seen = new Set<string>()
  return details.filter(({ path }) => {
    const key = JSON.stringify(path)
    return !seen.has(key) && seen.add(key)
  })
}

/** Sets defaults, and converts identifiers to lower case. */
function normalised(
  input: Readonly<Record<string, unknown>>,
  properties: TProperties,
): Readonly<Record<string, unknown>> {
  const value: Record<string, unknown> = { ...input }
  for (const [name, schema] of Object.entries(properties)) {
    const given = value[name] ?? declaredDefault(schema)
    if (given === undefined) continue
    value[name] =
      typeof given === 'string' && 'format' in schema && schema.format === 'uuid' ? given.toLowerCase() : given
  }
  return value
}
