/** Diagrams of a scan and the formats that they are drawn in. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { timestamp, uuid } from './fields.ts'

/** Media type of each format that a picture may be asked for in. */
export const diagramMediaTypes = {
  svg: 'image/svg+xml',
  png: 'image/png',
  pdf: 'application/pdf',
  drawio: 'application/vnd.jgraph.mxfile',
  mermaid: 'text/vnd.mermaid',
  d2: 'text/plain',
  dot: 'text/vnd.graphviz',
  html: 'text/html',
  json: 'application/json',
} as const

export type DiagramFormat = keyof typeof diagramMediaTypes
export const diagramFormats = Object.keys(diagramMediaTypes).filter(
  (format): format is DiagramFormat => format in diagramMediaTypes,
)

export const diagramThemes = ['light', 'dark'] as const
export type DiagramTheme = (typeof diagramThemes)[number]

export const diagram = Type.Object(
  {
    id: uuid('Unique diagram identifier.'),
    scanId: uuid('The scan that it was drawn from.'),
    cloudAccountId: uuid('The account connection ID.'),
    type: Type.String({ description: 'The view, e.g. `architecture`.' }),
    title: Type.String(),
    parentId: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'uuid',
      description: 'The diagram that this one shows a part of; null where it stands on its own.',
    }),
    formats: Type.Array(Type.Enum(diagramFormats, { type: 'string', title: 'DiagramFormat' }), {
      description: 'The formats that its picture can be read in.',
    }),
    createdAt: timestamp('When it was drawn.'),
  },
  { title: 'Diagram', additionalProperties: false },
)
export type DiagramSummary = Static<typeof diagram>
