/** Whom outside its account a resource's policy lets in. Only that is kept, never the policy. */
import { type Conditions, type Demand, demandsOf, demandsToBeSpared } from './policy-conditions.ts'

/** `to`: `everyone`, or the number of another account. `condition`: what callers must meet, in words; `null`: nothing. */
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

/**
 * Sorted; empty: it lets nobody in from outside. `account`: the resource's own. Of services that act for others, whom they act for is
 * told by conditions alone: a service as principal is no grant here. `about`: what of a statement counts, where that is not all of it.
 */
export function policyGrants(
  policy: string | undefined,
  account: string,
  about: (statement: Statement) => Statement | null = (statement) => statement,
): PolicyGrant[] {
  const statements = statementsOf(policy).flatMap((statement) => about(statement) ?? [])
  const denies = statements.filter(({ Effect }) => Effect === 'Deny')
  const grants = statements
    .filter(({ Effect }) => Effect === 'Allow')
    .flatMap((allow) => grantsOf(allow, account).flatMap((grant) => afterDenies(grant, allow, denies, account)))
  return distinct(grants)
}

function statementsOf(policy: string | undefined): readonly Statement[] {
  // API Gateway answers with its quotes escaped once more.
  const text = policy?.startsWith('{\\"') === true ? policy.replaceAll('\\"', '"').replaceAll('\\\\', '\\') : policy
  const { Statement: given = [] } = JSON.parse(text || '{}') as { readonly Statement?: Statement | Statement[] }
  return [given].flat()
}

function grantsOf(allow: Statement, account: string): readonly PolicyGrant[] {
  const principals = principalsOf(allow)
  const targets = 'but' in principals ? ['everyone'] : principals.only.filter((each) => each !== account)
  const demands = demandsOf(allow.Condition ?? {}, account)
  return targets.flatMap((to) => met(to, demands))
}

/** All demands have to be met. */
function met(to: string, demands: readonly Demand[]): readonly PolicyGrant[] {
  if (demands.some(({ leaves }) => leaves === 'nobody')) return []
  const words = demands.flatMap((demand) => (demand.leaves === 'some' ? demand.words : [])).toSorted()
  const condition = words.length === 0 ? null : words.join(' and ')
  const accounts = demands.flatMap((demand) => (demand.leaves === 'accounts' ? demand.accounts : []))
  if (accounts.length === 0) return [{ to, condition }]
  return accounts.filter((each) => to === 'everyone' || to === each).map((each) => ({ to: each, condition }))
}

/** A grant as far as no `Deny` takes it back. One that covers some of its actions only leaves the others. */
function afterDenies(
  grant: PolicyGrant,
  allow: Statement,
  denies: readonly Statement[],
  account: string,
): readonly PolicyGrant[] {
  return denies
    .filter((deny) => coversAll(deny, allow))
    .reduce<readonly PolicyGrant[]>((left, deny) => left.flatMap((each) => afterDeny(each, deny, account)), [grant])
}

function afterDeny(grant: PolicyGrant, deny: Statement, account: string): readonly PolicyGrant[] {
  const principals = principalsOf(deny)
  const spared = 'but' in principals ? principals.but : []
  const isMeant = 'but' in principals ? !spared.includes(grant.to) : principals.only.includes(grant.to)
  if (!isMeant) return [grant]
  const demands = demandsToBeSpared(deny.Condition ?? {}, account)
  if (demands.some(({ leaves }) => leaves === 'everybody')) return [grant]
  const others = grant.to === 'everyone' ? spared.filter((each) => each !== account) : []
  const sparedAccounts = others.map((to): PolicyGrant => ({ ...grant, to }))
  return [...sparedAccounts, ...demands.flatMap((demand) => narrowed(grant, demand))]
}

function narrowed(grant: PolicyGrant, demand: Demand): readonly PolicyGrant[] {
  return met(grant.to, [demand]).map(({ to, condition }) => ({
    to,
    condition: [grant.condition, condition].filter((each) => each !== null).join(' and ') || null,
  }))
}

function coversAll(deny: Statement, allow: Statement): boolean {
  return covers(deny.Action, deny.NotAction, allow.Action) && covers(deny.Resource, deny.NotResource, allow.Resource)
}

/** Whether it is about an action at all. */
export function isAbout({ Action, NotAction }: Statement, action: string): boolean {
  const named = (patterns: unknown) => texts(patterns).some((pattern) => matches(pattern, action))
  return NotAction === undefined ? named(Action) : !named(NotAction)
}

/** What `NotAction` and `NotResource` leave is not compared: they cover nothing for certain. */
function covers(denied: unknown, notDenied: unknown, allowed: unknown): boolean {
  if (notDenied !== undefined) return false
  const patterns = texts(denied)
  if (patterns.includes('*') || denied === undefined) return true
  return allowed !== undefined && texts(allowed).every((each) => patterns.some((pattern) => matches(pattern, each)))
}

function matches(pattern: string, text: string): boolean {
  const escaped = pattern.replaceAll(/[.+^${}()|[\]\\]/gu, String.raw`\$&`)
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'iu').test(text)
}

function principalsOf({ Principal, NotPrincipal }: Statement): Principals {
  if (NotPrincipal !== undefined) return { but: accountsOf(NotPrincipal).filter((each) => each !== '*') }
  const accounts = accountsOf(Principal)
  return accounts.includes('*') ? { but: [] } : { only: accounts }
}

/** Account numbers, and `*`. Ids of principals that were deleted name nobody. */
function accountsOf(principal: unknown): readonly string[] {
  if (principal === '*') return ['*']
  if (typeof principal !== 'object' || principal === null || !('AWS' in principal)) return []
  return texts(principal.AWS).flatMap((each) => {
    if (each === '*') return ['*']
    const account = each.startsWith('arn:') ? (each.split(':')[4] ?? '') : each
    return /^\d{12}$/u.test(account) ? [account] : []
  })
}

function texts(value: unknown): readonly string[] {
  return [value].flat().filter((each) => typeof each === 'string')
}

/** What is granted without a condition needs none told. */
function distinct(grants: readonly PolicyGrant[]): PolicyGrant[] {
  const free = new Set(grants.filter(({ condition }) => condition === null).map(({ to }) => to))
  const told = grants.filter(({ to, condition }) => condition === null || !free.has(to))
  const byText = new Map(told.map((grant) => [JSON.stringify([grant.to, grant.condition]), grant]))
  return [...byText].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, grant]) => grant)
}
