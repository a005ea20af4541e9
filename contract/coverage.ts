/** What became of each resource type in a scan. */
import { Type } from 'typebox'
import { json, nullableString } from './fields.ts'

export const coverage = Type.Object(
  {
    type: Type.String({ description: 'CloudFormation type name.' }),
    countKey: Type.String({ description: "The key of the type's count in `progress`." }),
    status: Type.Enum(['collected', 'denied', 'unavailable', 'failed'], {
      type: 'string',
      title: 'CoverageStatus',
      description:
        'collected: read in full; denied: the role may not read it; unavailable: the region does not have the service; failed: it could not be read for another reason.',
    }),
    count: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'Resources read; null unless `collected`.',
    }),
    calls: Type.Integer({ description: 'Calls made to the provider, repeated ones not counted.' }),
    retries: Type.Integer(),
    durationMs: Type.Integer({ description: 'Milliseconds.' }),
    reason: nullableString(
      'Why it is not `collected`; of `other`, which source counted and what that source does not see; otherwise null.',
    ),
    action: nullableString('The denied IAM action; null unless `denied`.'),
    deniedBy: nullableString("Which kind of policy denied it, as far as the provider's answer tells."),
    statement: json('The IAM policy statement that would allow what was denied; null unless `denied`.'),
  },
  { title: 'Coverage', additionalProperties: false },
)
