/** Schemas of a scan's diagrams, and their formats. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { baseForms, basePattern } from './comparison-base.ts'
import { timestamp, uuid } from './fields.ts'

/** The media type of each format. */
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

/** What a diagram can leave out: the arrows of a form, types that couldn't be read, and what is outside the scan. */
export const diagramLayers = ['request', 'event', 'egress', 'member', 'link', 'reach', 'gap', 'outside'] as const
export type DiagramLayer = (typeof diagramLayers)[number]

export const diagramThemes = ['light', 'dark'] as const
export type DiagramTheme = (typeof diagramThemes)[number]

/**
 * How far boxes summarize several resources: names and numbers of the levels. Views have as many levels as they need. A
 * higher number means the last one.
 */
export const collapseLevels: Readonly<Record<string, number>> = {
  resources: 0,
  alike: 1,
  few: 2,
  subnets: 3,
  networks: 11,
}

/** The maximum number of characters of a focus, an expression, or a list. */
const longestText = 2_048
const mostFolded = 200

const asText = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: longestText, description }))

/** The part of a view that a diagram shows, and how. */
export const pictureQuery = {
  focus: asText(
    'Draws a part of the view: a resource by identifier, ARN, unique name, or `TYPE/ID`; a VPC with its content; or the value of `opens` of a box.',
  ),
  depth: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 5,
      description: 'Steps around the focus to draw. Default: 1 for a resource, 0 for a VPC.',
    }),
  ),
  tags: asText(
    'Draws only resources with these tags, for example `env=prod and (team=payments or not public)`. A key alone: has the tag. Also `!=`. Quote keys and values with spaces or special characters.',
  ),
  types: asText(
    'Draws only these types, or hides those with a minus, for example `AWS::EC2::Instance,-AWS::SQS::Queue`.',
  ),
  groupBy: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description:
        'Groups boxes by the values of this tag. If it has no effect, the diagram has a note (`simplified` in JSON).',
    }),
  ),
  collapse: Type.Optional(
    Type.String({
      pattern: `^(?:[0-9]|10|11|${Object.keys(collapseLevels).join('|')})$`,
      description: `How far to summarize similar resources: 0 (least) to 11 (most), or ${Object.keys(collapseLevels).join(', ')}. Default: the lowest level with at most 75 boxes on a first page, and 150 on a detail page.`,
    }),
  ),
  direction: Type.Optional(
    Type.Enum(['down', 'right'], {
      type: 'string',
      title: 'DiagramDirection',
      description:
        'The direction of flows in the views `dataflow` and `security`, and in Mermaid, D2, and DOT with `detail=all`. It has no effect on other diagrams, which then have a note.',
    }),
  ),
  hide: Type.Optional(
    Type.Array(Type.Enum([...diagramLayers], { type: 'string', title: 'DiagramLayer' }), {
      maxItems: diagramLayers.length,
      description: 'Leaves out these layers, and says so on the diagram. Repeat the parameter for several.',
    }),
  ),
  fold: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: longestText }), {
      maxItems: mostFolded,
      description: 'Draws these groups as one box each, by `id`. Repeat the parameter for several.',
    }),
  ),
  compare: Type.Optional(
    Type.String({
      pattern: basePattern,
      description: `Draws the changes since another scan: what was added, removed, or changed, and what couldn't be compared. The other scan: ${baseForms}`,
    }),
  ),
  scale: Type.Integer({ minimum: 1, maximum: 2, default: 1, description: 'PNG only: pixel density.' }),
  detail: Type.Enum(['summary', 'all'], {
    type: 'string',
    title: 'DiagramDetail',
    default: 'summary',
    description:
      'Mermaid, D2, and DOT only: a summary of at most 60 boxes and 80 arrows that says what it leaves out, or all of them. Other formats always have all.',
  }),
  part: Type.Integer({
    minimum: 1,
    default: 1,
    description: 'Mermaid only: the part to return. The first part links the others.',
  }),
  characterLimit: Type.Integer({
    minimum: 3_000,
    maximum: 50_000,
    default: 50_000,
    description: 'Mermaid only: maximum characters of one part.',
  }),
}

export const diagram = Type.Object(
  {
    id: uuid('Unique diagram identifier.'),
    scanId: uuid('The scan of the diagram.'),
    cloudAccountId: uuid('The account connection ID.'),
    type: Type.String({ description: 'The view, for example `architecture`.' }),
    title: Type.String(),
    parentId: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'uuid',
      description: 'The first page that this detail page belongs to. Null for a first page.',
    }),
    formats: Type.Array(Type.Enum(diagramFormats, { type: 'string', title: 'DiagramFormat' }), {
      description: 'The available formats.',
    }),
    createdAt: timestamp('When the diagram was created.'),
  },
  { title: 'Diagram', additionalProperties: false },
)
export type DiagramSummary = Static<typeof diagram>
