/** What every answer is wrapped in, and the metadata of lists. */
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
          description: 'Machine-readable; branch on this.',
        }),
        message: Type.String({ description: 'For people; may change.' }),
        details: Type.Optional(
          Type.Array(
            Type.Object(
              {
                path: Type.Array(Type.String(), { description: 'The names that lead to the field.' }),
                message: Type.String(),
              },
              { additionalProperties: false },
            ),
            { description: 'One item for each thing that failed validation.' },
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
    hasMore: Type.Boolean({ description: 'Whether more results follow.' }),
    cursor: Type.Optional(
      Type.String({ description: 'Pass it as `cursor` to get the next page; absent when `hasMore` is false.' }),
    ),
  },
  { title: 'PageMeta', additionalProperties: false },
)
export type PageMeta = Static<typeof pageMeta>
