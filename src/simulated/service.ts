/** A simulated service as requests meet it: its SDK client, and for each operation what it accepts and answers. */
import type { RoleRegistry } from './roles.ts'
import type { CredentialIssuer, Caller } from './credentials.ts'
import type { PageTokens } from './page-token.ts'
import type { SdkClient, WireService } from './protocols/operation.ts'
import type { GlobalData, RegionData, WorldAccount } from './world.ts'

/** What an operation's handler may know. */
export type OperationContext = {
  readonly operation: string
  readonly caller: Caller
  readonly account: WorldAccount
  readonly region: string
  readonly regionData: RegionData
  readonly globalData: GlobalData
  readonly pageTokens: PageTokens
  readonly credentials: CredentialIssuer
  readonly roles: RoleRegistry
  readonly now: () => number
}

export type SimulatedOperation = {
  /** Members of the input that the handler understands; any other that a request sets is an error. */
  readonly parameters: readonly string[]
  /** `null` where the operation needs no permission. */
  readonly iamAction: string | null
  /** IAM actions of other services that it takes as well, depending on what is asked. */
  readonly furtherActions: (input: Readonly<Record<string, unknown>>) => readonly string[]
  /** The resource that the service names in a refusal, with `{region}` and `{account}`; most list operations name none. */
  readonly deniedResource: string | null
  readonly answer: (input: Readonly<Record<string, unknown>>, context: OperationContext) => object
  /** Whether its list could be asked for in larger pages. */
  readonly asksForLess: (input: Readonly<Record<string, unknown>>) => boolean
}

export type SimulatedService = {
  /** The namespace import of its SDK client package. */
  readonly module: Readonly<Record<string, unknown>>
  readonly client: SdkClient
  readonly wire: WireService
  readonly operations: Readonly<Record<string, SimulatedOperation>>
}

/** The settings that an SDK client needs to be made for its protocol's sake; it never sends anything. */
export const idleClient = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
} as const
