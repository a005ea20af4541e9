/** Schemas of the coverage: the result of each resource type in a scan. */
import { Type } from 'typebox'
import { json, nullableString } from './fields.ts'

export const coverageStatus = Type.Enum(['collected', 'denied', 'unavailable', 'failed'], {
  type: 'string',
  title: 'CoverageStatus',
  description:
    "collected: all resources were listed; denied: AWS denied access; unavailable: not available in this region; failed: couldn't be read for another reason.",
})

export const coverage = Type.Object(
  {
    type: Type.String({ description: 'CloudFormation type name.' }),
    countKey: Type.String({ description: 'The key of the type in `progress`.' }),
    status: coverageStatus,
    count: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'Number of resources. Null unless `collected`.',
    }),
    calls: Type.Integer({ description: 'AWS API calls, without retries.' }),
    retries: Type.Integer(),
    durationMs: Type.Integer({ description: 'Milliseconds.' }),
    reason: nullableString(
      "Why the type isn't `collected`. For `other`: the source of the count and what the source doesn't include. Null otherwise.",
    ),
    action: nullableString('The denied IAM action. Null unless `denied`.'),
    deniedBy: nullableString('The kind of policy that denied the action, if AWS names it.'),
    statement: json('The IAM policy statement that allows the denied actions. Null unless `denied`.'),
  },
  { title: 'Coverage', additionalProperties: false },
)
