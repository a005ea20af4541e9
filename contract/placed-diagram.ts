/** The JSON format of diagrams: boxes, lines, and texts with their positions, for clients that draw them. */
import { Type } from 'typebox'
import type { TSchema } from 'typebox'
import { nullableString } from './fields.ts'
import { resourceReference } from './resource.ts'

/** Increases when readers of the format have to change. New properties don't count. */
const placedDiagramVersion = 1

const object = <Properties extends Record<string, TSchema>>(title: string, properties: Properties) =>
  Type.Object(properties, { title, additionalProperties: false })

const oneOf = (values: readonly string[], description: string) =>
  Type.Enum([...values], { type: 'string', description })

const exposures = ['public', 'private', 'isolated', 'unknown'] as const
const reached = ['open', 'conditional'] as const
const edgeForms = ['request', 'event', 'egress', 'member', 'link', 'reach'] as const

const changes = ['added', 'removed', 'changed', 'unknown', 'unchanged'] as const
const change = Type.Optional(oneOf(changes, "Only with `compare`. `unknown`: one of the two scans couldn't read it."))

const point = { x: Type.Number(), y: Type.Number() }
const rectangle = { ...point, width: Type.Number({ minimum: 0 }), height: Type.Number({ minimum: 0 }) }

const text = object('PlacedText', {
  ...point,
  text: Type.String({ description: 'One line, shortened to fit. `description` has the full text.' }),
  sizePx: Type.Number(),
  weight: Type.Enum([400, 600], { type: 'integer' }),
  role: oneOf(['title', 'label', 'detail'], '`y` is its baseline.'),
  widthPx: Type.Number({ description: 'Width in the font Inter.' }),
})

const shared = {
  id: Type.String({ description: 'Unique in the diagram, and the same for the same resource in every diagram.' }),
  type: nullableString('CloudFormation type. Null for the internet and for boxes with several types.'),
  members: Type.Array(resourceReference, {
    description: 'The resources of the box, without its content.',
  }),
  presence: oneOf(
    ['read', 'external', 'unknown'],
    "`external`: outside this scan. `unknown`: couldn't be read (hatched).",
  ),
  label: Type.String(),
  detail: Type.String(),
  description: Type.String({ description: 'All details, one per line, never shortened.' }),
  opens: nullableString('The `focus` of its detail page. Null if there is none.'),
  change,
}

const node = object('DiagramNode', {
  kind: Type.Literal('node'),
  ...shared,
  form: oneOf(
    ['resource', 'stack', 'count', 'gap', 'internet'],
    "`stack`: several similar resources. `count`: the number of resources of a type on a card of the overview. `gap`: types that couldn't be read. `internet`: the internet.",
  ),
  variant: Type.String({
    description: 'A variant of the type, for example `network` for load balancers. Otherwise empty.',
  }),
  reached: Type.Optional(
    oneOf(reached, 'What the internet reaches of a `count`: all of it, or under a condition. Absent: nothing.'),
  ),
})

const group = object('DiagramGroup', {
  kind: Type.Literal('group'),
  ...shared,
  form: oneOf(
    ['account', 'region', 'network', 'zone', 'subnet', 'band', 'services', 'category', 'outside'],
    '`band` has no border and only arranges its content.',
  ),
  arrangement: oneOf(['column', 'row', 'grid', 'matrix', 'shelves', 'columns', 'aside'], 'The layout of the content.'),
  exposure: Type.Union([Type.Enum([...exposures], { type: 'string' }), Type.Null()], {
    description: 'The exposure of a subnet. Null for other forms.',
  }),
  row: Type.Integer({ description: 'The row in a `matrix`.' }),
})

const edge = object('DiagramEdge', {
  id: Type.String(),
  form: oneOf(
    edgeForms,
    '`request`: inbound requests. `event`: events, messages, and data. `egress`: outbound connections. `member`: belongs to. `link`: VPC connectivity. `reach`: traffic that security groups allow.',
  ),
  source: Type.String({ description: 'ID of a box.' }),
  target: Type.String({ description: 'ID of a box.' }),
  label: Type.String(),
  description: Type.String(),
  change,
})

export const placedDiagram = object('PlacedDiagram', {
  version: Type.Literal(placedDiagramVersion, {
    description: 'Increases when readers have to change. New properties can appear without that.',
  }),
  view: oneOf(['overview', 'architecture', 'network', 'dataflow', 'security', 'inventory'], 'The view.'),
  page: Type.String({ description: 'The `focus` of the detail page. Empty for a first page.' }),
  title: Type.String(),
  accountId: Type.String({ description: '12 digits.' }),
  accountAlias: Type.String(),
  region: Type.String(),
  direction: oneOf(['down', 'right'], 'The direction of flows.'),
  description: Type.String({ description: 'The diagram in words.' }),
  notDrawn: Type.Array(object('NotDrawn', { what: Type.String(), count: Type.Integer({ minimum: 0 }) }), {
    description: "Resources that the diagram doesn't show.",
  }),
  comparison: Type.Optional(
    Type.String({ description: 'How many resources changed since the base scan. Only with `compare`.' }),
  ),
  simplified: Type.String({
    description:
      'How the diagram was simplified, that nothing matched, or which option had no effect; otherwise empty.',
  }),
  width: Type.Number({ minimum: 0, description: 'Pixels at 100 %.' }),
  height: Type.Number({ minimum: 0 }),
  boxes: Type.Array(
    object('PlacedBox', {
      ...rectangle,
      element: Type.Union([node, group]),
      parentId: nullableString('The parent box.'),
      icon: Type.Union([object('PlacedIcon', { ...point, sizePx: Type.Number() }), Type.Null()]),
      texts: Type.Array(text),
    }),
    { description: 'Parents before their children.' },
  ),
  routes: Type.Array(
    object('PlacedRoute', {
      edge,
      points: Type.Array(object('Point', point), {
        description: 'Corner points from the border of the source to the border of the target.',
      }),
      label: Type.Union([text, Type.Null()]),
    }),
  ),
  captions: Type.Array(text, { description: 'Title and notes.' }),
  legend: Type.Array(
    object('PlacedLegendEntry', {
      ...rectangle,
      sample: oneOf(
        [
          ...edgeForms,
          ...exposures,
          ...reached,
          'gap',
          'off',
          'stack',
          'outside',
          'added',
          'removed',
          'changed',
          'uncompared',
          'unchanged',
        ],
        'The explained form. `uncompared`: changes in the state `unknown`.',
      ),
      text,
    }),
  ),
  stampAt: object('StampPlace', point),
  stamp: Type.Optional(
    Type.String({ format: 'date-time', description: 'When the scan ended. Only with `stamp=true`.' }),
  ),
})
