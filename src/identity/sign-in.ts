/** Finds the user of a request, and creates one-time links for operators. */
import { randomBytes } from 'node:crypto'
import { resetPasswordPage } from '../../contract/session/links.ts'
import { oidcProviderId } from '../../contract/session/oidc-provider-id.ts'
import type { Store } from '../store/store.ts'
import {
  clientAddressHeader,
  createSignInLibrary,
  type SignInLibraryOptions,
  signInBasePath,
} from './sign-in-library.ts'

/** The signed-in user and the session. */
export type SignedIn = {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly sessionId: string
  readonly activeOrganizationId: string | null
  /** Whether the session started with SSO. */
  readonly bySso: boolean
}

export type SignIn = {
  /** Handles a request under `/session/auth/`. */
  handle(request: Request): Promise<Response>
  /** Returns `null` without a session. `cookies`: to set if the session was renewed. */
  findSession(headers: Headers): Promise<{ readonly signedIn: SignedIn; readonly cookies: readonly string[] } | null>
  hashPassword(password: string): Promise<string>
  /** Returns the cookies of a new session. Throws if the password is wrong. */
  signInByPassword(email: string, password: string, address: string): Promise<readonly string[]>
  /** Returns the path of a one-time sign-in link without a password; `null` for an unknown user. */
  signInLink(email: string): Promise<string | null>
  /** Returns the path of a password reset link; `null` for an unknown user. */
  resetLink(email: string): Promise<string | null>
  /**
   * Must be called before a password reset link is used. Revokes the user's other links, so that only one of several
   * works.
   */
  beginReset(token: string): Promise<void>
  /**
   * Whether this is the first use of the state of an SSO sign-in. Only one of several concurrent callbacks continues.
   */
  takeState(state: string): Promise<boolean>
}

type Session = {
  readonly id: string
  readonly userId: string
  readonly createdAt: Date
  readonly signedInBy?: string | null | undefined
}

const linkHours = 24
/** The library keeps a state for 10 minutes. */
const stateSeconds = 3_600
/** A session ends after this time, even if it was renewed. */
const maxSessionMs = 30 * 86_400_000
/** SSO users sign in again every day, because access may have been removed at the provider. */
const maxSsoSessionMs = 86_400_000

export function createSignIn(store: Store, options: SignInLibraryOptions): SignIn {
  const library = createSignInLibrary(store, options)

  /** Creates a secret that is stored as a hash, and that the library accepts once for this purpose. */
  async function oneTimeToken(purpose: string, value: string): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    const { internalAdapter } = await library.$context
    const expiresAt = new Date(Date.now() + linkHours * 3_600_000)
    await internalAdapter.createVerificationValue({ identifier: `${purpose}:${token}`, value, expiresAt })
    return token
  }

  async function isOver({ id, userId, createdAt, signedInBy }: Session): Promise<boolean> {
    const ageMs = Date.now() - createdAt.getTime()
    if (ageMs <= maxSsoSessionMs) return false
    const comesFromElsewhere =
      signedInBy === oidcProviderId ||
      (options.oidc !== null && (await store.people.signsInOnlyBy(oidcProviderId, userId)))
    if (ageMs <= maxSessionMs && !comesFromElsewhere) return false
    await store.userSessions.end(userId, id)
    return true
  }

  return {
    handle: (request) => library.handler(request),

    async findSession(headers) {
      const { response, headers: answered } = await library.api.getSession({ headers, returnHeaders: true })
      if (response === null) return null
      const { user, session } = response
      if (await isOver(session)) return null
      return {
        signedIn: {
          userId: user.id,
          name: user.name,
          email: user.email,
          sessionId: session.id,
          activeOrganizationId: session.activeOrganization ?? null,
          bySso: session.signedInBy === oidcProviderId,
        },
        cookies: answered.getSetCookie(),
      }
    },

    hashPassword: async (password) => (await library.$context).password.hash(password),

    async signInByPassword(email, password, address) {
      const headers = new Headers({ [clientAddressHeader]: address })
      const answer = await library.api.signInEmail({ body: { email, password }, headers, returnHeaders: true })
      return answer.headers.getSetCookie()
    },

    async signInLink(email) {
      const person = await store.people.findByEmail(email)
      if (person === null) return null
      const token = await oneTimeToken('magic-link', JSON.stringify({ type: 'magic-link', email: person.email }))
      return `${signInBasePath}/magic-link/verify?token=${token}&callbackURL=%2F`
    },

    async resetLink(email) {
      const person = await store.people.findByEmail(email)
      return person === null ? null : `${resetPasswordPage}#${await oneTimeToken('reset-password', person.id)}`
    },

    async beginReset(token) {
      const { internalAdapter } = await library.$context
      const link = await internalAdapter.findVerificationValue(`reset-password:${token}`)
      if (link !== null) await store.people.withdrawOtherResetLinks(link.value, link.id)
    },

    async takeState(state) {
      const { internalAdapter } = await library.$context
      const stored = await internalAdapter.findVerificationValue(`auth-state:${state}`)
      if (stored === null) return false
      // The library reads the state and deletes it in two steps.
      return (await store.attempts.count(`sign-on-state:${stored.id}`, stateSeconds)).count === 1
    },
  }
}
