/** Evaluates which callers the conditions of a policy statement admit, as IAM does. */
import {
  addressesOf,
  difference,
  internetAddresses,
  intersection,
  isEmpty,
  isWholeInternet,
  unionOf,
} from '../../graph/address-set.ts'

/**
 * The callers that a condition admits: everybody, no outside caller, callers of certain accounts, callers of all but
 * certain accounts, or callers that meet the condition in `words`.
 */
export type Demand =
  | { readonly leaves: 'everybody' }
  | { readonly leaves: 'nobody' }
  | { readonly leaves: 'accounts' | 'other accounts'; readonly accounts: readonly string[] }
  | { readonly leaves: 'some'; readonly words: string }

/** The account of the resource, and whether AWS only accepts signed requests to it. */
export type Asked = { readonly account: string; readonly isSigned: boolean }

export type Conditions = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const everybody: Demand = { leaves: 'everybody' }
const nobody: Demand = { leaves: 'nobody' }

/** Keys that any caller can satisfy, because the client sends them or chooses how it connects. */
const metByAnybody: ReadonlySet<string> = new Set([
  'aws:currenttime',
  'aws:epochtime',
  'aws:referer',
  'aws:requestedregion',
  'aws:securetransport',
  'aws:tokenissuetime',
  'aws:useragent',
  's3:prefix',
  's3:tlsversion',
  's3:x-amz-acl',
  'sns:protocol',
])

/** Keys with the account of the caller, or the account on whose behalf a service calls. */
const accountKeys: ReadonlySet<string> = new Set([
  'aws:principalaccount',
  'aws:sourceaccount',
  'aws:sourceowner',
  'aws:vpceaccount',
  'events:creatoraccount',
  'kms:calleraccount',
  's3:dataaccesspointaccount',
])

/** Keys with the account of the caller itself. */
const callerAccountKeys: ReadonlySet<string> = new Set(['aws:principalaccount', 'kms:calleraccount'])

/** Keys whose values are ARNs. Most ARNs include an account. */
const arnKeys: ReadonlySet<string> = new Set(['aws:principalarn', 'aws:sourcearn', 's3:dataaccesspointarn'])

/** Keys whose values are shown: identifiers and addresses. Values of other keys may be a secret between two parties. */
const toldKeys: ReadonlySet<string> = new Set([
  ...accountKeys,
  ...arnKeys,
  'aws:principalorgid',
  'aws:principalorgpaths',
  'aws:sourceip',
  'aws:sourceorgid',
  'aws:sourceorgpaths',
  'aws:sourcevpc',
  'aws:sourcevpcarn',
  'aws:sourcevpce',
  'aws:vpceorgid',
  'aws:vpceorgpaths',
  'aws:vpcsourceip',
  'kms:viaservice',
  'lambda:functionurlauthtype',
])

/** Keys that no request lacks. */
const inAllRequests: ReadonlySet<string> = new Set([
  'aws:currenttime',
  'aws:epochtime',
  'aws:requestedregion',
  'aws:resourceaccount',
  'aws:securetransport',
  'aws:viaawsservice',
  'kms:calleraccount',
])

/** Keys that every direct request has. Callers may lack any other key. */
const alwaysThere: ReadonlySet<string> = new Set([...inAllRequests, 'aws:sourceip'])

/** Keys that only unsigned requests lack. */
const inSignedRequests: ReadonlySet<string> = new Set(['aws:principalisawsservice'])

/** Keys that are `true` or `false`. String operators compare them too. */
const flagKeys: ReadonlySet<string> = new Set([
  'aws:multifactorauthpresent',
  'aws:principalisawsservice',
  'aws:securetransport',
  'aws:viaawsservice',
])

/** Keys that only depend on the resource. Callers can't choose whether a request has them. */
const ofResource = /^[\w-]+:(?:resourcetag\/|resourceorg|resourcealiases$)/u

type Operator = {
  /** For example `StringEquals`, `IpAddress`, or `Null`. */
  readonly name: string
  readonly isNegated: boolean
  /** Whether requests without the key meet the condition. */
  readonly admitsMissing: boolean
}

function operatorOf(text: string): Operator {
  const [name = '', set] = text.split(':').toReversed()
  const plain = name.replace(/IfExists$/u, '')
  const isNegated = /^NotIpAddress$|Not(?:Equals|Like)/u.test(plain)
  return {
    name: plain.replace(/^Not(?=IpAddress)|Not(?=Equals|Like)/u, ''),
    isNegated,
    admitsMissing:
      plain !== name || set?.toLowerCase() === 'forallvalues' || (isNegated && set?.toLowerCase() !== 'foranyvalue'),
  }
}

