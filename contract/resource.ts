/** Schemas of a scan's resources and their relations. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { nullableString } from './fields.ts'

export const resourceReference = Type.Object(
  {
    type: Type.String({ description: 'CloudFormation type, for example `AWS::EC2::VPC`.' }),
    id: Type.String({ description: 'The identifier that AWS returns.' }),
  },
  { title: 'ResourceReference', additionalProperties: false },
)

export const basis = Type.Enum(['configured', 'permitted'], {
  type: 'string',
  title: 'RelationBasis',
  description:
    '`configured`: a setting names the target. `permitted`: an IAM policy allows access to exactly this resource. Whether the access is used is unknown.',
})

export const resource = Type.Object(
  {
    ...resourceReference.properties,
    arn: nullableString('Null if AWS provides none.'),
    name: nullableString('The `Name` tag or the name in AWS. Null if there is none.'),
    external: Type.Unsafe<boolean | null>({
      type: ['boolean', 'null'],
      description:
        "True if other resources reference it but the scan collected its type without it (another account or region, or deleted). Null if unknown, because its type couldn't be read.",
    }),
    partial: Type.Boolean({
      description: 'True if AWS denied the describe call, so that properties, tags, and relations may be missing.',
    }),
    tags: Type.Unsafe<Readonly<Record<string, string>>>({
      type: 'object',
      additionalProperties: { type: 'string' },
    }),
    properties: Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      additionalProperties: true,
      description: 'Properties from AWS. The keys depend on the type.',
    }),
    relations: Type.Array(
      Type.Object(
        {
          verb: Type.String({ description: 'For example `contained in`, `attached to`, or `routes to`.' }),
          target: resourceReference,
          evidence: Type.String({ description: 'The field of the AWS response that proves the relation.' }),
          basis,
        },
        { title: 'ResourceRelation', additionalProperties: false },
      ),
      { description: "Targets are resources of the scan, except AWS managed KMS keys, which scans don't include." },
    ),
  },
  { title: 'Resource', additionalProperties: false },
)
export type ResourceObject = Static<typeof resource>
