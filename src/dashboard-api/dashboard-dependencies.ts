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
  /** `null`: email is not configured. */
  readonly mailer: Mailer | null
  /** Issuer and display name of the SSO provider; `null`: SSO is not configured. */
  readonly oidc: { readonly issuer: string; readonly name: string } | null
  /** The ARN that IAM roles in a partition must trust. Throws `PrincipalUnknownError`. */
  principalArn(partition: string, signal: AbortSignal): Promise<string>
  /** The IAM actions of all supported types. */
  readonly permissions: readonly string[]
  /** The list of a scan's resources, by type, then id; empty until the scan has ended. */
  resourceRows(tenant: Tenant, scanId: string): Promise<readonly ResourceRow[]>
  /** Name of a resource type, in the singular. */
  readonly typeName: (type: string) => string
  /** Where the role template is hosted; `null`: there is no quick-create link. */
  readonly templateUrl: string | null
  /** Checks with AWS calls which services can be read. */
  checkAccess(connection: ConnectionRecord, region: string, signal: AbortSignal): Promise<Checklist>
}
