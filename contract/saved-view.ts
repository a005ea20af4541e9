/** Schemas of saved views: diagrams of an account and region with their options and place, under a name. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { pictureQuery } from './diagram.ts'
import { nullableString, timestamp, uuid } from './fields.ts'
import { nullableId } from './scan-run.ts'
import { personName } from './session/fields.ts'

const { focus, depth, tags, types, groupBy, collapse, direction, hide, fold, compare } = pictureQuery

export const viewOptions = Type.Object(
  { focus, depth, tags, types, groupBy, collapse, direction, hide, fold, compare },
  {
    title: 'ViewOptions',
    additionalProperties: false,
    description: 'What it shows of the diagram, as in `GET /api/diagrams/{id}/content`.',
  },
)
export type ViewOptions = Static<typeof viewOptions>

const viewName = personName('unique among the views of the organization, or of the user')

/** Center and zoom in percent. */
export const placePattern = '^-?[0-9]{1,6},-?[0-9]{1,6},[0-9]{1,3}$'

export const viewVisibilities = ['organization', 'personal'] as const
export type ViewVisibility = (typeof viewVisibilities)[number]

const visibility = Type.Enum([...viewVisibilities], {
  type: 'string',
  title: 'ViewVisibility',
  default: 'organization',
  description: 'personal: only for the user who creates it in the dashboard. API keys have no personal views.',
})

const newView = {
  name: viewName,
  diagramId: uuid('The diagram, or its detail page. The view shows the same diagram of later scans.'),
  options: Type.Optional(viewOptions),
  place: Type.Optional(
    Type.String({ pattern: placePattern, description: 'Where the map opens: center and zoom in percent, `x,y,zoom`.' }),
  ),
}

export const createViewRequest = Type.Object(
  {
    ...newView,
    visibility,
    pinned: Type.Boolean({
      default: false,
      description: 'Whether it always shows the scan of this diagram. Otherwise it shows the newest completed scan.',
    }),
  },
  { title: 'CreateViewRequest', additionalProperties: false },
)
export type CreateViewRequest = Static<typeof createViewRequest>

/** As part of another request. */
export const viewOfLinkRequest = Type.Object(
  { ...newView, visibility: Type.Optional(visibility), pinned: Type.Optional(Type.Boolean()) },
  { title: 'ViewOfLinkRequest', additionalProperties: false },
)

export const renameViewRequest = Type.Object(
  { name: viewName },
  { title: 'RenameViewRequest', additionalProperties: false },
)

export const savedView = Type.Object(
  {
    id: uuid('Unique identifier of the saved view.'),
    name: Type.String(),
    visibility,
    cloudAccountId: uuid('The account connection ID.'),
    region: Type.String({ description: 'The AWS region.' }),
    type: Type.String({ description: 'The view of the diagram, for example `architecture`.' }),
    options: viewOptions,
    place: nullableString('Where the map opens. Null: where the diagram opens.'),
    pinned: Type.Boolean({ description: 'Whether it always shows one scan.' }),
    scanId: nullableId('The scan that it shows now. Null if its scan was deleted.'),
    diagramId: nullableId('The diagram that it shows now. Null if its scan was deleted.'),
    createdBy: nullableString('The name of the user or API key that created it. Null if it was deleted.'),
    createdAt: timestamp('When the view was created.'),
    updatedAt: timestamp('When the view was last renamed.'),
  },
  { title: 'SavedView', additionalProperties: false },
)
export type SavedView = Static<typeof savedView>
