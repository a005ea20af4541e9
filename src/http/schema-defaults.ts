/** Handles fields with a default: always set for the handler, optional for the caller. */
import { Type } from 'typebox'
import type { TObject, TSchema } from 'typebox'

export function declaredDefault(schema: TSchema): unknown {
  return 'default' in schema ? schema.default : undefined
}

/** Returns the schema for callers, in which fields with a default are optional. */
export function withoutDefaultsRequired(schema: TObject): TObject {
  const { required: _required, properties, type: _type, ...options } = schema
  return Type.Object(
    Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [
        name,
        declaredDefault(field) === undefined ? field : Type.Optional(field),
      ]),
    ),
    options,
  )
}
