/** Reads the policies of all roles of the account from one list. */
import type { GetAccountAuthorizationDetailsResponse, ManagedPolicyDetail, RoleDetail } from '@aws-sdk/client-iam'
import { type Policy, type Statement, statementsOf } from './policy-access.ts'

export type RolePolicies = {
  readonly policies: readonly Policy[]
  /** `null` if the role has no boundary. */
  readonly boundary: readonly Statement[] | null
}

/** Returns policies by role name. A policy may come on a later page than its roles. */
export async function readRolePolicies(
  pages: AsyncIterable<GetAccountAuthorizationDetailsResponse>,
): Promise<ReadonlyMap<string, RolePolicies>> {
  const roles: RoleDetail[] = []
  const managed = new Map<string, readonly Statement[]>()
  for await (const { RoleDetailList = [], Policies = [] } of pages) {
    roles.push(...RoleDetailList)
    for (const policy of Policies)
      managed.set(policy.Arn ?? '', statementsOf(decodeURIComponent(defaultVersion(policy))))
  }
  return new Map(roles.map((role) => [role.RoleName ?? '', policiesOf(role, managed)]))
}

function policiesOf(role: RoleDetail, managed: ReadonlyMap<string, readonly Statement[]>): RolePolicies {
  const { RolePolicyList = [], AttachedManagedPolicies = [], PermissionsBoundary } = role
  return {
    policies: [
      ...RolePolicyList.map(({ PolicyDocument = '{}' }): Policy => {
        return { origin: 'inline', statements: statementsOf(decodeURIComponent(PolicyDocument)) }
      }),
      ...AttachedManagedPolicies.map(({ PolicyArn = '' }): Policy => {
        return { origin: 'attached', statements: managed.get(PolicyArn) ?? [] }
      }),
    ],
    // An unknown boundary counts as allowing nothing.
    boundary:
      PermissionsBoundary === undefined ? null : (managed.get(PermissionsBoundary.PermissionsBoundaryArn ?? '') ?? []),
  }
}

function defaultVersion({ PolicyVersionList = [] }: ManagedPolicyDetail): string {
  return PolicyVersionList.find(({ IsDefaultVersion }) => IsDefaultVersion)?.Document ?? '{}'
}
