/** Signing in: who a request is signed in as, and the one-time links that operators hand out. */
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

/** Who is signed in, by which session. */
export type SignedIn = {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly sessionId: string
  readonly activeOrganizationId: string | null
  /** Whether the session began with single sign-on. */
  readonly bySignOn: boolean
}

export type SignIn = {
  /** Answers a request under `/session/auth/`. */
  handle(request: Request): Promise<Response>
  /** `null` when nobody is signed in. `cookies`: to be set, when the session was renewed. */
  whoIs(headers: Headers): Promise<{ readonly signedIn: SignedIn; readonly cookies: readonly string[] } | null>
  hashPassword(password: string): Promise<string>
  /** The cookies of a new session. Throws when the password is wrong. */
  signInByPassword(email: string, password: string, address: string): Promise<readonly string[]>
  /** The path of a link that signs a person in once, without a password; `null` when there is no such person. */
  signInLink(email: string): Promise<string | null>
  /** The path of a link for a new password; `null` when there is no such person. */
  resetLink(email: string): Promise<string | null>
  /** Before a link for a new password is used: withdraws the person's others, so that of several at once one works. */
  beginReset(token: string): Promise<void>
}

type Session = {
  readonly id: string
  readonly userId: string
  readonly createdAt: Date
  readonly signedInBy?: string | null | undefined
}

const linkHours = 24
/** However often a session is renewed, it ends after this time. */
const longestSessionMs = 30 * 86_400_000
/** Who signs in elsewhere has to do so again each day: whether they still may is known there, and not here. */
const longestSignOnMs = 86_400_000

export function createSignIn(store: Store, options: SignInLibraryOptions): SignIn {
  const library = createSignInLibrary(store, options)

  /** A secret that is kept as a hash, and taken up once by the library under this name. */
  async function oneTimeToken(purpose: string, value: string): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    const { internalAdapter } = await library.$context
    const expiresAt = new Date(Date.now() + linkHours * 3_600_000)
    await internalAdapter.createVerificationValue({ identifier: `${purpose}:${token}`, value, expiresAt })
    return token
  }

  async function isOver({ id, userId, createdAt, signedInBy }: Session): Promise<boolean> {
    const ageMs = Date.now() - createdAt.getTime()
    if (ageMs <= longestSignOnMs) return false
    const comesFromElsewhere =
      signedInBy === oidcProviderId ||
      (options.oidc !== null && (await store.people.signsInOnlyBy(oidcProviderId, userId)))
    if (ageMs <= longestSessionMs && !comesFromElsewhere) return false
    await store.userSessions.end(userId, id)
    return true
  }

  return {
    handle: (request) => library.handler(request),

    async whoIs(headers) {
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
          bySignOn: session.signedInBy === oidcProviderId,
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
  }
}
