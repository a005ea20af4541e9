/** Decides whether a caller may perform an IAM action, and writes the error message like AWS. */
import type { Caller } from './credentials.ts'
import type { Role } from './roles.ts'
import { matchesWildcard } from './wildcard.ts'
import type { WorldAccount } from './world.ts'

/** Returns `null` if the action is allowed, else AWS's explanation. */
export function explainDenial(request: {
  readonly caller: Caller
  readonly role: Role | undefined
  readonly account: WorldAccount
  readonly region: string
  readonly action: string
  /** Of the service's API. One action may allow several. */
  readonly operation?: string
  /** The resource in the service's error message, if any. */
  readonly resource: string | null
  readonly parameters?: Readonly<Record<string, unknown>>
}): string | null {
  const { caller, role, account, region, action, operation = '' } = request
  const named: readonly unknown[] = Object.values(request.parameters ?? {})
  const fits = (pattern: string) => matchesWildcard(pattern, action, { ignoreCase: true })
  const denial = account.denials.find(
    ({ actions, operations, regions, about }) =>
      actions.some(fits) &&
      (operations === undefined || operations.includes(operation)) &&
      (regions === undefined || regions.includes(region)) &&
      (about === undefined || about.some((name) => named.includes(name))),
  )
  const resource = denial?.about?.find((name) => named.includes(name)) ?? request.resource
  const isAllowed = caller.roleArn === null || (role?.allowedActions ?? []).some(fits)
  if (denial === undefined && isAllowed) return null
  // The wording of "Troubleshoot access denied error messages" in the IAM user guide.
  const { by, explicit } = denial ?? { by: 'identity-based policy', explicit: false }
  const article = /^[aeiou]/i.test(by) ? 'an' : 'a'
  const reason = explicit ? `with an explicit deny in ${article} ${by}` : `because no ${by} allows the ${action} action`
  const where = resource === null ? '' : ` on resource: ${resource}`
  return `User: ${caller.arn} is not authorized to perform: ${action}${where} ${reason}`
}
