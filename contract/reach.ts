/** Whether a connection can be made, what depends on a resource, and what would have to be read to tell. */
import { Type } from 'typebox'
import { nullableString } from './fields.ts'
import { resourceReference } from './resource.ts'

export const unreadType = Type.Object(
  {
    type: Type.String({ description: 'CloudFormation type.' }),
    action: nullableString('The denied IAM action. Null if no action was denied.'),
    account: nullableString('The account number, if known.'),
    region: nullableString('The region, if known.'),
    reason: Type.String({ description: 'What is missing or not modeled, in words.' }),
  },
  { title: 'UnreadType', additionalProperties: false },
)

const hop = Type.Object(
  {
    ...resourceReference.properties,
    account: Type.String(),
    region: Type.String(),
    evidence: Type.String({ description: 'The route, rule, entry, or setting that lets the packets through.' }),
  },
  { title: 'Hop', additionalProperties: false },
)

export const reachAnswer = Type.Object(
  {
    verdict: Type.Enum(['reachable', 'blocked', 'unknown'], {
      type: 'string',
      title: 'ReachVerdict',
      description:
        'reachable: there is a way there and back; blocked: there is none; unknown: what decides was not read or is not modeled.',
    }),
    path: Type.Array(hop, { description: 'From the source to the destination, as far as it goes.' }),
    returnPath: Type.Array(hop, { description: 'From the destination back, as far as it goes.' }),
    blockedBy: Type.Array(
      Type.Object(
        {
          ...resourceReference.properties,
          direction: Type.Unsafe<'ingress' | 'egress' | null>({
            type: ['string', 'null'],
            enum: ['ingress', 'egress', null],
            description: 'The direction of the traffic at this component. Null if it has none.',
          }),
          code: Type.String({ description: 'With the meaning of the explanation code of VPC Reachability Analyzer.' }),
          reason: Type.String(),
        },
        { title: 'ReachBlock', additionalProperties: false },
      ),
    ),
    unknownBecause: Type.Array(unreadType),
  },
  { title: 'ReachAnswer', additionalProperties: false },
)

export const impact = Type.Object(
  {
    dependents: Type.Array(
      Type.Object(
        {
          resource: Type.Object(
            {
              ...resourceReference.properties,
              arn: nullableString('Null if AWS provides none.'),
              name: nullableString('The `Name` tag or the name in AWS. Null if there is none.'),
            },
            { title: 'DependentResource', additionalProperties: false },
          ),
          effect: Type.Enum(['breaks', 'degrades', 'orphaned', 'unknown'], {
            type: 'string',
            title: 'ImpactEffect',
            description:
              'breaks: it cannot work without it; degrades: it does less or has others left; orphaned: it stays and serves nothing; unknown: the relation does not tell which side needs the other.',
          }),
          path: Type.Array(
            Type.Object(
              {
                source: resourceReference,
                verb: Type.String(),
                target: resourceReference,
                evidence: Type.String({ description: 'The field of the AWS response that proves the relation.' }),
              },
              { title: 'ImpactStep', additionalProperties: false },
            ),
            { description: 'From the resource to this one: the source of each step depends on its target.' },
          ),
        },
        { title: 'Dependent', additionalProperties: false },
      ),
    ),
    unknownBecause: Type.Array(unreadType, {
      description: "Types that couldn't be read: what of them depends on the resource is unknown.",
    }),
  },
  { title: 'Impact', additionalProperties: false },
)
