/** What policies in plans grant, with the evaluation that scans use. Policies themselves are never kept. */
import { policyGrants } from '../../../collect/properties/policy-grants.ts'
import type { Json } from '../../../graph/resource-graph.ts'
import type { Context } from '../mapping.ts'
import { isPlanObject, NotKnown, type PlanValue } from '../plan.ts'

/** Without a policy, nobody else has access. A policy that isn't one has unknown grants. */
export function grantsOf(policy: PlanValue | undefined, { accountId }: Pick<Context, 'accountId'>): Json | NotKnown {
  if (policy instanceof NotKnown) return policy
  const text = isPlanObject(policy) ? documentText(policy) : (policy ?? '')
  if (text instanceof NotKnown) return text
  return policyGrants(typeof text === 'string' ? text : '', accountId) ?? new NotKnown('after apply')
}

/** CloudFormation has policies as objects. An unknown part makes the whole unknown. */
function documentText(policy: PlanValue): string | NotKnown {
  let unknown: NotKnown | null = null
  const text = JSON.stringify(policy, (_name, value: unknown) => {
    if (value instanceof NotKnown) unknown ??= value
    return value
  })
  return unknown ?? text
}

/** A policy text in which CloudFormation left what it doesn't know yet. */
export function isPublicPolicy(policy: PlanValue | undefined, context: Context): boolean | NotKnown {
  const grants = grantsOf(policy, context)
  if (grants instanceof NotKnown) return grants
  const toEveryone = (grants as readonly { readonly to: string; readonly condition: string | null }[]).filter(
    ({ to }) => to === 'everyone',
  )
  if (toEveryone.some(({ condition }) => condition === null)) return true
  // AWS calls a policy with some conditions public, and with others not.
  return toEveryone.length > 0 ? new NotKnown('after apply') : false
}
