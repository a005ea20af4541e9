/** What the operator's commands are given by the composition root. */
import type { CloudSettings } from '../cloud/cloud-settings.ts'
import type { SignIn } from '../identity/sign-in.ts'
import type { Store } from '../store/store.ts'

export type SupportedType = {
  /** The CloudFormation type name. */
  readonly type: string
  /** Its key in the `progress` of a scan. */
  readonly countKey: string
  readonly scope: string
  /** The IAM actions that reading it takes. */
  readonly permissions: readonly string[]
  /** The types that its relations point to. */
  readonly relations: readonly string[]
}

export type SimulationOptions = {
  readonly world: string
  readonly port?: number
  readonly latencyMs?: number
  /** The parsed faults file, not checked yet. */
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
  /** As `withStore`, with a sign-in that creates one-time links. */
  withSignIn<Result>(work: (signIn: Pick<SignIn, 'resetLink'>, store: Store) => Promise<Result>): Promise<Result>
  /** Binds the database to the SECRET_KEY of this process. */
  changeSecretKey(): Promise<void>
  /** OIDC_ISSUER; `null`: there is no single sign-on. */
  signOnIssuer(): string | null
  /** The address that links begin with, without a slash at its end. */
  baseUrl(): string
  cloud(): CloudSettings
  /** SURVEYOR_PRINCIPAL_ARN; `null`: GetCallerIdentity is asked. */
  principalArn(): string | null
  /** The IAM actions of all supported types. */
  readonly permissions: readonly string[]
  readonly types: readonly SupportedType[]
  /** Rejects with a message for users if the world is unknown, the faults are invalid, or the port is in use. */
  startSimulatedCloud(options: SimulationOptions): Promise<Simulation>
  /** Standard output. */
  readonly output: { write(text: string): void }
  /** Aborts when the process is asked to end (SIGINT, SIGTERM). */
  readonly stopSignal: AbortSignal
}
