/** What a world is: accounts with their roles, regions, refusals and resources, as plain data in the SDK's own shapes. */

/** What most services have: lists of resources, and lists of their parts by the name or ARN of the resource. */
export type Lists<Items, Parts = unknown> = { readonly [Name in keyof Items]?: readonly Items[Name][] } & {
  readonly [Name in keyof Parts]?: Readonly<Record<string, readonly Parts[Name][]>>
}

/** The resources of one account in one region, by service. Each service's file declares its own member. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface RegionData {}

/** The resources of one account that belong to no region or whose list call answers for all regions. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface GlobalData {}

/** Which policy refuses, in the words of the provider's access denied messages. */
export type PolicyKind =
  | 'identity-based policy'
  | 'permissions boundary'
  | 'service control policy'
  | 'resource control policy'
  | 'resource-based policy'
  | 'session policy'
  | 'VPC endpoint policy'

/** Refuses actions in one account. */
export type Denial = {
  /** IAM actions, `*` and `?` as wildcards. */
  readonly actions: readonly string[]
  readonly by: PolicyKind
  /** `true`: a statement denies it; `false`: no statement allows it. */
  readonly explicit: boolean
  /** Only in these regions; everywhere when absent. */
  readonly regions?: readonly string[]
  /** Only of calls whose parameters name one of these: a name, an id or an ARN. */
  readonly about?: readonly string[]
}

/** What happens to an account once the provider has answered an operation for the first time. */
export type WorldChange = {
  readonly after: { readonly service: string; readonly operation: string }
  /** What its services hold from then on, in every region: these members of their data, and the others as before. */
  readonly regionData?: RegionData
  readonly globalData?: GlobalData
}

export type WorldAccount = {
  readonly accountId: string
  /** `aws` when absent. */
  readonly partition?: string
  readonly roleName: string
  /** Opt-in regions that this account has enabled, beside those that need no opt-in. */
  readonly optedInRegions: readonly string[]
  readonly denials: readonly Denial[]
  readonly regions: Readonly<Record<string, RegionData>>
  readonly global: GlobalData
  readonly changes?: readonly WorldChange[]
}

export type World = {
  readonly accounts: readonly WorldAccount[]
}
