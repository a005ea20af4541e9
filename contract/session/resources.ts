/** Resources of a scan as the dashboard's table and side panel show them. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { pageQuery, textFilter } from '../list-query.ts'
import { nullableString } from '../fields.ts'
import { resource, resourceReference } from '../resource.ts'

const filters = {
  type: textFilter('Only this CloudFormation type.'),
  tag: textFilter('Only resources with this tag: `key` or `key=value`.'),
  q: textFilter('Only resources with this text in their id, ARN or name, in any letter case.'),
  network: textFilter('Only the network with this id, e.g. `vpc-…`, and what lies in it.'),
  state: textFilter('Only resources whose `state` or `status` is this, in any letter case.'),
  public: Type.Optional(
    Type.Boolean({ description: 'Only resources that can, or cannot, be reached from the internet by address.' }),
  ),
}

/** GET /session/scans/{id}/resources: `data.resources`, `data.meta`; with `format=csv` all that match, as a file. */
export const resourceListQuery = Type.Object(
  {
    ...filters,
    format: Type.Enum(['json', 'csv'], { type: 'string', title: 'ResourceListFormat', default: 'json' }),
    ...pageQuery,
  },
  { additionalProperties: false },
)

const relatedResource = Type.Object(
  {
    verb: Type.String({ description: 'E.g. `contained in`; of an incoming relation, read from the other resource.' }),
    resource: Type.Object(
      {
        ...resourceReference.properties,
        name: nullableString('The name that people gave it; null where it has none or was not read.'),
      },
      { additionalProperties: false },
    ),
    evidence: Type.String({ description: 'Which field of which answer of the provider proves it.' }),
  },
  { title: 'RelatedResource', additionalProperties: false },
)

/** GET /session/scans/{id}/resources/{type}/{resourceId}, both percent-encoded. */
export const resourceDetails = Type.Object(
  {
    ...resource.properties,
    outgoing: Type.Array(relatedResource, { description: 'What it points to; as `relations`, with names.' }),
    incoming: Type.Array(relatedResource, { description: 'What points to it.' }),
  },
  { title: 'ResourceDetails', additionalProperties: false },
)
export type ResourceDetails = Static<typeof resourceDetails>

/** POST /session/scans/{id}/resource-names: what people call these resources; changes nothing. */
export const resourceNamesRequest = Type.Object(
  { resources: Type.Array(resourceReference, { maxItems: 200 }) },
  { additionalProperties: false },
)

/** Of those that the scan knows, each once. */
export const resourceNames = Type.Object(
  {
    resources: Type.Array(
      Type.Object(
        { ...resourceReference.properties, name: nullableString('Null where it has none or was not read.') },
        { additionalProperties: false },
      ),
    ),
  },
  { title: 'ResourceNames', additionalProperties: false },
)
export type ResourceNames = Static<typeof resourceNames>
