/** Stores the roles of the simulated accounts: their trust policies and permissions. */
import type { CredentialIssuer } from './credentials.ts'
import { partitionOf } from './regions.ts'
import { checkTrustPolicy, type TrustPolicy } from './trust-policy.ts'
import type { World } from './world.ts'

export type RoleSettings = {
  readonly roleArn: string
  /** The IAM actions that its identity policy allows, with wildcards (default: all read actions). */
  readonly allowedActions?: readonly string[]
} & (CommonTrust | { readonly trustPolicy: TrustPolicy })

/** Replaces a full trust policy: that of the role template, with its usual variations. */
export type CommonTrust = {
  /** The external ID that its trust policy requires; `null` for none (an open role). */
  readonly externalId: string | null
  /** Whether the trust policy allows `sts:SetSourceIdentity` (default: yes). */
  readonly allowSourceIdentity?: boolean
  /** The only trusted principal (default: the home account's). */
  readonly principalArn?: string
}

export type Role = {
  readonly roleArn: string
  readonly roleId: string
  readonly trustPolicy: TrustPolicy
  readonly allowedActions: readonly string[]
}

export type RoleRegistry = {
  find(roleArn: string): Role | undefined
  /**
   * Creates or replaces a role. Throws if the ARN is malformed, its account isn't in the world, or a condition isn't
   * supported.
   */
  set(settings: RoleSettings): void
  /** Removes a role, as the customer would. */
  remove(roleArn: string): void
}

const readActions: readonly string[] = ['*:Describe*', '*:List*', '*:Get*', '*:BatchGet*', '*:Search*', '*:Lookup*']

/** Empty at first. Unknown roles deny every caller, like missing ones in AWS. */
export function createRoleRegistry(world: World, homes: CredentialIssuer['homes']): RoleRegistry {
  const roles = new Map<string, Role>()
  return {
    find: (roleArn) => roles.get(roleArn),
    set(settings) {
      const { roleArn, allowedActions = readActions } = settings
      const [, partition = '', accountId] =
        /^arn:(aws[\w-]*):iam::(\d{12}):role\/[\w+=,.@/-]{1,512}$/.exec(roleArn) ?? []
      if (accountId === undefined) throw new RangeError(`${roleArn} is not the ARN of a role`)
      if (!world.accounts.some((account) => account.accountId === accountId && partitionOf(account) === partition)) {
        throw new RangeError(`The simulated world has no account ${accountId} in the partition ${partition}`)
      }
      const trustPolicy =
        'trustPolicy' in settings ? settings.trustPolicy : commonPolicy(settings, homes[partition]?.caller.arn ?? '')
      checkTrustPolicy(trustPolicy)
      const roleId = `AROA${Buffer.from(roleArn).toString('hex').slice(-16).toUpperCase()}`
      roles.set(roleArn, { roleArn, roleId, trustPolicy, allowedActions })
    },
    remove(roleArn) {
      roles.delete(roleArn)
    },
  }
}

function commonPolicy(
  { externalId, allowSourceIdentity = true, principalArn }: CommonTrust,
  homePrincipalArn: string,
): TrustPolicy {
  const common = { Effect: 'Allow', Principal: { AWS: principalArn ?? homePrincipalArn } } as const
  const assume = { ...common, Action: 'sts:AssumeRole' }
  return {
    Statement: [
      externalId === null ? assume : { ...assume, Condition: { StringEquals: { 'sts:ExternalId': externalId } } },
      ...(allowSourceIdentity ? [{ ...common, Action: 'sts:SetSourceIdentity' }] : []),
    ],
  }
}
