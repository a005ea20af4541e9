/** Generates the OpenAPI 3.1 document from the declared routes, with the schemas that validate and serialize. */
import type { TObject, TSchema } from 'typebox'
import { errorCatalogue, errorCodes } from '../../contract/error-catalogue.ts'
import type { ErrorCode } from '../../contract/error-catalogue.ts'
import { errorEnvelope, successEnvelope } from '../../contract/envelope.ts'
import { latestVersion, versions } from '../../contract/versions.ts'
import type { Route } from './route.ts'
import { declaredDefault, withoutDefaultsRequired } from '../http/schema-defaults.ts'

export type OpenApiDocument = {
  readonly openapi: '3.1.0'
  readonly [field: string]: unknown
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: { readonly schemas: Readonly<Record<string, unknown>>; readonly [field: string]: unknown }
}

/** The errors that every route may return before its handler runs. */
const commonErrors: readonly ErrorCode[] = [
  'BAD_REQUEST',
  'VALIDATION_ERROR',
  'INVALID_API_VERSION',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'INTERNAL_ERROR',
]

export function createOpenApiDocument(routes: readonly Route[], publicUrl: string | null): OpenApiDocument {
  const schemas: Record<string, unknown> = {}
  const reference = (schema: unknown) => withReferences(schema, schemas)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route, reference) }
  }

  return {
    openapi: '3.1.0',
    info: {
      title: 'Surveyor',
      version: latestVersion,
      summary: 'Scans of connected AWS accounts and their diagrams.',
      description: `Every response except files is an envelope. Check \`success\` first, then \`error.code\`.\n\n${errorTable()}`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    // Relative to this document, so that it also works behind a proxy that adds a path prefix.
    servers: [{ url: publicUrl ?? '..' }],
    security: [{ apiKey: [] }],
    tags: [{ name: 'Scans' }, { name: 'Schedules' }, { name: 'Accounts' }, { name: 'Diagrams' }, { name: 'Sharing' }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key with the scope of the operation.' },
      },
    },
  }
}

function errorTable(): string {
  const rows = errorCodes.map(
    (code) => `| ${code} | ${errorCatalogue[code].status} | ${errorCatalogue[code].description} |`,
  )
  return ['| Code | HTTP | Condition |', '|---|---|---|', ...rows].join('\n')
}

type Reference = (schema: unknown) => unknown

function operation(route: Route, reference: Reference): Readonly<Record<string, unknown>> {
  const { operationId, summary, description, tag, scope } = route
  return {
    operationId,
    summary,
    description: [description, `Scope: \`${scope}\`.`].filter((text) => text !== undefined).join('\n\n'),
    tags: [tag],
    'x-scope': scope,
    parameters: [
      ...parameters('path', route.pathParameters, reference),
      ...parameters('query', route.query, reference),
      versionHeader,
      ...Object.entries(route.requestHeaders ?? {}).map(([name, schema]) =>
        parameter('header', name, schema, false, reference),
      ),
    ],
    ...(route.body !== null && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: reference(withoutDefaultsRequired(route.body)) } },
      },
    }),
    responses: { [route.success.status]: success(route, reference), ...errors(route, reference) },
  }
}

const versionHeader = {
  name: 'Service-Version',
  in: 'header',
  required: false,
  description: 'The API version. Default: the version that the key was created with.',
  schema: { type: 'string', enum: versions },
}

function parameters(place: 'path' | 'query', schema: TObject, reference: Reference) {
  return Object.entries(schema.properties).map(([name, field]) => {
    const isRequired = (schema.required ?? []).includes(name) && declaredDefault(field) === undefined
    return parameter(place, name, field, isRequired, reference)
  })
}

function parameter(place: string, name: string, schema: TSchema, required: boolean, reference: Reference) {
  const { description, ...rest } = { description: undefined, ...schema }
  return { name, in: place, required, ...(description !== undefined && { description }), schema: reference(rest) }
}

const answerHeaders = {
  'X-Request-Id': {
    description: 'The ID of the request in the service log.',
    schema: { type: 'string' },
  },
}

const challengeHeader = {
  'WWW-Authenticate': { description: 'Always `Bearer`.', schema: { type: 'string' } },
}

function success(route: Route, reference: Reference) {
  const content =
    route.kind === 'data'
      ? { 'application/json': { schema: reference(successEnvelope(route.success.data)) } }
      : Object.fromEntries(route.success.mediaTypes.map((mediaType) => [mediaType, {}]))
  const headers = Object.entries(route.success.headers ?? {}).map(
    ([name, description]) => [name, { description, schema: { type: 'string' } }] as const,
  )
  return {
    description: route.success.description,
    headers: { ...answerHeaders, ...Object.fromEntries(headers) },
    content,
  }
}

function errors(route: Route, reference: Reference): Readonly<Record<string, unknown>> {
  const codes = [...commonErrors, ...route.errors]
  const statuses = [...new Set(codes.map((code) => errorCatalogue[code].status))].sort((left, right) => left - right)
  return Object.fromEntries(
    statuses.map((status) => {
      const described = codes
        .filter((code) => errorCatalogue[code].status === status)
        .map((code) => `\`${code}\`: ${errorCatalogue[code].description}`)
      const content = { 'application/json': { schema: reference(errorEnvelope) } }
      const headers =
        status === errorCatalogue.UNAUTHORIZED.status ? { ...answerHeaders, ...challengeHeader } : answerHeaders
      return [status, { description: described.join('\n\n'), headers, content }]
    }),
  )
}

/** Moves schemas with a title to `schemas`, and replaces them by references. */
function withReferences(value: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => withReferences(item, schemas))
  if (typeof value !== 'object' || value === null) return value
  const resolved = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withReferences(item, schemas)]))
  const { title, default: defaultValue, ...schema } = resolved
  if (typeof title !== 'string') return resolved
  schemas[title] = schema
  return { $ref: `#/components/schemas/${title}`, ...(defaultValue !== undefined && { default: defaultValue }) }
}
