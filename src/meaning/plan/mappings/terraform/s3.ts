/** Buckets and their access in Terraform. */
import { attribute, flagOf, ofAccount, type Mapping, type Mappings, textOf } from '../../mapping.ts'
import { NotKnown, type PlanObject } from '../../plan.ts'
import { isPublicPolicy } from '../policies.ts'

const ofBucket = { type: 'AWS::S3::Bucket', part: true, id: attribute('bucket') } as const

/** Grants to these groups make a bucket public. */
const publicAcls: ReadonlySet<string> = new Set(['public-read', 'public-read-write', 'authenticated-read'])

function isPublicAcl({ acl, access_control_policy: grants }: PlanObject): boolean | NotKnown {
  const name = textOf(acl)
  if (typeof name === 'string') return publicAcls.has(name)
  // Grants of a policy name groups by their address.
  return name instanceof NotKnown && name.why !== 'computed' ? name : grants === undefined ? false : groupIn(grants)
}

function groupIn(grants: unknown): boolean {
  return /\/groups\/global\/(?:AllUsers|AuthenticatedUsers)/u.test(JSON.stringify(grants))
}

const accountBlock: Mapping = {
  type: 'AWS::S3::AccountPublicAccessBlock',
  id: ofAccount,
  properties: { ignorePublicAcls: 'ignore_public_acls', restrictPublicBuckets: 'restrict_public_buckets' },
}

export const s3: Mappings = {
  aws_s3_bucket: { type: 'AWS::S3::Bucket', id: attribute('bucket'), name: 'bucket' },
  aws_s3_bucket_policy: {
    ...ofBucket,
    settings: (values, context) => ({ policyIsPublic: isPublicPolicy(values['policy'], context) }),
  },
  aws_s3_bucket_acl: { ...ofBucket, settings: (values) => ({ aclIsPublic: isPublicAcl(values) }) },
  aws_s3_bucket_public_access_block: {
    ...ofBucket,
    settings: ({ ignore_public_acls: ignores, restrict_public_buckets: restricts }) => ({
      ignorePublicAcls: flagOf(ignores) ?? false,
      restrictPublicBuckets: flagOf(restricts) ?? false,
    }),
  },
  aws_s3_account_public_access_block: accountBlock,
}
