/** Schemas of a scan's resources for the dashboard's table and side panel. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { pageMeta } from '../envelope.ts'
import { pageQuery } from '../list-query.ts'
import { nullableString } from '../fields.ts'
import { basis, resource, resourceReference } from '../resource.ts'

/** Alternative conditions of one kind. Matching resources meet one condition of each given kind. */
const oneOf = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 512 }), { maxItems: 50, description }))

const filters = {
  type: oneOf('Only these CloudFormation types.'),
  tag: oneOf(
    'Only resources with these tags: `key` or `key=value`. Values of one key are alternatives. Each key has to match.',
  ),
  q: oneOf('Only resources with all words of one of these texts in their ID, ARN, or name, in any letter case.'),
  network: oneOf('Only these VPCs, by ID, and their resources.'),
  state: oneOf('Only resources whose `state` or `status` is one of these, in any letter case.'),
  public: Type.Optional(
    Type.Array(Type.Enum(['true', 'conditional', 'false', 'unknown'], { type: 'string', title: 'ResourcePublic' }), {
      maxItems: 4,
      description:
        'Only resources that the internet can reach, can reach under a condition, cannot reach, or may be able to reach.',
    }),
  ),
  external: Type.Optional(
    Type.Array(Type.Enum(['true', 'false', 'unknown'], { type: 'string', title: 'ResourceExternal' }), {
      maxItems: 3,
      description:
        'Only resources outside the scan (`true`), resources that the scan found (`false`), or resources for which that is unknown.',
    }),
  ),
}

export const resourceSortKeys = ['type', 'id', 'name', 'kind', 'network', 'state', 'public', 'relations'] as const

/**
 * GET /session/scans/{id}/resources: `data` is a `resourceList`. With `format=csv`, the response is a file with all
 * matches.
 */
export const resourceListQuery = Type.Object(
  {
    ...filters,
    sort: Type.Enum(resourceSortKeys, {
      type: 'string',
      title: 'ResourceSortKey',
      default: 'type',
      description: 'Ties are broken by type, then ID. Resources without a value come last.',
    }),
    descending: Type.Boolean({ default: false }),
    format: Type.Enum(['json', 'csv'], { type: 'string', title: 'ResourceListFormat', default: 'json' }),
    ...pageQuery,
  },
  { additionalProperties: false },
)
export type ResourceListQuery = Static<typeof resourceListQuery>

const { arn, name, external, partial, tags } = resource.properties

export const resourceRow = Type.Object(
  {
    ...resourceReference.properties,
    arn,
    name,
    external,
    partial,
    state: nullableString('Its `state` or `status`, as in AWS.'),
    tags,
    networks: Type.Array(
      Type.Object(
        { id: Type.String(), name: nullableString('The name of the VPC.') },
        { title: 'ResourceNetwork', additionalProperties: false },
      ),
      { description: 'The VPCs that it is in, or is attached to.' },
    ),
    public: Type.Unsafe<boolean | 'conditional' | null>({
      enum: [true, 'conditional', false, null],
      description:
        'Whether the internet can reach it, from its exposure. `conditional` if callers have to meet a condition. Null if unknown.',
    }),
    relations: Type.Integer({ description: 'Number of outgoing relations.' }),
  },
  { title: 'ResourceRow', additionalProperties: false },
)
export type ResourceRow = Static<typeof resourceRow>

export const resourceList = Type.Object(
  {
    resources: Type.Array(resourceRow),
    matches: Type.Integer({ description: 'The number of matching resources, on all pages.' }),
    meta: pageMeta,
  },
  { title: 'ResourceList', additionalProperties: false },
)
export type ResourceList = Static<typeof resourceList>

const relatedResource = Type.Object(
  {
    verb: Type.String({
      description: 'For example `contained in`. For incoming relations, the subject is the other resource.',
    }),
    resource: Type.Object(
      {
        ...resourceReference.properties,
        name: nullableString('The name; null without a name, or if it was not read.'),
      },
      { additionalProperties: false },
    ),
    evidence: Type.String({ description: 'The field of the AWS response with this relation.' }),
    basis,
  },
  { title: 'RelatedResource', additionalProperties: false },
)

/** GET /session/scans/{id}/resources/{type}/{resourceId}, both percent-encoded. */
export const resourceDetails = Type.Object(
  {
    ...resource.properties,
    outgoing: Type.Array(relatedResource, { description: 'Outgoing relations: the same as `relations`, with names.' }),
    incoming: Type.Array(relatedResource, { description: 'Incoming relations.' }),
  },
  { title: 'ResourceDetails', additionalProperties: false },
)
export type ResourceDetails = Static<typeof resourceDetails>

/** POST /session/scans/{id}/resource-names: the names of these resources; read-only. */
export const resourceNamesRequest = Type.Object(
  { resources: Type.Array(resourceReference, { maxItems: 200 }) },
  { additionalProperties: false },
)

/** Each resource of the scan once, without unknown ones. */
export const resourceNames = Type.Object(
  {
    resources: Type.Array(
      Type.Object(
        { ...resourceReference.properties, name: nullableString('Null without a name, or if it was not read.') },
        { additionalProperties: false },
      ),
    ),
  },
  { title: 'ResourceNames', additionalProperties: false },
)
export type ResourceNames = Static<typeof resourceNames>
