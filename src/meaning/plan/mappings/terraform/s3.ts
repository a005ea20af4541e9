/** Buckets and their access in Terraform. */
import type { Json } from '../../../../graph/resource-graph.ts'
import { attribute, type Context, flagOf, ofAccount, type Mapping, type Mappings, textOf } from '../../mapping.ts'
import { NotKnown, type PlanObject, type PlanValue } from '../../plan.ts'
import { isPublicPolicy } from '../policies.ts'

const ofBucket = { type: 'AWS::S3::Bucket', part: true, id: attribute('bucket') } as const

/** Grants to these groups make a bucket public. */
const publicAcls: ReadonlySet<string> = new Set(['public-read', 'public-read-write', 'authenticated-read'])

/** `null`: it sets none. */
function isPublicAcl(acl: PlanValue | undefined, grants: PlanValue | undefined): boolean | NotKnown | null {
  const name = textOf(acl)
  if (typeof name === 'string') return publicAcls.has(name)
  if (name instanceof NotKnown && name.why !== 'computed') return name
  if (grants === undefined || grants === null || isComputed(grants)) return null
  return groupIn(grants)
}

function isComputed(value: PlanValue): boolean {
  return value instanceof NotKnown && value.why === 'computed'
}

/** Grants of a policy name groups by their address. */
function groupIn(grants: PlanValue): boolean | NotKnown {
  const unknown: NotKnown[] = []
  const text = JSON.stringify(grants, (_name, value: unknown) => {
    if (value instanceof NotKnown && value.why !== 'computed') unknown.push(value)
    return value
  })
  return /\/groups\/global\/(?:AllUsers|AuthenticatedUsers)/u.test(text) || (unknown[0] ?? false)
}

/** Older plans set the policy and the ACL with the bucket. */
function ownAccess(values: PlanObject, context: Context): Readonly<Record<string, Json | NotKnown>> {
  const { policy, acl, grant } = values
  const isPublic = isPublicAcl(acl, Array.isArray(grant) && grant.length === 0 ? null : grant)
  const hasPolicy = policy !== undefined && policy !== null && policy !== '' && !isComputed(policy)
  return {
    ...(isPublic !== null && { aclIsPublic: isPublic }),
    ...(hasPolicy && { policyIsPublic: isPublicPolicy(policy, context) }),
  }
}

const accountBlock: Mapping = {
  type: 'AWS::S3::AccountPublicAccessBlock',
  id: ofAccount,
  properties: { ignorePublicAcls: 'ignore_public_acls', restrictPublicBuckets: 'restrict_public_buckets' },
}

export const s3: Mappings = {
  aws_s3_bucket: { type: 'AWS::S3::Bucket', id: attribute('bucket'), name: 'bucket', settings: ownAccess },
  aws_s3_bucket_policy: {
    ...ofBucket,
    settings: (values, context) => ({ policyIsPublic: isPublicPolicy(values['policy'], context) }),
  },
  aws_s3_bucket_acl: {
    ...ofBucket,
    settings: ({ acl, access_control_policy: grants }) => ({ aclIsPublic: isPublicAcl(acl, grants) ?? false }),
  },
  aws_s3_bucket_public_access_block: {
    ...ofBucket,
    settings: ({ ignore_public_acls: ignores, restrict_public_buckets: restricts }) => ({
      ignorePublicAcls: flagOf(ignores) ?? false,
      restrictPublicBuckets: flagOf(restricts) ?? false,
    }),
  },
  aws_s3_account_public_access_block: accountBlock,
}
