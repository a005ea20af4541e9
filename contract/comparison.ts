/** What changed between two scans of the same account and region, and what could not be compared. */
import { Type } from 'typebox'
import { exposureComparison } from './exposure.ts'
import { json, nullableString } from './fields.ts'
import { basis, resourceReference } from './resource.ts'
import { scan } from './scan.ts'

export const comparedResource = Type.Object(
  {
    ...resourceReference.properties,
    arn: nullableString('Null if AWS provides none.'),
    name: nullableString('The `Name` tag or the name in AWS. Null if there is none.'),
  },
  { title: 'ComparedResource', additionalProperties: false },
)

export const changedResource = Type.Object(
  {
    ...comparedResource.properties,
    changes: Type.Array(
      Type.Object(
        {
          path: Type.Array(Type.String(), {
            description: 'The path of the value, for example `["properties", "state"]`.',
          }),
          before: json('The value in the base scan. Null if absent.'),
          after: json('The value in this scan. Null if absent.'),
        },
        { title: 'ChangedValue', additionalProperties: false },
      ),
    ),
  },
  { title: 'ChangedResource', additionalProperties: false },
)

export const unknownResource = Type.Object(
  {
    ...comparedResource.properties,
    unreadIn: Type.Enum(['base', 'scan'], {
      type: 'string',
      title: 'UnreadIn',
      description: "The scan that couldn't read the resource type or describe this resource.",
    }),
  },
  { title: 'UnknownResource', additionalProperties: false },
)

export const comparedRelation = Type.Object(
  {
    source: resourceReference,
    verb: Type.String(),
    target: resourceReference,
    evidence: Type.String(),
    basis,
  },
  { title: 'ComparedRelation', additionalProperties: false },
)

export const comparison = Type.Object(
  {
    base: scan,
    added: Type.Array(comparedResource),
    removed: Type.Array(comparedResource),
    changed: Type.Array(changedResource),
    unknown: Type.Array(unknownResource, {
      description:
        "Resources that couldn't be compared, because only one of the two scans could read the resource type or all details. They don't count as added, removed, or changed.",
    }),
    relationsAdded: Type.Array(comparedRelation),
    relationsRemoved: Type.Array(comparedRelation),
    exposures: exposureComparison,
  },
  { title: 'Comparison', additionalProperties: false },
)
