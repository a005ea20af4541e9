/** What a permission of a function's policy grants to callers outside the account. */
import { policyGrants } from '../../../collect/properties/policy-grants.ts'
import type { Context, Facts, Item } from '../mapping.ts'
import { textOf } from '../mapping.ts'
import type { PlanValue } from '../plan.ts'

export type Permission = {
  readonly action: PlanValue | undefined
  readonly principal: PlanValue | undefined
  readonly sourceArn: PlanValue | undefined
  readonly sourceAccount: PlanValue | undefined
  readonly organization: PlanValue | undefined
  /** Of URLs. */
  readonly authorization: PlanValue | undefined
  readonly alias: PlanValue | undefined
}

/** Permissions for URLs count where the URL is. */
export function functionGrants(permission: Permission, { accountId }: Context): Partial<Facts> {
  const [action, principal] = [known(permission.action), known(permission.principal)]
  if (action === null || principal === null) return {}
  const equals = {
    ...(known(permission.sourceAccount) !== null && { 'aws:SourceAccount': known(permission.sourceAccount) }),
    ...(known(permission.organization) !== null && { 'aws:PrincipalOrgID': known(permission.organization) }),
  }
  const arn = known(permission.sourceArn)
  const statement = {
    Effect: 'Allow',
    Principal: principalOf(principal),
    Action: action,
    Resource: '*',
    Condition: {
      ...(Object.keys(equals).length > 0 && { StringEquals: equals }),
      ...(arn !== null && { ArnLike: { 'aws:SourceArn': arn } }),
    },
  }
  const grants: readonly Item[] = policyGrants(JSON.stringify({ Statement: [statement] }), accountId) ?? []
  if (action !== 'lambda:InvokeFunctionUrl') return { items: { policyGrants: grants } }
  const url = { authorization: known(permission.authorization), alias: known(permission.alias) }
  return { items: { [urlGrants]: grants.map((grant) => ({ ...url, ...grant })) } }
}

/** A list that only plans have: what permissions add to the grants of URLs. */
export const urlGrants = 'urlGrants'

/** A function is named by its name or its ARN, which may have a version or an alias. */
export function functionName(name: PlanValue | undefined): PlanValue {
  if (typeof name !== 'string') return name ?? null
  const [, ofArn] = /:function:([^:]+)/u.exec(name) ?? []
  return ofArn ?? name.split(':')[0] ?? name
}

function known(value: PlanValue | undefined): string | null {
  const text = textOf(value)
  return typeof text === 'string' ? text : null
}

function principalOf(principal: string): unknown {
  if (principal === '*') return '*'
  return principal.includes('.amazonaws.com') ? { Service: principal } : { AWS: principal }
}
