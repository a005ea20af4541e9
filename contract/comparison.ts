/** What changed between two scans of the same account and region, and what cannot be told. */
import { Type } from 'typebox'
import { json, nullableString } from './fields.ts'
import { resourceReference } from './resource.ts'
import { scan } from './scan.ts'

export const comparedResource = Type.Object(
  {
    ...resourceReference.properties,
    arn: nullableString('Null where the provider gives none.'),
    name: nullableString('The name that people gave it; null where it has none.'),
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
            description: 'The names that lead to the value, e.g. `["properties", "state"]`.',
          }),
          before: json('The value in the base scan; null also where it was absent.'),
          after: json('The value in this scan; null also where it is absent.'),
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
      description: 'Which of the two scans could not read its type, or not describe this one.',
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
        'Resources of types that only one of the two scans could read, and those that only one of them could read in full: neither added, removed nor changed, as nobody can tell.',
    }),
    relationsAdded: Type.Array(comparedRelation),
    relationsRemoved: Type.Array(comparedRelation),
  },
  { title: 'Comparison', additionalProperties: false },
)
