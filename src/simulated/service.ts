/** A simulated service at runtime: its SDK client, and for each operation its supported input and its response. */
import type { RoleRegistry } from './roles.ts'
import type { CredentialIssuer, Caller } from './credentials.ts'
import type { SdkClient, WireService } from './protocols/operation.ts'
import type { GlobalData, RegionData, WorldAccount } from './world.ts'

/** What the cloud has beside the accounts' data. */
export type OperationState = {
  readonly credentials: CredentialIssuer
  readonly roles: RoleRegistry
  readonly now: () => number
}

/** The data that an operation's handler can use. */
export type OperationContext = OperationState & {
  readonly operation: string
  readonly caller: Caller
  readonly account: WorldAccount
  readonly region: string
  readonly regionData: RegionData
  readonly globalData: GlobalData
  /** The effect of the fault that strikes the call. */
  readonly effect: string | undefined
}

export type SimulatedOperation = {
  /** The supported input members. Any other member in a request is an error. */
  readonly parameters: readonly string[]
  /** `null` if the operation requires no permission. */
  readonly iamAction: string | null
  /** Additional IAM actions of other services, depending on the input. */
  readonly furtherActions: (input: Readonly<Record<string, unknown>>) => readonly string[]
  /** The resource in the service's denial, with `{region}` and `{account}`. Most list operations have none. */
  readonly deniedResource: string | null
  readonly answer: (input: Readonly<Record<string, unknown>>, context: OperationContext) => object
  /** Whether its list could be requested in larger pages. */
  readonly asksForLess: (input: Readonly<Record<string, unknown>>) => boolean
}

export type SimulatedService = {
  /** The namespace import of its SDK client package. */
  readonly module: Readonly<Record<string, unknown>>
  readonly client: SdkClient
  readonly wire: WireService
  readonly operations: Readonly<Record<string, SimulatedOperation>>
}

/** The settings of an SDK client that is only created for its protocol and never sends requests. */
export const idleClient = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
} as const
