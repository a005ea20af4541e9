/**
 * Finds the outside accounts that a resource's policy grants access. Only these grants are stored, never the policy.
 */
import { type Asked, type Conditions, type Demand, demandsOf, demandsToBeSpared } from './policy-conditions.ts'

/** `to`: `everyone`, or an account ID. `condition`: what callers must meet, in words; `null` if nothing. */
export type PolicyGrant = { readonly to: string; readonly condition: string | null }

/** As policies have it; members may be of any form. */
export type Statement = {
  readonly Effect?: unknown
  readonly Principal?: unknown
  readonly NotPrincipal?: unknown
  readonly Action?: unknown
  readonly NotAction?: unknown
  readonly Resource?: unknown
  readonly NotResource?: unknown
  readonly Condition?: Conditions
}

/** Principals of a statement: everyone, everyone but some accounts, or some accounts. */
type Principals = { readonly but: readonly string[] } | { readonly only: readonly string[] }

export type PolicyReading = {
  /**
   * The ARN, or the pattern of ARNs, that requests to the resource name. Patterns of an `Allow` only allow these, so
   * that a `Deny` for them covers it.
   */
  readonly arn?: string | undefined
  /** Set if AWS only accepts signed requests. */
  readonly isSigned?: boolean
  /** Returns the part of a statement that counts, or `null` if none does. */
  readonly about?: (statement: Statement) => Statement | null
}

/**
 * Returns the grants to outside accounts, sorted. `account`: the resource's own account. A service principal is a
 * grant to the accounts that the conditions name: only these show on whose behalf a service acts. Returns `undefined`
 * if the policy isn't one: its grants are unknown.
 */
export function policyGrants(
  policy: string | undefined,
  account: string,
  { arn, isSigned = false, about = (statement) => statement }: PolicyReading = {},
): PolicyGrant[] | undefined {
  const statements = statementsOf(policy)?.flatMap((statement) => about(statement) ?? [])
  if (statements === undefined) return undefined
  const asked: Asked = { account, isSigned }
  const denies = statements.filter(({ Effect }) => Effect === 'Deny')
  const grants = statements
    .filter(({ Effect }) => Effect === 'Allow')
    .flatMap((allow) => partsOf(allow, arn))
    .flatMap((allow) => {
      const covering = denies.filter((deny) => coversAll(deny, allow))
      return [...accountGrants(allow, covering, asked), ...serviceGrants(allow, covering, asked)]
    })
  return distinct(grants)
}

