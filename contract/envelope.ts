/** Schemas of the response envelope and the metadata of lists. */
import { Type } from 'typebox'
import type { Static, TSchema } from 'typebox'
import { errorCodes } from './error-catalogue.ts'

export const successEnvelope = <Data extends TSchema>(data: Data) =>
  Type.Object({ success: Type.Literal(true), data }, { additionalProperties: false })

export const errorEnvelope = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.Object(
      {
        code: Type.Enum(errorCodes, {
          type: 'string',
          title: 'ErrorCode',
          description: 'Machine-readable. Use it in code.',
        }),
        message: Type.String({ description: 'Human-readable. It may change.' }),
        details: Type.Optional(
          Type.Array(
            Type.Object(
              {
                path: Type.Array(Type.String(), { description: 'The path of the field.' }),
                message: Type.String(),
              },
              { additionalProperties: false },
            ),
            { description: 'One item for each validation error.' },
          ),
        ),
      },
      { additionalProperties: false },
    ),
  },
  { title: 'Error', additionalProperties: false },
)
export type ErrorEnvelope = Static<typeof errorEnvelope>
export type ErrorDetail = { readonly path: readonly string[]; readonly message: string }

export const pageMeta = Type.Object(
  {
    hasMore: Type.Boolean({ description: 'Whether there are more results.' }),
    cursor: Type.Optional(
      Type.String({ description: 'Pass it as `cursor` to get the next page. Absent if `hasMore` is false.' }),
    ),
  },
  { title: 'PageMeta', additionalProperties: false },
)
export type PageMeta = Static<typeof pageMeta>
