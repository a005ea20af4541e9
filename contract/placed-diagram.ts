/** The JSON format of pictures: boxes, lines and texts with their places, for those who draw them themselves. */
import { Type } from 'typebox'
import type { TSchema } from 'typebox'
import { nullableString } from './fields.ts'
import { resourceReference } from './resource.ts'

/** Raised when a reader of the format must change. New properties are no such change. */
const placedDiagramVersion = 1

const object = <Properties extends Record<string, TSchema>>(title: string, properties: Properties) =>
  Type.Object(properties, { title, additionalProperties: false })

const oneOf = (values: readonly string[], description: string) =>
  Type.Enum([...values], { type: 'string', description })

const exposures = ['public', 'private', 'isolated', 'unknown'] as const
const edgeForms = ['request', 'event', 'egress', 'member', 'link', 'reach'] as const

const point = { x: Type.Number(), y: Type.Number() }
const rectangle = { ...point, width: Type.Number({ minimum: 0 }), height: Type.Number({ minimum: 0 }) }

const text = object('PlacedText', {
  ...point,
  text: Type.String({ description: 'One line, shortened to its place; the whole is in the `description`.' }),
  sizePx: Type.Number(),
  weight: Type.Enum([400, 600], { type: 'integer' }),
  role: oneOf(['title', 'label', 'detail'], '`y` is its baseline.'),
  widthPx: Type.Number({ description: 'In Inter.' }),
})

const shared = {
  id: Type.String({ description: 'Unique in the picture; the same for the same resource in every picture.' }),
  type: nullableString('CloudFormation type name; null for the internet, and where it stands for several types.'),
  members: Type.Array(resourceReference, {
    description: 'The resources that it stands for, its content not included.',
  }),
  presence: oneOf(
    ['read', 'external', 'unknown'],
    '`external`: outside this scan. `unknown`: could not be read, drawn hatched.',
  ),
  label: Type.String(),
  detail: Type.String(),
  description: Type.String({ description: 'Everything that there is to say, one statement a line, never shortened.' }),
  opens: nullableString('The `focus` of the page that shows it alone; null where there is nothing more to show.'),
}

const node = object('DiagramNode', {
  kind: Type.Literal('node'),
  ...shared,
  form: oneOf(
    ['resource', 'stack', 'gap', 'unavailable', 'internet'],
    '`stack`: several alike. `gap`: a type that could not be read. `unavailable`: types that the region does not offer. `internet`: where traffic comes from.',
  ),
  variant: Type.String({ description: 'A finer kind within the type, e.g. `network` of load balancers; else empty.' }),
})

const group = object('DiagramGroup', {
  kind: Type.Literal('group'),
  ...shared,
  form: oneOf(
    ['account', 'region', 'network', 'zone', 'subnet', 'band', 'services', 'category', 'outside'],
    '`band` has no border; it only orders what it holds.',
  ),
  arrangement: oneOf(
    ['column', 'row', 'grid', 'matrix', 'shelves', 'columns', 'aside'],
    'How what it holds was laid out.',
  ),
  exposure: Type.Union([Type.Enum([...exposures], { type: 'string' }), Type.Null()], {
    description: 'How a subnet reaches the internet; null for every other form.',
  }),
  row: Type.Integer({ description: 'In which a `matrix` aligned it.' }),
})

const edge = object('DiagramEdge', {
  id: Type.String(),
  form: oneOf(
    edgeForms,
    '`request`: the way of requests in. `event`: what is handed on. `egress`: connections out. `member`: belongs to. `link`: networks joined. `reach`: may reach, as security groups allow.',
  ),
  source: Type.String({ description: 'Id of a box.' }),
  target: Type.String({ description: 'Id of a box.' }),
  label: Type.String(),
  description: Type.String(),
})

export const placedDiagram = object('PlacedDiagram', {
  version: Type.Literal(placedDiagramVersion, {
    description: 'Raised when readers must change; new properties may come without.',
  }),
  view: oneOf(['architecture', 'network', 'dataflow', 'security', 'inventory'], 'What of the account it shows.'),
  page: Type.String({ description: 'The `focus` that selects the page; empty for the overview.' }),
  title: Type.String(),
  accountId: Type.String({ description: '12 digits.' }),
  accountAlias: Type.String(),
  region: Type.String(),
  direction: oneOf(['down', 'right'], 'Where flows lead.'),
  description: Type.String({ description: 'The picture in words.' }),
  notDrawn: Type.Array(object('NotDrawn', { what: Type.String(), count: Type.Integer({ minimum: 0 }) }), {
    description: 'What the account holds and the picture leaves out.',
  }),
  simplified: Type.String({
    description:
      'How the picture had to be simplified, that it has nothing of what was asked or looked for, or which option changes nothing on it; empty otherwise.',
  }),
  width: Type.Number({ minimum: 0, description: 'Pixels at 100 %.' }),
  height: Type.Number({ minimum: 0 }),
  boxes: Type.Array(
    object('PlacedBox', {
      ...rectangle,
      element: Type.Union([node, group]),
      parentId: nullableString('The box that contains it.'),
      icon: Type.Union([object('PlacedIcon', { ...point, sizePx: Type.Number() }), Type.Null()]),
      texts: Type.Array(text),
    }),
    { description: 'Parents before what they contain.' },
  ),
  routes: Type.Array(
    object('PlacedRoute', {
      edge,
      points: Type.Array(object('Point', point), {
        description: 'Corners from the border of the source to that of the target.',
      }),
      label: Type.Union([text, Type.Null()]),
    }),
  ),
  captions: Type.Array(text, { description: 'Title and what is said below the picture.' }),
  legend: Type.Array(
    object('PlacedLegendEntry', {
      ...rectangle,
      sample: oneOf([...edgeForms, ...exposures, 'gap', 'stack', 'outside'], 'What it explains.'),
      text,
    }),
  ),
  stampAt: object('StampPlace', point),
  stamp: Type.Optional(Type.String({ format: 'date-time', description: 'With `stamp=true`: when the scan ended.' })),
})
