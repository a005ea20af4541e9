/** Checks responses against the OpenAPI document, with another validator than the service's. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv/dist/2020.js'

export type OpenApiOperation = {
  readonly operationId: string
  readonly 'x-scope': string
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: object }[]
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema?: object }>> }>
  >
}

export type OpenApiDocument = {
  readonly openapi: string
  readonly info: { readonly description: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

export type Answer = { readonly status: number; readonly mediaType: string; readonly text: string }

export type OpenApiCheck = {
  /** Returns the differences from the document; empty if the response is as documented. */
  problems(method: string, path: string, answer: Answer): readonly string[]
}

const errorSchema = { $ref: '#/components/schemas/Error' }
/** For paths and methods outside the document. */
const undocumentedStatuses = new Set([400, 401, 404])

export function createOpenApiCheck(document: OpenApiDocument): OpenApiCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addFormat('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  const compiled = new Map<object, ValidateFunction>()

  function validate(schema: object, text: string): readonly string[] {
    let validator = compiled.get(schema)
    if (validator === undefined) {
      validator = ajv.compile({ ...schema, components: document.components })
      compiled.set(schema, validator)
    }
    const isValid = validator(JSON.parse(text))
    return isValid ? [] : (validator.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }

  return {
    problems(method, path, { status, mediaType, text }) {
      const operation = findOperation(document, method, path)
      if (operation === null) {
        if (!undocumentedStatuses.has(status)) return [`${status} where nothing is documented`]
        return method === 'HEAD' ? [] : validate(errorSchema, text)
      }
      const content = operation.responses[status]?.content[mediaType]
      if (content === undefined) return [`${status} ${mediaType} is not documented`]
      return content.schema === undefined ? [] : validate(content.schema, text)
    },
  }
}

function findOperation(document: OpenApiDocument, method: string, path: string): OpenApiOperation | null {
  for (const [template, operations] of Object.entries(document.paths)) {
    const pattern = new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
    if (pattern.test(path)) return operations[method.toLowerCase()] ?? null
  }
  return null
}
