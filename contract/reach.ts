/**
 * Schemas of reachability and impact: whether a connection can be made, what depends on a resource, and what couldn't
 * be read.
 */
import { Type } from 'typebox'
import { nullableString } from './fields.ts'
import { resourceReference } from './resource.ts'

export const unreadType = Type.Object(
  {
    type: Type.String({ description: 'CloudFormation type.' }),
    action: nullableString('The denied IAM action. Null if no action was denied.'),
    account: nullableString('The account ID, if known.'),
    region: nullableString('The region, if known.'),
    reason: Type.String({ description: 'What is missing or not supported.' }),
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

export const reachBlock = Type.Object(
  {
    ...resourceReference.properties,
    direction: Type.Unsafe<'ingress' | 'egress' | null>({
      type: ['string', 'null'],
      enum: ['ingress', 'egress', null],
      description: 'The direction of the traffic at this component. Null if it has none.',
    }),
    code: Type.String({ description: 'An explanation code of VPC Reachability Analyzer, with the same meaning.' }),
    reason: Type.String(),
  },
  { title: 'ReachBlock', additionalProperties: false },
)

export const reachAnswer = Type.Object(
  {
    verdict: Type.Enum(['reachable', 'blocked', 'unknown'], {
      type: 'string',
      title: 'ReachVerdict',
      description:
        "reachable: packets pass in both directions; blocked: they do not; unknown: it depends on something that couldn't be read or is not supported.",
    }),
    path: Type.Array(hop, { description: 'The hops from the source to the destination, as far as packets get.' }),
    returnPath: Type.Array(hop, {
      description: 'The hops from the destination back to the source, as far as packets get.',
    }),
    blockedBy: Type.Array(reachBlock),
    unknownBecause: Type.Array(unreadType),
  },
  { title: 'ReachAnswer', additionalProperties: false },
)

export const dependent = Type.Object(
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
        'breaks: it stops working; degrades: it loses function or redundancy; orphaned: it remains without a purpose; unknown: the relation does not show which side depends on the other.',
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
      {
        description:
          'The relations between the resource and this dependent: each joins one resource with the next, in either direction.',
      },
    ),
  },
  { title: 'Dependent', additionalProperties: false },
)

export const impact = Type.Object(
  {
    dependents: Type.Array(dependent),
    unknownBecause: Type.Array(unreadType, {
      description: "Types that couldn't be read, so that their dependents of the resource are unknown.",
    }),
  },
  { title: 'Impact', additionalProperties: false },
)
