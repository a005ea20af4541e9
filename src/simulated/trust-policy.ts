/** Evaluates trust policies of roles like IAM: principals, external IDs, and source identities. */
import type { Caller } from './credentials.ts'
import { matchesWildcard } from './wildcard.ts'

type OneOrMore = string | readonly string[]

/** The JSON format of IAM. */
export type TrustPolicy = { readonly Statement: readonly TrustStatement[] }

export type TrustStatement = {
  readonly Effect: 'Allow' | 'Deny'
  /** ARNs of identities or account roots, account IDs, or `*`. */
  readonly Principal: { readonly AWS: OneOrMore }
  readonly Action: OneOrMore
  /** By operator, then by condition key. */
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, OneOrMore>>>>
}

export type AssumeRoleContext = {
  readonly caller: Caller
  readonly externalId: string | undefined
  readonly sourceIdentity: string | undefined
}

/** Whether an operator accepts the value of a key (`undefined` if the request has none) for the policy's values. */
type Operator = (value: string | undefined, wanted: readonly string[]) => boolean

const isLike: Operator = (value, wanted) =>
  value !== undefined && wanted.some((pattern) => matchesWildcard(pattern, value, { ignoreCase: false }))
const equals: Operator = (value, wanted) => value !== undefined && wanted.includes(value)

const operators: Readonly<Record<string, Operator>> = {
  StringEquals: equals,
  StringEqualsIfExists: (value, wanted) => value === undefined || equals(value, wanted),
  StringNotEquals: (value, wanted) => !equals(value, wanted),
  StringLike: isLike,
  Null: (value, wanted) => wanted.includes(String(value === undefined)),
}

const keys: Readonly<Record<string, (context: AssumeRoleContext) => string | undefined>> = {
  'sts:ExternalId': ({ externalId }) => externalId,
  'sts:SourceIdentity': ({ sourceIdentity }) => sourceIdentity,
}

/** Returns the action that the policy doesn't grant, or `null` if the role can be assumed. */
export function refusedAction(policy: TrustPolicy, context: AssumeRoleContext): string | null {
  if (!isAllowed(policy, 'sts:AssumeRole', context)) return 'sts:AssumeRole'
  const setsIdentity = context.sourceIdentity !== undefined
  return setsIdentity && !isAllowed(policy, 'sts:SetSourceIdentity', context) ? 'sts:SetSourceIdentity' : null
}

/** Throws a `RangeError` that names an unsupported condition. */
export function checkTrustPolicy({ Statement }: TrustPolicy): void {
  for (const [operator, conditions] of Statement.flatMap(({ Condition = {} }) => Object.entries(Condition))) {
    if (!Object.hasOwn(operators, operator)) throw new RangeError(`The condition operator ${operator} is not simulated`)
    const unknown = Object.keys(conditions).find((key) => !Object.hasOwn(keys, key))
    if (unknown !== undefined) throw new RangeError(`The condition key ${unknown} is not simulated`)
  }
}

function isAllowed({ Statement }: TrustPolicy, action: string, context: AssumeRoleContext): boolean {
  const fitting = Statement.filter((statement) => applies(statement, action, context))
  return fitting.length > 0 && fitting.every(({ Effect }) => Effect === 'Allow')
}

function applies({ Principal, Action, Condition = {} }: TrustStatement, action: string, context: AssumeRoleContext) {
  return (
    list(Principal.AWS).some((principal) => names(principal, context.caller)) &&
    list(Action).some((pattern) => matchesWildcard(pattern, action, { ignoreCase: true })) &&
    Object.entries(Condition).every(([operator, conditions]) =>
      Object.entries(conditions).every(([key, wanted]) => operators[operator]?.(keys[key]?.(context), list(wanted))),
    )
  )
}

function names(principal: string, { arn, accountId }: Caller): boolean {
  const root = `arn:${arn.split(':')[1]}:iam::${accountId}:root`
  return [arn, root, accountId, '*'].includes(principal)
}

function list(value: OneOrMore): readonly string[] {
  return typeof value === 'string' ? [value] : value
}
