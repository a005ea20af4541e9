/** Who may call a function: by its policy, and at its URLs, each of which is of the function itself or of an alias. */
import type {
  FunctionConfiguration,
  FunctionUrlAuthType,
  FunctionUrlConfig,
  GetPolicyCommandInput,
  LambdaClient,
} from '@aws-sdk/client-lambda'
import type { Json } from '../../../graph/resource-graph.ts'
import { isAbout, type PolicyGrant, policyGrants, type Statement } from '../../properties/policy-grants.ts'
import { unlessNotOffered, unlessUnset } from '../../reading/unless-unset.ts'

type Calls = { readonly sdk: typeof import('@aws-sdk/client-lambda'); readonly client: LambdaClient }

export type FunctionAccess = {
  /** `undefined`: it has none. */
  readonly policy: string | undefined
  /** `null`: they could not be read. */
  readonly urls: readonly FunctionUrl[] | null
}

export type DescribedFunction = FunctionConfiguration & {
  readonly access?: FunctionAccess
  /** The names of functions by the hosts of their URLs. */
  readonly functionAt: ReadonlyMap<string, string>
}

type FunctionUrl = { readonly config: FunctionUrlConfig; readonly policy: string | undefined }

export async function readAccess(FunctionName: string | undefined, { sdk, client }: Calls): Promise<FunctionAccess> {
  const [policy, pages] = await Promise.all([
    readPolicy({ FunctionName }, { sdk, client }),
    unlessNotOffered(Array.fromAsync(sdk.paginateListFunctionUrlConfigs({ client, pageSize: 50 }, { FunctionName }))),
  ])
  const configs = pages?.flatMap(({ FunctionUrlConfigs }) => FunctionUrlConfigs ?? []) ?? []
  const urls = configs.map(async (config): Promise<FunctionUrl> => {
    const Qualifier = aliasOf(config)
    return {
      config,
      policy: Qualifier === null ? policy : await readPolicy({ FunctionName, Qualifier }, { sdk, client }),
    }
  })
  return { policy, urls: await Promise.all(urls) }
}

/** The response is the same without a policy and for a deleted function. Only the list of URLs shows which one it is. */
export async function readPolicy(of: GetPolicyCommandInput, { sdk, client }: Calls): Promise<string | undefined> {
  const answer = await unlessUnset(client.send(new sdk.GetPolicyCommand(of)), 'ResourceNotFoundException')
  return answer?.Policy
}

/** Of its URLs. */
export function urlHosts(access: FunctionAccess | undefined): readonly string[] {
  return (access?.urls ?? []).flatMap(
    ({ config: { FunctionUrl: url } }) => url?.replace(/^https:\/\//u, '').replace(/\/$/u, '') ?? [],
  )
}

/** `arn:aws:lambda:us-east-1:123456789012:function:orders:live`. */
function aliasOf({ FunctionArn }: FunctionUrlConfig): string | null {
  return FunctionArn?.split(':')[7] ?? null
}

export function urlProperties({ config, policy }: FunctionUrl, account: string): Readonly<Record<string, Json>> {
  return {
    address: config.FunctionUrl ?? null,
    alias: aliasOf(config),
    authorization: config.AuthType ?? null,
    grants: urlGrants(policy, config.AuthType, account) ?? null,
  }
}

const byUrl = 'lambda:InvokeFunctionUrl'

/** Who may call it, except for permissions that only apply to URLs. */
export function callGrants(policy: string | undefined, account: string): PolicyGrant[] | undefined {
  const given: Given = { 'lambda:functionurlauthtype': null, 'lambda:invokedviafunctionurl': 'false' }
  const about = (statement: Statement) => {
    const actions = [statement.Action].flat()
    return actions.length === 1 && actions[0] === byUrl ? null : withGiven(statement, given)
  }
  return policyGrants(policy, account, { about })
}

/**
 * Who may call it at a URL. URLs made since October 2025 also need the permission to invoke: it isn't required here, so that no URL is called
 * closed that may be open.
 */
export function urlGrants(
  policy: string | undefined,
  authorization: FunctionUrlAuthType | undefined,
  account: string,
): PolicyGrant[] | undefined {
  const given: Given = {
    'lambda:functionurlauthtype': authorization ?? null,
    'lambda:invokedviafunctionurl': 'true',
  }
  const about = (statement: Statement) => {
    const applied = isAbout(statement, byUrl) ? withGiven(statement, given) : null
    return applied && { ...applied, Action: byUrl, NotAction: undefined }
  }
  return policyGrants(policy, account, { about })
}

/** Keys in small letters that a request is known to have with this value, or not to have: `null`. */
type Given = Readonly<Record<string, string | null>>

/** Without the conditions that are known to hold; `null` where one is known not to. */
function withGiven(statement: Statement, given: Given): Statement | null {
  const entries = Object.entries(statement.Condition ?? {}).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, values]) => ({
      operator,
      key,
      values,
      holds: holds(operator, key, values, given),
    })),
  )
  if (entries.some((entry) => entry.holds === false)) return null
  const left = entries.filter((entry) => entry.holds === undefined)
  const byOperator = Object.groupBy(left, ({ operator }) => operator)
  const Condition = Object.fromEntries(
    Object.entries(byOperator).map(([operator, of = []]) => [
      operator,
      Object.fromEntries(of.map(({ key, values }) => [key, values])),
    ]),
  )
  return { ...statement, Condition }
}

/** `undefined`: only the request shows it. */
function holds(operator: string, key: string, values: unknown, given: Given): boolean | undefined {
  const value = given[key.toLowerCase()]
  const positive = /^(?:StringEquals|StringEqualsIgnoreCase|StringLike|Bool)(?<ifExists>IfExists)?$/u.exec(operator)
  if (value === undefined || positive === null) return undefined
  if (value === null) return positive.groups?.['ifExists'] !== undefined
  return [values].flat().some((each) => each === '*' || String(each).toLowerCase() === value.toLowerCase())
}
