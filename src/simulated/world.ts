/** Defines a world: accounts with their roles, regions, denials, and resources, as plain data with the SDK's types. */
import type { OperationName, OutputOf } from './sdk-operations.ts'

/** The data of most services: lists of resources, and lists of their parts by the resource's name or ARN. */
export type Lists<Items, Parts = unknown> = { readonly [Name in keyof Items]?: readonly Items[Name][] } & {
  readonly [Name in keyof Parts]?: Readonly<Record<string, readonly Parts[Name][]>>
}

/** The lists of the operations that are named like their list: `DescribeVpcs` returns `Vpcs`, which are `vpcs` here. */
export type PlainLists<Sdk> = {
  readonly [Name in OperationName<Sdk> as Uncapitalize<ListIn<Sdk, Name>>]?: OutputOf<Sdk, Name>[ListIn<Sdk, Name> &
    keyof OutputOf<Sdk, Name>]
}

/** `Vpcs` of `DescribeVpcs`, or `jobQueues` of `DescribeJobQueues`. */
type ListIn<Sdk, Name extends string> = Name extends `${'Describe' | 'List' | 'Get'}${infer List}`
  ? Extract<keyof OutputOf<Sdk, Name>, List | Uncapitalize<List>>
  : never

/** The resources of one account in one region, by service. Each service's file declares its own member. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface RegionData {}

/** The resources of one account that belong to no region or whose list covers all regions. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface GlobalData {}

/** The denying policy type, as in AWS's access denied messages. */
export type PolicyKind =
  | 'identity-based policy'
  | 'permissions boundary'
  | 'service control policy'
  | 'resource control policy'
  | 'resource-based policy'
  | 'session policy'
  | 'VPC endpoint policy'

/** Denies actions in one account. */
export type Denial = {
  /** IAM actions with `*` and `?` as wildcards. */
  readonly actions: readonly string[]
  /** Only these operations of the actions, as with a policy for some of the paths of API Gateway. All if absent. */
  readonly operations?: readonly string[]
  readonly by: PolicyKind
  /** `true` if a statement denies it; `false` if no statement allows it. */
  readonly explicit: boolean
  /** The affected regions; all if absent. */
  readonly regions?: readonly string[]
  /** Only calls whose parameters name one of these: a name, an ID, or an ARN. */
  readonly about?: readonly string[]
}

/** A change of an account after the first response of an operation. */
export type WorldChange = {
  readonly after: { readonly service: string; readonly operation: string }
  /** The changed members of its services' data, in every region. Other members stay. */
  readonly regionData?: RegionData
  readonly globalData?: GlobalData
}

export type WorldAccount = {
  readonly accountId: string
  /** `aws` if absent. */
  readonly partition?: string
  readonly roleName: string
  /** The enabled opt-in regions of this account, in addition to those without opt-in. */
  readonly optedInRegions: readonly string[]
  readonly denials: readonly Denial[]
  readonly regions: Readonly<Record<string, RegionData>>
  readonly global: GlobalData
  readonly changes?: readonly WorldChange[]
}

export type World = {
  readonly accounts: readonly WorldAccount[]
}