/** Returns what each condition of an `Allow` statement demands. Callers must meet all of them. */
export function demandsOf(conditions: Conditions, asked: Asked): readonly Demand[] {
  return entriesOf(conditions).map(([operator, key, values]) => demandOf(operator, key, values, asked))
}

/**
 * Returns, for each condition of a `Deny` statement, what callers must meet to be exempt. A condition that everybody
 * can avoid makes the whole deny ineffective.
 */
export function demandsToBeSpared(conditions: Conditions, asked: Asked): readonly Demand[] {
  return entriesOf(conditions).map(([operator, key, values]) => {
    const isFlag = operator.name === 'Null' || operator.name === 'Bool'
    const spared = { ...operator, isNegated: !operator.isNegated, admitsMissing: !operator.admitsMissing }
    return demandOf(spared, key, isFlag ? values.map(inverted) : values, asked)
  })
}

function inverted(value: string): string {
  return value.toLowerCase() === 'true' ? 'false' : 'true'
}

/** In words, where only key and value are known; `null` if any caller can meet it. */
export function wordsOfCondition(key: string, value: string): string | null {
  if (metByAnybody.has(key.toLowerCase())) return null
  return someDemand(key, `is ${value}`).words
}

function entriesOf(conditions: Conditions): readonly (readonly [Operator, string, readonly string[]])[] {
  return Object.entries(conditions).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, values]) => entryOf(operatorOf(operator), key, [values].flat().map(String))),
  )
}

/** Text that is compared with a flag is read as a flag. */
function entryOf(operator: Operator, key: string, values: readonly string[]) {
  const isFlag = flagKeys.has(key.toLowerCase()) && operator.name.startsWith('String')
  const [value = '', ...others] = values
  if (!isFlag || others.length > 0 || !/^(?:true|false)$/u.test(value)) return [operator, key, values] as const
  const bool: Operator = { ...operator, name: 'Bool', isNegated: false }
  return [bool, key, [operator.isNegated ? inverted(value) : value]] as const
}

function demandOf(operator: Operator, key: string, given: readonly string[], { account, isSigned }: Asked): Demand {
  const name = key.toLowerCase()
  const isAlwaysThere = alwaysThere.has(name) || (isSigned && inSignedRequests.has(name))
  const isMetWithout = operator.admitsMissing && !isAlwaysThere
  const values = given.filter((value) => mayMatch(operator, name, value))
  if (values.length === 0) return operator.isNegated || isMetWithout ? everybody : nobody
  const isTrue = values.some((value) => value.toLowerCase() === 'true')
  if (operator.name === 'Null' && inAllRequests.has(name)) return isTrue ? nobody : everybody
  if (timeKeys.has(name)) return timeDemand(operator, key, values)
  if (metByAnybody.has(name)) return everybody
  if (ofResource.test(name)) return someDemand(key, `is ${listed(values)}`)
  if (operator.name === 'Null') {
    if (name === 'aws:sourceip') return isTrue ? withoutAddress({ admitsMissing: true }) : everybody
    return isTrue ? everybody : { leaves: 'some', words: `only with ${key}` }
  }
  if (name === 'aws:resourceaccount' && values.every(isAccount)) {
    return values.includes(account) === operator.isNegated ? nobody : everybody
  }
  if (operator.isNegated && callerAccountKeys.has(name) && values.some(isAccount))
    return { leaves: 'other accounts', accounts: values }
  if (isMetWithout) return everybody
  if (operator.name === 'Bool') return isTrue ? { leaves: 'some', words: `only if ${key} is true` } : everybody
  if (!isLiteral(operator) && values.some((value) => matchesAll(name, value))) {
    if (!operator.isNegated) return everybody
    if (name === 'aws:sourceip') return withoutAddress(operator)
    // A pattern such as `arn:aws:iam::*:user/*` matches values of any account, but not all values.
    if (!arnKeys.has(name) || values.some((value) => /^(?:arn:)?\*$/u.test(value))) return nobody
  }
  if (name === 'aws:principalarn' && !operator.isNegated && values.some((value) => anyAccount.test(value)))
    return everybody
  if (name === 'aws:sourceip') return addressDemand(operator, key, values)
  if (operator.isNegated) return otherValueDemand(key, values)
  if (accountKeys.has(name)) return accountDemand(key, values, account)
  if (arnKeys.has(name)) return arnDemand(key, values, account)
  return someDemand(key, `is ${listed(values)}`)
}

/** Users and roles can have the same name in any account, except for roles that AWS makes for its services. */
const anyAccount = /^arn:[^:]*:iam::\*:(?:root$|(?:role|user)\/(?!aws-service-role\/))/u

