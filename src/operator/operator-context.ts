/** Defines the dependencies of the operator commands. */
import type { CloudSettings } from '../cloud/cloud-settings.ts'
import type { SignIn } from '../identity/sign-in.ts'
import type { Store } from '../store/store.ts'

export type SupportedType = {
  /** The CloudFormation type name. */
  readonly type: string
  /** Its key in the `progress` of a scan. */
  readonly countKey: string
  readonly scope: string
  /** The IAM actions that collecting it requires. */
  readonly permissions: readonly string[]
  /** The target types of its relations. */
  readonly relations: readonly string[]
}

export type SimulationOptions = {
  readonly world: string
  readonly port?: number
  readonly latencyMs?: number
  /** The parsed faults file, not validated yet. */
  readonly faults?: unknown
}

export type Simulation = {
  readonly endpoint: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly accounts: readonly { readonly accountId: string; readonly roleArn: string }[]
  close(): Promise<void>
}

export type OperatorContext = {
  /** Opens the store, whether the service runs or not, and closes it after `work`. */
  withStore<Result>(work: (store: Store) => Promise<Result>): Promise<Result>
  /** Like `withStore`, with a sign-in that creates one-time links. */
  withSignIn<Result>(work: (signIn: Pick<SignIn, 'resetLink'>, store: Store) => Promise<Result>): Promise<Result>
  /** Binds the database to the SECRET_KEY of this process. */
  changeSecretKey(): Promise<void>
  /** OIDC_ISSUER; `null` if SSO isn't configured. */
  signOnIssuer(): string | null
  /** The base URL of links, without a trailing slash. */
  baseUrl(): string
  cloud(): CloudSettings
  /** SURVEYOR_PRINCIPAL_ARN; `null` to use GetCallerIdentity. */
  principalArn(): string | null
  /** The IAM actions of all supported types. */
  permissions(): Promise<readonly string[]>
  types(): Promise<readonly SupportedType[]>
  /** Rejects with a message for users if the world is unknown, the faults are invalid, or the port is in use. */
  startSimulatedCloud(options: SimulationOptions): Promise<Simulation>
  /** Standard output. */
  readonly output: { write(text: string): void }
  /** Aborts when the process is interrupted (SIGINT, SIGTERM). */
  readonly stopSignal: AbortSignal
}
