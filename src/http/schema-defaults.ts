/** A field with a default is always there for the handler, and never required of the caller. */
import { Type } from 'typebox'
import type { TObject, TSchema } from 'typebox'

export function declaredDefault(schema: TSchema): unknown {
  return 'default' in schema ? schema.default : undefined
}

/** The schema as callers see it: fields with a default are optional. */
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
