/** Configures the sign-in library: the service's tables and limits, and sign-up by invitation only. */
import { createHmac } from 'node:crypto'
import { betterAuth, type GenericEndpointContext } from 'better-auth'
import { APIError, getOAuthState, getSessionFromCtx } from 'better-auth/api'
import { magicLink } from 'better-auth/plugins'
import type { Logger } from 'pino'
import { passwordLength } from '../../contract/session/fields.ts'
import { signInPage } from '../../contract/session/links.ts'
import { oidcProviderId } from '../../contract/session/oidc-provider-id.ts'
import { newId } from '../store/new-id.ts'
import type { Store } from '../store/store.ts'
import { acceptInvitationsOf, isInvited } from './invitation-acceptance.ts'
import type { Mailer } from './mailer.ts'
import type { OidcDiscovery } from './oidc/discovery.ts'
import { oidcPlugin, type OidcSettings } from './oidc/oidc-provider.ts'
import { passwordResetMail, resetLinkSeconds } from './password-reset-mail.ts'
import { auditForPerson } from './person-audit.ts'
import { signInTables } from './sign-in-tables.ts'

export type SignInLibraryOptions = {
  readonly secretKey: string
  /** `null`: cookies aren't marked `Secure`, and neither email nor SSO is available. */
  readonly publicUrl: string | null
  /** `null` if email isn't configured. Operators then create the links. */
  readonly mailer: Mailer | null
  /** `null` if SSO isn't configured. */
  readonly oidc: { readonly settings: OidcSettings; readonly discovery: OidcDiscovery } | null
  readonly logger: Logger
}

export const signInBasePath = '/session/auth'
/** The header that passes the caller's address to the library, with trusted proxies resolved. */
export const clientAddressHeader = 'x-surveyor-client-address'
/** The origin for the library without a `PUBLIC_URL`. No link or response contains it. */
const placeholderUrl = 'http://localhost'

/** The origin of the service's own pages, in the library's configuration. */
export function ownOrigin(publicUrl: string | null): string {
  return new URL(publicUrl ?? placeholderUrl).origin
}

/** The error code for users who only sign in with SSO and request a password. */
export const usesSsoCode = 'USES_SSO'

const sessionSeconds = 7 * 86_400
const renewAfterSeconds = 86_400

