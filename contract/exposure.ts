/** Schemas of exposures: what can be reached from outside the account or used by other accounts. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { nullableString } from './fields.ts'

export const verdicts = ['open', 'conditional', 'unknown'] as const

const wayIn = {
  resource: Type.Object(
    {
      type: Type.String({ description: 'CloudFormation type, for example `AWS::EC2::Instance`.' }),
      id: nullableString(
        "The identifier that AWS returns. Null: resources of this type may be exposed, because the deciding data couldn't be read.",
      ),
      arn: nullableString('Null if AWS provides none.'),
      name: nullableString('The `Name` tag or the name in AWS. Null if there is none.'),
    },
    { title: 'ExposedResource', additionalProperties: false },
  ),
  from: Type.String({
    description:
      'The source that can reach or use it: `internet`, `other accounts`, or CIDR blocks, separated by commas.',
  }),
  accounts: Type.Array(Type.String(), {
    description: 'The account IDs, sorted. Empty if `from` is not `other accounts`, or if they are unknown.',
  }),
  by: Type.String({
    description:
      'What exposes it, for example `resource policy`, `internet-facing scheme`, or `load balancer` for targets.',
  }),
  protocol: nullableString('For example `tcp`, or `all`. Null if it has none, or if unknown.'),
  ports: nullableString(
    'For example `443`, `1024-65535`, or `80,443`. Null for all ports, without ports, or if unknown.',
  ),
}

export const exposureStep = Type.Object(
  {
    type: Type.String({ description: 'CloudFormation type.' }),
    id: Type.String({ description: 'The identifier that AWS returns.' }),
    evidence: Type.String({ description: 'The setting that allows access.' }),
  },
  { title: 'ExposureStep', additionalProperties: false },
)

export const exposure = Type.Object(
  {
    ...wayIn,
    verdict: Type.Enum([...verdicts], {
      type: 'string',
      title: 'ExposureVerdict',
      description:
        "open: without conditions; conditional: callers have to meet a condition; unknown: some of the deciding data couldn't be read.",
    }),
    condition: nullableString('The condition that callers have to meet. Null unless `conditional`.'),
    path: Type.Array(exposureStep, { description: 'The path from the source to the resource, which comes last.' }),
    unknownBecause: Type.Array(
      Type.Object(
        {
          type: Type.String({ description: "The CloudFormation type that couldn't be read." }),
          action: nullableString('The IAM action that reads it, if known.'),
          reason: Type.Optional(
            Type.String({ description: "Why it wasn't read, if the coverage of the type has a reason." }),
          ),
        },
        { title: 'ExposureUnread', additionalProperties: false },
      ),
      { description: "What couldn't be read. Empty unless `unknown`." },
    ),
    accessAnalyzer: nullableString(
      'What IAM Access Analyzer found, or that it found nothing. Null if no analyzer covers it, or its findings could not be read.',
    ),
  },
  { title: 'Exposure', additionalProperties: false },
)
export type ExposureObject = Static<typeof exposure>

const exposureState = Type.Object(
  {
    verdict: Type.Enum(['open', 'conditional', 'unknown', 'closed'], {
      type: 'string',
      title: 'ComparedVerdict',
      description: 'closed: what was read shows that it is not exposed in this way; the others as in exposures.',
    }),
    condition: nullableString('What callers have to meet. Null unless `conditional`.'),
  },
  { title: 'ExposureState', additionalProperties: false },
)

export const comparedExposure = Type.Object(
  { ...wayIn, before: exposureState, after: exposureState },
  { title: 'ComparedExposure', additionalProperties: false },
)

export const exposureComparison = Type.Object(
  {
    opened: Type.Array(comparedExposure, { description: 'Not all of it was open in the base scan.' }),
    closed: Type.Array(comparedExposure, { description: 'Not all of it is open in this scan.' }),
    changed: Type.Array(comparedExposure, { description: 'Open or conditional in both, in another way.' }),
    unknown: Type.Array(comparedExposure, {
      description: "Couldn't be compared: unknown in one of the two scans. They don't count as opened or closed.",
    }),
  },
  { title: 'ExposureComparison', additionalProperties: false },
)
