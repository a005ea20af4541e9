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

/** How far boxes stand for several resources: by name, or by the number of the level. Views have as many levels as they need; a higher number is their last. */
export const collapseLevels: Readonly<Record<string, number>> = {
  resources: 0,
  alike: 1,
  few: 2,
  subnets: 3,
  networks: 11,
}

/** Characters of a focus, an expression or a list. */
const longestText = 2_048

const asText = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: longestText, description }))

/** What of a view a picture shows, and how. */
export const pictureQuery = {
  focus: asText(
    'Draws a part of the view: a resource by identifier, ARN, unique name or `TYPE/ID`, a network with all that is in it, or what a box of several resources `opens`.',
  ),
  depth: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 5,
      description: 'Steps around the focus that are drawn too. By default 1 around a resource, 0 around a network.',
    }),
  ),
  tags: asText(
    'Draws only what has these tags, e.g. `env=prod and (team=payments or not public)`. A key alone: has the tag; `!=`; quotes around what holds spaces or signs.',
  ),
  types: asText('Draws only these types, or hides those with a minus, e.g. `AWS::EC2::Instance,-AWS::SQS::Queue`.'),
  groupBy: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description:
        'Gathers boxes by the values of this tag. A picture that it changes nothing on says so, and `simplified` in its JSON.',
    }),
  ),
  collapse: Type.Optional(
    Type.String({
      pattern: `^(?:[0-9]|10|11|${Object.keys(collapseLevels).join('|')})$`,
      description: `How far boxes stand for several resources: 0 (as little as a picture can hold) to 11, or ${Object.keys(collapseLevels).join(', ')}. By default the least that keeps a page within 150 boxes.`,
    }),
  ),
  direction: Type.Optional(
    Type.Enum(['down', 'right'], {
      type: 'string',
      title: 'DiagramDirection',
      description:
        'Where flows lead: in the views `dataflow` and `security`, and in Mermaid, D2 and DOT. Pictures of nested boxes stand the same in every direction, and say so.',
    }),
  ),
  scale: Type.Integer({ minimum: 1, maximum: 2, default: 1, description: 'Of PNG: pixels for each pixel at 100 %.' }),
  part: Type.Integer({
    minimum: 1,
    default: 1,
    description: 'Of Mermaid: which of the parts that the first one links.',
  }),
  characterLimit: Type.Integer({
    minimum: 3_000,
    maximum: 50_000,
    default: 50_000,
    description: 'Of Mermaid: characters that one part may have, e.g. 5000 where a forge draws no more.',
  }),
}

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