function statementsOf(policy: string | undefined): readonly Statement[] | undefined {
  // API Gateway escapes the quotes of its policies once more.
  const text = policy?.startsWith('{\\"') === true ? policy.replaceAll('\\"', '"').replaceAll('\\\\', '\\') : policy
  const parsed = parse(text || '{}')
  if (!isRecord(parsed)) return undefined
  const statements = [parsed['Statement'] ?? []].flat()
  return statements.every(isStatement) ? statements : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isStatement(value: unknown): value is Statement {
  if (!isRecord(value)) return false
  const { Condition = {} } = value
  return isRecord(Condition) && Object.values(Condition).every(isRecord)
}

/** Returns the grants to callers with credentials of accounts, and to anonymous ones. */
function accountGrants(allow: Statement, denies: readonly Statement[], asked: Asked): readonly PolicyGrant[] {
  const principals = principalsOf(allow)
  const targets = 'but' in principals ? ['everyone'] : principals.only.filter((each) => each !== asked.account)
  const demands = demandsOf(allow.Condition ?? {}, asked)
  return targets
    .flatMap((to) => met(to, demands))
    .flatMap((grant) => afterEach(denies, grant, (left, deny) => afterDeny(left, allow, deny, asked)))
}

/** Returns the grants to services that act for outside accounts. */
function serviceGrants(allow: Statement, denies: readonly Statement[], asked: Asked): readonly PolicyGrant[] {
  const granted = met('everyone', demandsOf(allow.Condition ?? {}, asked)).filter(({ to }) => to !== 'everyone')
  return servicesOf(allow.Principal).flatMap((service) => {
    const meant = denies.filter((deny) => deniesService(deny, service))
    return granted.flatMap((grant) =>
      afterEach(meant, grant, (left, deny) => {
        // A service has no account of its own, so a Deny for a caller's account doesn't apply.
        const demands = demandsToBeSpared(deny.Condition ?? {}, asked)
        return demands.some(({ leaves }) => leaves === 'other accounts') ? [left] : afterDemands(left, demands)
      }),
    )
  })
}

function deniesService({ Principal, NotPrincipal }: Statement, service: string): boolean {
  if (NotPrincipal !== undefined)
    return !accountsOf(NotPrincipal).includes('*') && !servicesOf(NotPrincipal).includes(service)
  return accountsOf(Principal).includes('*') || servicesOf(Principal).includes(service)
}

/** Returns the grants to callers that meet all demands. */
function met(to: string, demands: readonly Demand[]): readonly PolicyGrant[] {
  if (demands.some(({ leaves }) => leaves === 'nobody')) return []
  const words = demands.flatMap((demand) => (demand.leaves === 'some' ? demand.words : [])).toSorted()
  const condition = words.length === 0 ? null : words.join(' and ')
  const lists = demands.flatMap((demand) => (demand.leaves === 'accounts' ? [demand.accounts] : []))
  const excluded = new Set(demands.flatMap((demand) => (demand.leaves === 'other accounts' ? demand.accounts : [])))
  const targets = to === 'everyone' ? (lists[0] ?? [to]) : [to]
  return targets
    .filter((each) => !excluded.has(each) && lists.every((list) => list.includes(each)))
    .map((each) => ({ to: each, condition }))
}

/** Returns what is left of a grant after all `Deny` statements. */
function afterEach(
  denies: readonly Statement[],
  grant: PolicyGrant,
  after: (left: PolicyGrant, deny: Statement) => readonly PolicyGrant[],
): readonly PolicyGrant[] {
  return denies.reduce<readonly PolicyGrant[]>((left, deny) => left.flatMap((each) => after(each, deny)), [grant])
}

function afterDeny(grant: PolicyGrant, allow: Statement, deny: Statement, asked: Asked): readonly PolicyGrant[] {
  const principals = principalsOf(deny)
  const spared = 'but' in principals ? principals.but : []
  const isMeant = 'but' in principals ? !spared.includes(grant.to) : namesAll(deny, grant.to, allow)
  if (!isMeant) return [grant]
  const demands = demandsToBeSpared(deny.Condition ?? {}, asked)
  if (demands.some(({ leaves }) => leaves === 'everybody')) return [grant]
  const others = grant.to === 'everyone' ? spared.filter((each) => each !== asked.account) : []
  const sparedAccounts = others.map((to): PolicyGrant => ({ ...grant, to }))
  return [...sparedAccounts, ...afterDemands(grant, demands)]
}

/** Returns the grant to callers that a `Deny` exempts, because they meet one of the demands. */
function afterDemands(grant: PolicyGrant, demands: readonly Demand[]): readonly PolicyGrant[] {
  if (demands.some(({ leaves }) => leaves === 'everybody')) return [grant]
  return demands.flatMap((demand) => narrowed(grant, demand))
}

/** Whether a `Deny` names the whole account, or each of its principals that the `Allow` names. */
function namesAll(deny: Statement, account: string, allow: Statement): boolean {
  const denied = principalTexts(deny.Principal)
  if (denied.some((each) => each === account || (each.endsWith(':root') && accountIn(each) === account))) return true
  const principals = principalsOf(allow)
  return (
    'only' in principals &&
    principalTexts(allow.Principal)
      .filter((each) => accountIn(each) === account)
      .every((each) => denied.includes(each))
  )
}

function narrowed(grant: PolicyGrant, demand: Demand): readonly PolicyGrant[] {
  return met(grant.to, [demand]).map(({ to, condition }) => ({
    to,
    condition: [grant.condition, condition].filter((each) => each !== null).join(' and ') || null,
  }))
}

/** One for each action and resource of an `Allow`, because each may have a `Deny` of its own. */
function partsOf(allow: Statement, arn: string | undefined): readonly Statement[] {
  const actions = [allow.Action].flat().map((each) => (each === '*' && arn !== undefined ? allActions(arn) : each))
  const resources = [allow.Resource].flat().flatMap((each) => meant(each, arn))
  return actions.flatMap((Action) => resources.map((Resource) => ({ ...allow, Action, Resource })))
}

function allActions(arn: string): string {
  return `${arn.split(':')[2]}:*`
}

/** What an allowed pattern means for this resource. Policies may have ARNs of other resources, and policy variables. */
function meant(allowed: unknown, arn: string | undefined): readonly unknown[] {
  if (arn === undefined || typeof allowed !== 'string') return [allowed]
  if (allowed === '*') return [arn]
  if (arn.endsWith('*') || !allowed.startsWith('arn:') || allowed.includes('${')) return [allowed]
  return matches(allowed, arn, '') ? [arn] : []
}

/** Whether a `Deny` covers an action and a resource. One that covers a pattern of them only in part has no effect here. */
function coversAll(deny: Statement, allow: Statement): boolean {
  return (
    covers(deny.Action, deny.NotAction, allow.Action, 'i') &&
    covers(deny.Resource, deny.NotResource, allow.Resource, '')
  )
}

/** Whether a statement concerns an action. */
export function isAbout({ Action, NotAction }: Statement, action: string): boolean {
  const named = (patterns: unknown) => texts(patterns).some((pattern) => matches(pattern, action, 'i'))
  return NotAction === undefined ? named(Action) : !named(NotAction)
}

/** `NotAction` and `NotResource` aren't compared: what they cover is uncertain. */
function covers(denied: unknown, notDenied: unknown, allowed: unknown, flags: Flags): boolean {
  if (notDenied !== undefined) return false
  const patterns = texts(denied)
  if (patterns.includes('*') || denied === undefined) return true
  return (
    allowed !== undefined && texts(allowed).every((each) => patterns.some((pattern) => matches(pattern, each, flags)))
  )
}

/** Letter case has no meaning in actions. ARNs are compared by it. */
type Flags = 'i' | ''

/** `text`: may be a pattern too. A `?` doesn't match all that its `*` matches. */
function matches(pattern: string, text: string, flags: Flags): boolean {
  const escaped = pattern.replaceAll(/[.+^${}()|[\]\\]/gu, String.raw`\$&`)
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '[^*]')}$`, `u${flags}`).test(text)
}

function principalsOf({ Principal, NotPrincipal }: Statement): Principals {
  if (NotPrincipal !== undefined) {
    const spared = accountsOf(NotPrincipal)
    return spared.includes('*') ? { only: [] } : { but: spared }
  }
  const accounts = accountsOf(Principal)
  return accounts.includes('*') ? { but: [] } : { only: accounts }
}

/** Returns account IDs and `*`. The IDs of deleted principals are skipped. */
function accountsOf(principal: unknown): readonly string[] {
  return principalTexts(principal).flatMap((each) => (each === '*' ? '*' : (accountIn(each) ?? [])))
}

/** Returns account IDs, ARNs, and `*`. */
function principalTexts(principal: unknown): readonly string[] {
  return principal === '*' ? ['*'] : texts(membersOf(principal).AWS)
}

/** Returns names such as `sns.amazonaws.com`. */
function servicesOf(principal: unknown): readonly string[] {
  return texts(membersOf(principal).Service)
}

function membersOf(principal: unknown): { readonly AWS?: unknown; readonly Service?: unknown } {
  return isRecord(principal) ? principal : {}
}

/** Returns the account of an ARN, or the account ID itself. */
function accountIn(principal: string): string | undefined {
  const account = principal.startsWith('arn:') ? (principal.split(':')[4] ?? '') : principal
  return /^\d{12}$/u.test(account) ? account : undefined
}

function texts(value: unknown): readonly string[] {
  return [value].flat().filter((each) => typeof each === 'string')
}

/** Removes duplicates, and conditional grants that an unconditional one covers. */
function distinct(grants: readonly PolicyGrant[]): PolicyGrant[] {
  const free = new Set(grants.filter(({ condition }) => condition === null).map(({ to }) => to))
  const told = grants.filter(({ to, condition }) => condition === null || !free.has(to))
  const byText = new Map(told.map((grant) => [JSON.stringify([grant.to, grant.condition]), grant]))
  return [...byText].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, grant]) => grant)
}
