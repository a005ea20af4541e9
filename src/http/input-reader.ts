/** Reads path, query, and body of a request as its route declares them. */
import type { FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import type { ErrorDetail } from '../../contract/envelope.ts'
import { validationError } from './api-error.ts'
import { createValidator } from './validator.ts'
import type { Part } from './validator.ts'

export type DeclaredInputs = {
  readonly pathParameters: TObject
  readonly query: TObject
  /** `null` if the operation has no body. */
  readonly body: TObject | null
}

export type GivenInputs = Pick<FastifyRequest, 'params' | 'query' | 'body'>

/** Reads all parts and reports their errors together. */
export function createInputReader(route: DeclaredInputs) {
  const parts: readonly (readonly [Part, TObject | null, (request: GivenInputs) => unknown])[] = [
    ['path', route.pathParameters, (request) => request.params],
    ['query', route.query, (request) => request.query],
    ['body', route.body, (request) => request.body],
  ]
  const readers = parts.flatMap(([part, schema, read]) =>
    schema === null ? [] : [{ part, read, validate: createValidator(part, schema) }],
  )

  return (request: GivenInputs): Readonly<Record<Part, unknown>> => {
    const values: Record<Part, unknown> = { path: null, query: null, body: null }
    const details: ErrorDetail[] = []
    for (const { part, read, validate } of readers) {
      const validated = validate(read(request))
      if ('value' in validated) values[part] = validated.value
      else details.push(...validated.details)
    }
    if (details.length > 0) throw validationError(details)
    return values
  }
}
