/** Creates the dashboard's part of the server: the dashboard API and the pages. */
import { join } from 'node:path'
import { accountService } from '../accounts/account-service.ts'
import { findServicePrincipal } from '../accounts/service-principal.ts'
import type { ApiDependencies } from '../api/api-dependencies.ts'
import type { RoleAssumer } from '../cloud/assume-role.ts'
import type { CloudSettings } from '../cloud/cloud-settings.ts'
import type { RateBudget } from '../cloud/rate-budget.ts'
import type { Collector } from '../collect/collector.ts'
import type { Configuration } from '../configuration.ts'
import { resourceKind } from '../diagram/resource-kinds.ts'
import { keepLastRows, rowsOf } from './resource-rows.ts'
import { roleActions } from '../collect/role-actions.ts'
import type { ScanService } from '../scan/scan-service.ts'
import type { DashboardPart } from '../http/server.ts'
import { accessCheck } from '../dashboard-api/access-check.ts'
import { createMailer } from '../identity/mailer.ts'
import { type AccessTokenReader, accessTokenReader } from '../identity/oidc/access-token.ts'
import { openOidc } from '../identity/oidc/open-oidc.ts'
import { openPages } from '../dashboard-api/pages.ts'
import { registerSessionRoutes } from '../dashboard-api/register-routes.ts'
import type { SessionDependencies } from '../dashboard-api/dashboard-dependencies.ts'
import { sessionRoutes } from '../dashboard-api/routes.ts'
import { createSignIn } from '../identity/sign-in.ts'

/** The output folder of `npm run build`. */
const pagesFolder = join(import.meta.dirname, '..', '..', 'dashboard', 'dist')

export type DashboardOptions = {
  readonly configuration: Pick<Configuration, 'publicUrl' | 'principalArn' | 'templateUrl' | 'mail' | 'oidc'>
  readonly secretKey: string
  readonly settings: CloudSettings
  readonly rateBudget: RateBudget
  readonly roles: RoleAssumer
  readonly collectors: readonly Collector[]
  /** Dependencies that the dashboard API shares with the API. */
  readonly api: ApiDependencies
  readonly scans: ScanService
}

export type Dashboard = {
  readonly part: DashboardPart
  /** Returns the path of a one-time sign-in link; `null` for an unknown user. */
  signInLink(email: string): Promise<string | null>
  /** For agents; `null` without SSO. */
  readonly signOn: { readonly issuer: string; readonly readToken: AccessTokenReader } | null
  close(): void
}

export async function openDashboard(options: DashboardOptions): Promise<Dashboard> {
  const { configuration, secretKey, settings, rateBudget, roles, collectors, api, scans } = options
  const { publicUrl, principalArn: configured, templateUrl, mail, oidc } = configuration
  const { store, logger } = api
  const mailer = mail === null ? null : createMailer(mail)
  const signOn = oidc === null ? null : openOidc(oidc, { store, logger })
  const signIn = createSignIn(store, { secretKey, publicUrl, mailer, oidc: signOn, logger })
  const lastRows = keepLastRows()
  const dependencies: SessionDependencies = {
    ...api,
    scans,
    accounts: accountService(store, roles),
    signIn,
    mailer,
    oidc,
    principalArn: (partition, signal) => findServicePrincipal(roles, { configured, partition, signal }),
    permissions: roleActions,
    resourceRows: async ({ graphs }, scanId) =>
      (await lastRows(scanId, async () => {
        const graph = await graphs.load(scanId)
        return graph === null ? null : rowsOf(graph)
      })) ?? [],
    typeName: (type) => resourceKind(type).singular,
    templateUrl,
    checkAccess: accessCheck({ settings, rateBudget, roles, collectors }),
  }
  const pages = await openPages(pagesFolder, { secure: publicUrl?.startsWith('https:') === true })
  if (!pages.isBuilt) {
    logger.warn(
      'the dashboard is not built. Run "npm ci && npm run build", or copy dashboard/dist from a built checkout.',
    )
  }
  return {
    part: {
      registerRoutes(app, context) {
        registerSessionRoutes(app, sessionRoutes, { ...context, dependencies })
        pages.register(app)
      },
      answerPage: (request, reply) => pages.answer(request, reply),
    },
    signInLink: (email) => signIn.signInLink(email),
    signOn:
      signOn === null
        ? null
        : {
            issuer: signOn.discovery.issuer,
            readToken: accessTokenReader(signOn.discovery, { credentials: store.signOnCredentials, logger }),
          },
    close: () => signOn?.discovery.close(),
  }
}
