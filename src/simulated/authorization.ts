/** Decides whether a caller may perform an IAM action, and words the refusal as the provider does. */
import type { Caller } from './credentials.ts'
import type { Role } from './roles.ts'
import { matchesWildcard } from './wildcard.ts'
import type { PolicyKind, WorldAccount } from './world.ts'

/** `null` when the action is allowed, else the provider's explanation. */
export function explainDenial(request: {
  readonly caller: Caller
  readonly role: Role | undefined
  readonly account: WorldAccount
  readonly region: string
  readonly action: string
}): string | null {
  const { caller, role, account, region, action } = request
  const fits = (pattern: string) => matchesWildcard(pattern, action, { ignoreCase: true })
  const denial = account.denials.find(
    ({ actions, regions }) => actions.some(fits) && (regions === undefined || regions.includes(region)),
  )
  if (denial !== undefined) return denialMessage(caller.arn, action, denial.by, denial.explicit)
  if (caller.roleArn !== null && !(role?.allowedActions ?? []).some(fits)) {
    return denialMessage(caller.arn, action, 'identity-based policy', false)
  }
  return null
}

/** Wording of "Troubleshoot access denied error messages" in the IAM user guide. */
export function denialMessage(callerArn: string, action: string, by: PolicyKind, explicit: boolean): string {
  const article = /^[aeiou]/i.test(by) ? 'an' : 'a'
  const reason = explicit ? `with an explicit deny in ${article} ${by}` : `because no ${by} allows the ${action} action`
  return `User: ${callerArn} is not authorized to perform: ${action} ${reason}`
}
