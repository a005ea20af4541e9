/** Resources of a scan and the relations between them. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { nullableString } from './fields.ts'

export const resourceReference = Type.Object(
  {
    type: Type.String({ description: 'CloudFormation type name, e.g. `AWS::EC2::VPC`.' }),
    id: Type.String({ description: "The identifier that the provider's own list call reports." }),
  },
  { title: 'ResourceReference', additionalProperties: false },
)

export const resource = Type.Object(
  {
    ...resourceReference.properties,
    arn: nullableString('Null where the provider gives none.'),
    name: nullableString('The name that people gave it; null where it has none.'),
    external: Type.Unsafe<boolean | null>({
      type: ['boolean', 'null'],
      description:
        'True where another resource points to it, and its own type was read without it (another account or region, or deleted); null where that cannot be told, because its own type could not be read.',
    }),
    partial: Type.Boolean({
      description:
        'True where the provider refused to describe it: what it lacks of properties, tags and relations was not told, and may exist.',
    }),
    tags: Type.Unsafe<Readonly<Record<string, string>>>({
      type: 'object',
      additionalProperties: { type: 'string' },
    }),
    properties: Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      additionalProperties: true,
      description: 'What the provider says of it; the keys depend on its type.',
    }),
    relations: Type.Array(
      Type.Object(
        {
          verb: Type.String({ description: 'E.g. `contained in`, `attached to`, `routes to`.' }),
          target: resourceReference,
          evidence: Type.String({ description: 'Which field of which answer of the provider proves it.' }),
        },
        { title: 'ResourceRelation', additionalProperties: false },
      ),
    ),
  },
  { title: 'Resource', additionalProperties: false },
)
export type ResourceObject = Static<typeof resource>
