/** Schemas of searches and questions of the interactive diagram. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { resourceReference } from '../resource.ts'

export const searchQuery = Type.Object(
  { q: Type.String({ minLength: 1, maxLength: 512, description: 'A port such as `tcp 22`, or words.' }) },
  { additionalProperties: false },
)

/** GET /session/scans/{id}/search: resources with this port, or with these words in a property, tag, or identifier. */
export const foundResources = Type.Object(
  {
    resources: Type.Array(resourceReference, { description: 'The first 2,000.' }),
    matches: Type.Integer({ description: 'The number of all matches.' }),
  },
  { title: 'FoundResources', additionalProperties: false },
)
export type FoundResources = Static<typeof foundResources>

/** GET /session/scans/{id}/unused */
export const unusedList = Type.Object(
  {
    resources: Type.Array(resourceReference, { description: 'Resources that nothing uses.' }),
    unknown: Type.Array(Type.String(), {
      description: "CloudFormation types with resources whose use is unknown, because something couldn't be read.",
    }),
  },
  { title: 'UnusedList', additionalProperties: false },
)
export type UnusedList = Static<typeof unusedList>
