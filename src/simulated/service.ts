/** How a service is declared: its SDK client, and for each simulated operation what it accepts and answers. */
import type { RoleRegistry } from './roles.ts'
import type { CredentialIssuer, Caller } from './credentials.ts'
import type { PageTokens } from './page-token.ts'
import type { SdkClient } from './protocols/operation.ts'
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
}

export type SimulatedOperation<Output extends object = object> = {
  /** Members of the input that the handler understands; any other that a request sets is an error. */
  readonly parameters: readonly string[]
  /** The IAM action where it is not `<prefix>:<operation>`; `null` where the operation needs no permission. */
  readonly iamAction?: string | null
  /** IAM actions of other services that it takes as well, depending on what is asked. */
  readonly furtherActions?: (input: Readonly<Record<string, unknown>>) => readonly string[]
  /** The resource that the service names in a refusal; most list operations name none. */
  readonly deniedResource?: (place: { readonly accountId: string; readonly region: string }) => string
  readonly answer: (input: Readonly<Record<string, unknown>>, context: OperationContext) => Output
}

export type SimulatedService = {
  /** The prefix of its IAM actions. */
  readonly iamPrefix: string
  /** The namespace import of its SDK client package. */
  readonly module: Readonly<Record<string, unknown>>
  readonly client: SdkClient
  readonly operations: Readonly<Record<string, SimulatedOperation>>
}

/** An operation with its SDK types. What arrives was read by the operation's own input schema, hence the one cast. */
export function operation<Input, Output extends object>(definition: {
  readonly parameters: readonly (keyof Input & string)[]
  readonly iamAction?: string | null
  readonly deniedResource?: SimulatedOperation['deniedResource'] & {}
  readonly furtherActions?: (input: Input) => readonly string[]
  readonly answer: (input: Input, context: OperationContext) => Output
}): SimulatedOperation<Output> {
  const { furtherActions, ...rest } = definition
  return {
    ...rest,
    ...(furtherActions !== undefined && { furtherActions: (input) => furtherActions(input as Input) }),
    answer: (input, context) => definition.answer(input as Input, context),
  }
}

/** The settings that an SDK client needs to be made for its protocol's sake; it never sends anything. */
export const idleClient = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
} as const