const timeKeys: ReadonlySet<string> = new Set(['aws:currenttime', 'aws:epochtime'])

/** At the time of the scan. `LessThan` is never met again after its time, `GreaterThan` is met later. */
function timeDemand({ name, isNegated }: Operator, key: string, values: readonly string[]): Demand {
  const [, relation] = /^(?:Date|Numeric)(Less|Greater)Than/u.exec(name) ?? []
  const isGreater = relation === 'Greater'
  const isMet = relation === undefined ? isNegated : values.some((value) => isPast(value) === isGreater) !== isNegated
  if (isMet) return everybody
  return relation !== undefined && isGreater === isNegated ? nobody : someDemand(key, `is ${listed(values)}`)
}

/** Date operators also compare seconds since 1970. */
function isPast(time: string): boolean {
  return (/^\d{5,}$/u.test(time) ? Number(time) * 1000 : Date.parse(time)) < Date.now()
}

/** `StringEquals` compares wildcards literally. */
function isLiteral({ name }: Operator): boolean {
  return name.startsWith('StringEquals')
}

/** No identifier has a wildcard character. */
function mayMatch(operator: Operator, name: string, value: string): boolean {
  return !isLiteral(operator) || !toldKeys.has(name) || !/[*?]/u.test(value)
}

/** Whether the callers of any account can have a value that matches the pattern. */
function matchesAll(name: string, pattern: string): boolean {
  if (!arnKeys.has(name)) return /^(?:o-|vpc-|vpce-)?\*(?:\/(?:r-)?\*)*\/?$/u.test(pattern)
  const parts = pattern.split(':')
  const isComplete = parts.length > 5 || parts.at(-1) === '*'
  const [account = '*', ...resource] = parts.slice(4)
  return isComplete && /^\*?$/u.test(account) && /^(?:[\w-]+[:/])?\*$/u.test(resource.join(':') || '*')
}

/** The condition admits everybody with the key, except those with the named values. */
function otherValueDemand(key: string, values: readonly string[]): Demand {
  return alwaysThere.has(key.toLowerCase()) ? everybody : someDemand(key, `exists and is not ${listed(values)}`)
}

function someDemand(key: string, has: string): Demand & { readonly leaves: 'some' } {
  const isTold = toldKeys.has(key.toLowerCase())
  return { leaves: 'some', words: isTold ? `only where ${key} ${has}` : `only if its condition on ${key} is met` }
}

const throughEndpoints = 'through VPC endpoints of any account'

/** Requests through VPC endpoints don't have `aws:SourceIp`. Anyone can make an endpoint in their own account. */
function withoutAddress({ admitsMissing }: Pick<Operator, 'admitsMissing'>): Demand {
  return admitsMissing ? { leaves: 'some', words: `only ${throughEndpoints}` } : nobody
}

function addressDemand(operator: Operator, key: string, values: readonly string[]): Demand {
  const { isNegated, admitsMissing } = operator
  const named = unionOf(values.filter((value) => addressesOf(value) !== null))
  // Without one IP family, callers use the other.
  if (isNegated && !isEmpty(difference(internetAddresses, named))) return everybody
  if (isNegated) return withoutAddress(operator)
  if (isWholeInternet(named)) return everybody
  const words = `only where ${key} is ${listed(values)}${admitsMissing ? ` or missing (${throughEndpoints})` : ''}`
  return !isEmpty(named) && isEmpty(intersection(named, internetAddresses))
    ? { leaves: 'some', words: `${words}, which is private` }
    : { leaves: 'some', words }
}

function isAccount(text: string): boolean {
  return /^\d{12}$/u.test(text)
}

function accountDemand(key: string, values: readonly string[], account: string): Demand {
  if (!values.every(isAccount)) return { leaves: 'some', words: `only where ${key} is ${listed(values)}` }
  const others = values.filter((value) => value !== account)
  return others.length === 0 ? nobody : { leaves: 'accounts', accounts: others }
}

function arnDemand(key: string, values: readonly string[], account: string): Demand {
  const accounts = values.map((value) => value.split(':')[4] ?? '')
  return accounts.every(isAccount)
    ? accountDemand(key, accounts, account)
    : { leaves: 'some', words: `only where ${key} is ${listed(values)}` }
}

const mostValues = 5

function listed(values: readonly string[]): string {
  const sorted = values.toSorted()
  const shown = sorted.slice(0, mostValues).join(' or ')
  return sorted.length > mostValues ? `${shown}, or ${sorted.length - mostValues} more` : shown
}
