/** Returns and changes the signed-in user: profile, organizations, and preferences. */
import { Type } from 'typebox'
import { noParameters } from '../../../contract/path-parameters.ts'
import {
  activeOrganizationRequest,
  changeMeRequest,
  me,
  preferences,
  preferencesRequest,
} from '../../../contract/session/me.ts'
import { notFound, validationError } from '../../http/api-error.ts'
import type { Json } from '../../graph/resource-graph.ts'
import { auditForPerson } from '../../identity/person-audit.ts'
import { needsSso } from '../../identity/sso-enforcement.ts'
import type { SessionDependencies } from '../dashboard-dependencies.ts'
import { type SessionRoute, sessionRoute } from '../route.ts'
import type { SignedIn } from '../../identity/sign-in.ts'

const maxPreferencesLength = 16 * 1024

const getMe = sessionRoute({
  method: 'GET',
  path: '/session/me',
  access: 'signed in',
  pathParameters: noParameters,
  query: noParameters,
  body: null,
  data: me,

  handle: async ({ caller, dependencies }) => ({ data: await meObject(caller.user, dependencies) }),
})

const change = sessionRoute({
  method: 'PATCH',
  path: '/session/me',
  access: 'signed in',
  pathParameters: noParameters,
  query: noParameters,
  body: changeMeRequest,
  data: me,

  async handle({ body, caller, dependencies }) {
    const { store } = dependencies
    const { user, address } = caller
    const name = body.name.trim()
    await store.people.rename(user.userId, name)
    await auditForPerson(store, user.userId, 'user.rename', address, { from: user.name, to: name })
    return { data: await meObject({ ...user, name }, dependencies) }
  },
})

async function meObject(user: SignedIn, { store: { people }, oidc }: SessionDependencies) {
  const { userId, name, email, sessionId, activeOrganizationId } = user
  const organizations = (await people.organizationsOf(userId)).map((organization) => {
    const { id, name, role } = organization
    return { id, name, role, needsSignOn: needsSso(organization, user) }
  })
  const organization = organizations.find(({ id }) => id === activeOrganizationId) ?? organizations[0] ?? null
  const hasPassword = await people.hasPassword(userId)
  const hasSignOn = oidc !== null && (await people.isVouchedForBy(oidc.issuer, userId))
  const preferences = await people.preferences(userId)
  return {
    user: { id: userId, name, email, hasPassword, hasSignOn },
    sessionId,
    organization,
    organizations,
    preferences,
  }
}

const savePreferences = sessionRoute({
  method: 'PUT',
  path: '/session/me/preferences',
  access: 'signed in',
  pathParameters: noParameters,
  query: noParameters,
  body: preferencesRequest,
  data: Type.Object({ preferences }, { additionalProperties: false }),

  async handle({ body, caller, dependencies }) {
    const { people } = dependencies.store
    if (JSON.stringify(body.preferences).length > maxPreferencesLength) {
      throw validationError([{ path: ['preferences'], message: 'must be at most 16 KiB of JSON' }])
    }
    // It was parsed from JSON.
    await people.savePreferences(caller.user.userId, body.preferences as Readonly<Record<string, Json>>)
    return { data: { preferences: await people.preferences(caller.user.userId) } }
  },
})

const setActiveOrganization = sessionRoute({
  method: 'POST',
  path: '/session/organization/active',
  access: 'signed in',
  pathParameters: noParameters,
  query: noParameters,
  body: activeOrganizationRequest,
  data: activeOrganizationRequest,

  async handle({ body, caller, dependencies }) {
    const { people } = dependencies.store
    const { userId, sessionId } = caller.user
    const { organizationId } = body
    const isMember = (await people.organizationsOf(userId)).some(({ id }) => id === organizationId)
    if (!isMember) throw notFound('The organization')
    await people.setActiveOrganization(sessionId, organizationId)
    return { data: { organizationId } }
  },
})

export const meRoutes: readonly SessionRoute[] = [getMe, change, savePreferences, setActiveOrganization]
