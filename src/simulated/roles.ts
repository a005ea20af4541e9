/** Roles of the simulated accounts: who may assume them, with which external id, and what they may do. */
import { partitionOf } from './regions.ts'
import type { World } from './world.ts'

export type RoleSettings = {
  readonly roleArn: string
  /** The external id that its trust policy demands; `null`: none (an open role). */
  readonly externalId: string | null
  /** Whether the trust policy allows `sts:SetSourceIdentity` (default: yes). */
  readonly allowSourceIdentity?: boolean
  /** The one principal that it trusts (default: the home account's). */
  readonly principalArn?: string
  /** IAM actions that its identity policy allows, with wildcards (default: all that read). */
  readonly allowedActions?: readonly string[]
}

export type Role = Required<RoleSettings> & { readonly roleId: string }

export type RoleRegistry = {
  find(roleArn: string): Role | undefined
  /** Creates or replaces a role. Throws when the ARN is malformed or its account is not part of the world. */
  set(settings: RoleSettings): void
}

const readActions: readonly string[] = ['*:Describe*', '*:List*', '*:Get*', '*:BatchGet*', '*:Search*', '*:Lookup*']

/** Empty at first: a role that was never set refuses everybody, as one that does not exist does. */
export function createRoleRegistry(world: World, homePrincipalArn: (partition: string) => string): RoleRegistry {
  const roles = new Map<string, Role>()
  return {
    find: (roleArn) => roles.get(roleArn),
    set(settings) {
      const [, partition = '', accountId] =
        /^arn:(aws[\w-]*):iam::(\d{12}):role\/[\w+=,.@/-]{1,512}$/.exec(settings.roleArn) ?? []
      if (accountId === undefined) throw new RangeError(`${settings.roleArn} is not the ARN of a role`)
      if (!world.accounts.some((account) => account.accountId === accountId && partitionOf(account) === partition)) {
        throw new RangeError(`The simulated world has no account ${accountId} in the partition ${partition}`)
      }
      roles.set(settings.roleArn, {
        allowSourceIdentity: true,
        principalArn: homePrincipalArn(partition),
        allowedActions: readActions,
        ...settings,
        roleId: `AROA${Buffer.from(settings.roleArn).toString('hex').slice(-16).toUpperCase()}`,
      })
    },
  }
}