export function createSignInLibrary(store: Store, options: SignInLibraryOptions) {
  const { secretKey, publicUrl, mailer, oidc, logger } = options
  const signsInElsewhere = async (userId: string) =>
    oidc !== null && (await store.people.signsInOnlyBy(oidcProviderId, userId))

  return betterAuth({
    appName: 'Surveyor',
    baseURL: ownOrigin(publicUrl),
    basePath: signInBasePath,
    secret: createHmac('sha256', secretKey).update('sign-in').digest('base64url'),
    database: { db: store.signInDatabase, type: 'postgres' },
    user: signInTables.user,
    session: {
      ...signInTables.session,
      expiresIn: sessionSeconds,
      updateAge: renewAfterSeconds,
    },
    account: {
      ...signInTables.account,
      updateAccountOnSignIn: false,
      // Equal email addresses aren't linked. Only the signed-in user or an operator links SSO.
      accountLinking: { disableImplicitLinking: true },
    },
    verification: { ...signInTables.verification, storeIdentifier: 'hashed' },
    rateLimit: {
      enabled: true,
      // The library's own storage would delete counters with longer windows.
      customStorage: {
        async consume(key, { window, max }) {
          const { count, leftSeconds } = await store.attempts.count(`sign-in:${key}`, window)
          return { allowed: count <= max, retryAfter: leftSeconds }
        },
      },
      customRules: {
        '/get-session': false,
        '/sign-in/email': { window: 60, max: 20 },
        '/sign-in/social': { window: 60, max: 30 },
        '/request-password-reset': { window: 900, max: 10 },
        '/reset-password': { window: 900, max: 20 },
        '/change-password': { window: 900, max: 10 },
      },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.least,
      // In UTF-16 code units. The service's own validation counts characters first.
      maxPasswordLength: passwordLength.most * 2,
      resetPasswordTokenExpiresIn: resetLinkSeconds,
      revokeSessionsOnPasswordReset: true,
      ...(mailer !== null && {
        sendResetPassword: passwordResetMail(store, { mailer, publicUrl, logger, signsInElsewhere }),
      }),
      async onPasswordReset({ user }, request) {
        await store.people.withdrawResetLinks(user.id)
        await auditForPerson(store, user.id, 'user.password-reset', addressOf(request?.headers))
      },
    },
    plugins: [
      // Only operators create sign-in links. Callers can't request one.
      magicLink({
        disableSignUp: true,
        sendMagicLink: () => Promise.reject(new Error('Only operators create sign-in links')),
      }),
      ...(oidc === null ? [] : [oidcPlugin({ ...oidc, logger })]),
    ],
    databaseHooks: {
      user: {
        create: {
          // SSO users need an invitation too, and an address that the provider verified.
          before: async ({ email, emailVerified }) => emailVerified && (await isInvited(store, email)),
          after: ({ id, email }) => acceptInvitationsOf(store, { id, email }),
        },
      },
      session: {
        create: {
          before: async (session, context) => ({
            data: {
              ...session,
              signedInBy: context?.path.startsWith('/callback/') === true ? oidcProviderId : null,
              activeOrganization: (await store.people.organizationsOf(session.userId))[0]?.id ?? null,
            },
          }),
          after: ({ userId, ipAddress }) => auditForPerson(store, userId, 'user.sign-in', ipAddress ?? null),
        },
      },
      account: {
        create: {
          async before(account, context) {
            // Also rejects links from before SSO was configured. A password would outlive the account at the provider.
            if (account.providerId === 'credential' && (await signsInElsewhere(account.userId))) {
              throw new APIError('FORBIDDEN', { code: usesSsoCode })
            }
            if (account.providerId === oidcProviderId && !(await mayLink(context))) return false
            const issuer = account.providerId === oidcProviderId ? oidc?.settings.issuer : null
            return { data: { ...account, issuer, ...noTokens } }
          },
          async after({ providerId, userId }, context) {
            if (providerId !== oidcProviderId) return
            await auditForPerson(store, userId, 'user.sign-on-link', addressOf(context?.headers), {
              issuer: oidc?.settings.issuer ?? null,
            })
          },
        },
        update: { before: async (account) => ({ data: { ...account, ...noTokens } }) },
      },
    },
    advanced: {
      // Set explicitly, because the library skips both checks in test environments.
      disableCSRFCheck: false,
      disableOriginCheck: false,
      cookiePrefix: 'surveyor',
      useSecureCookies: publicUrl?.startsWith('https:') === true,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      database: { generateId: newId },
    },
    // Internal errors are logged once and not returned to the caller.
    onAPIError: { throw: true, errorURL: `${ownOrigin(publicUrl)}${signInPage}` },
    telemetry: { enabled: false },
    // The arguments after the message may contain addresses and tokens.
    logger: {
      level: 'warn',
      log: (level, message) => logger[level === 'error' ? 'warn' : 'info']({ message }, 'sign-in'),
    },
  })
}

/** Tokens aren't stored, because the service never calls the provider on behalf of a user. */
const noTokens = { accessToken: null, refreshToken: null, idToken: null, scope: null }

/** Whether the user who started to link SSO is still signed in. The session may have ended in the meantime. */
async function mayLink(context: GenericEndpointContext | null): Promise<boolean> {
  const link = (await getOAuthState())?.link
  if (link === undefined) return true
  return context !== null && (await getSessionFromCtx(context))?.user.id === link.userId
}

function addressOf(headers: Headers | undefined): string | null {
  return headers?.get(clientAddressHeader) ?? null
}
