/** Dependencies of the dashboard API on the rest of the service. */
import type { Checklist } from '../../contract/session/accounts.ts'
import type { ResourceRow } from '../../contract/session/resources.ts'
import type { AccountService } from '../accounts/account-service.ts'
import type { ApiDependencies } from '../api/api-dependencies.ts'
import type { ScanService } from '../scan/scan-service.ts'
import type { ConnectionRecord } from '../store/account-connections.ts'
import type { Tenant } from '../store/store.ts'
import type { Mailer } from '../identity/mailer.ts'
import type { SignIn } from '../identity/sign-in.ts'

export type SessionDependencies = ApiDependencies & {
  readonly scans: ScanService
  readonly accounts: AccountService
  readonly signIn: SignIn
  /** `null` if email isn't configured. */
  readonly mailer: Mailer | null
  /** The issuer and display name of the SSO provider; `null` if SSO isn't configured. */
  readonly oidc: { readonly issuer: string; readonly name: string } | null
  /** The ARN that IAM roles in a partition must trust. Throws `PrincipalUnknownError`. */
  principalArn(partition: string, signal: AbortSignal): Promise<string>
  /** The IAM actions of all supported types. */
  readonly permissions: readonly string[]
  /** Returns the list of a scan's resources by type, then ID; empty until the scan has ended. */
  resourceRows(tenant: Tenant, scanId: string): Promise<readonly ResourceRow[]>
  /** Returns the singular name of a resource type. */
  readonly typeName: (type: string) => string
  /** The location of the hosted role template; `null` disables the quick-create link. */
  readonly templateUrl: string | null
  /** Checks with AWS calls which services can be read. */
  checkAccess(connection: ConnectionRecord, region: string, signal: AbortSignal): Promise<Checklist>
}
