/** Accepts a setup link or an invitation, as a new user or as the signed-in user. */
import { noParameters } from '../../../contract/path-parameters.ts'
import {
  setup,
  setupDone,
  setupJoinRequest,
  setupLookUpRequest,
  setupRequest,
} from '../../../contract/session/setup.ts'
import { ApiError, validationError } from '../../http/api-error.ts'
import { addressKey } from '../../store/address-key.ts'
import type { OpenInvitation } from '../../store/people.ts'
import { addressGroup } from '../../identity/address-group.ts'
import { findInvitation, join, type Joining } from '../../identity/invitation-acceptance.ts'
import type { SessionDependencies } from '../dashboard-dependencies.ts'
import { SessionError } from '../dashboard-error.ts'
import { type SessionRoute, sessionRoute } from '../route.ts'

/** Tokens can't be guessed. The limit bounds the cost of attempts, such as hashing passwords. */
const attemptLimit = { most: 60, windowSeconds: 900 } as const

const lookUp = sessionRoute({
  method: 'POST',
  path: '/session/setup/look-up',
  access: 'anyone',
  pathParameters: noParameters,
  query: noParameters,
  body: setupLookUpRequest,
  data: setup,

  async handle({ body, caller, dependencies }) {
    const invitation = await openInvitation(body.token, caller.address, dependencies)
    const { organizationName, role, email, expiresAt } = invitation
    const hasAccount = email !== null && (await dependencies.store.people.findByEmail(email)) !== null
    return {
      data: {
        organization: organizationName,
        role,
        email,
        hasAccount,
        signedInAs: caller.user?.email ?? null,
        expiresAt: expiresAt.toISOString(),
      },
    }
  },
})

const setUp = sessionRoute({
  method: 'POST',
  path: '/session/setup',
  access: 'anyone',
  pathParameters: noParameters,
  query: noParameters,
  body: setupRequest,
  data: setupDone,

  async handle({ body, caller, dependencies }) {
    const { store, signIn } = dependencies
    const invitation = await openInvitation(body.token, caller.address, dependencies)
    const email = addressKey(body.email)
    if (invitation.email !== null && invitation.email !== email) {
      throw validationError([{ path: ['email'], message: 'is not the invited email address' }])
    }
    const { name, password } = body
    const passwordHash = await signIn.hashPassword(password)
    checkJoined(await join(store, invitation, { name: name.trim(), email, passwordHash }, caller.address))
    const cookies = await signIn.signInByPassword(email, password, caller.address)
    return { data: { organizationId: invitation.organizationId }, cookies }
  },
})

const joinAsSignedIn = sessionRoute({
  method: 'POST',
  path: '/session/setup/join',
  access: 'signed in',
  pathParameters: noParameters,
  query: noParameters,
  body: setupJoinRequest,
  data: setupDone,

  async handle({ body, caller, dependencies }) {
    const { people } = dependencies.store
    const { userId, email, sessionId } = caller.user
    const invitation = await openInvitation(body.token, caller.address, dependencies)
    if (invitation.email !== null && invitation.email !== email) {
      throw new ApiError(
        'FORBIDDEN',
        `The invitation is for ${invitation.email}, but you are signed in as ${email}. Sign out, then open the link again.`,
      )
    }
    checkJoined(await join(dependencies.store, invitation, { id: userId, email }, caller.address))
    await people.setActiveOrganization(sessionId, invitation.organizationId)
    return { data: { organizationId: invitation.organizationId } }
  },
})

/** Throws `NOT_FOUND`, or `TOO_MANY_REQUESTS`. */
async function openInvitation(token: string, address: string, { store }: SessionDependencies): Promise<OpenInvitation> {
  const { most, windowSeconds } = attemptLimit
  const { count, leftSeconds } = await store.attempts.count(`setup:${addressGroup(address)}`, windowSeconds)
  if (count > most) {
    throw new SessionError('TOO_MANY_REQUESTS', 'Too many attempts. Try again later.', leftSeconds)
  }
  const invitation = await findInvitation(store, token)
  if (invitation === null) throw noSuchLink()
  return invitation
}

const noSuchLink = () =>
  new ApiError('NOT_FOUND', 'The link was already used, expired, or was revoked. Ask the sender for a new one.')

function checkJoined(joining: Joining): void {
  if (joining.kind === 'not open') throw noSuchLink()
  if (joining.kind === 'has an account') {
    throw new ApiError('CONFLICT', 'A user account with this email already exists. Sign in, then open the link again.')
  }
}

export const setupRoutes: readonly SessionRoute[] = [lookUp, setUp, joinAsSignedIn]
