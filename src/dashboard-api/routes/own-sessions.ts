/** Lists and ends the user's own sessions, by ID. */
import { Type } from 'typebox'
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { endedSessions, ownSession } from '../../../contract/session/own-sessions.ts'
import { notFound } from '../../http/api-error.ts'
import { auditForPerson } from '../../identity/person-audit.ts'
import { type SessionRoute, sessionRoute } from '../route.ts'

const list = sessionRoute({
  method: 'GET',
  path: '/session/me/sessions',
  access: 'signed in',
  pathParameters: noParameters,
  query: noParameters,
  body: null,
  data: Type.Object({ sessions: Type.Array(ownSession) }, { additionalProperties: false }),

  async handle({ caller, dependencies: { store } }) {
    const { userId, sessionId } = caller.user
    const sessions = (await store.userSessions.list(userId)).map(
      ({ id, address, userAgent, createdAt, lastActiveAt, expiresAt }) => ({
        id,
        isThis: id === sessionId,
        address,
        userAgent,
        createdAt: createdAt.toISOString(),
        lastActiveAt: lastActiveAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      }),
    )
    return { data: { sessions } }
  },
})

const end = sessionRoute({
  method: 'DELETE',
  path: '/session/me/sessions/{id}',
  access: 'signed in',
  pathParameters: idPath('The session.'),
  query: noParameters,
  body: null,
  data: endedSessions,

  async handle({ path, caller, dependencies: { store } }) {
    const { user, address } = caller
    if (!(await store.userSessions.end(user.userId, path.id))) throw notFound('The session')
    await auditForPerson(store, user.userId, 'user.session-end', address, { sessionId: path.id })
    return { data: { ended: 1 } }
  },
})

const endOthers = sessionRoute({
  method: 'DELETE',
  path: '/session/me/sessions',
  access: 'signed in',
  pathParameters: noParameters,
  query: noParameters,
  body: null,
  data: endedSessions,

  async handle({ caller, dependencies: { store } }) {
    const { user, address } = caller
    const ended = await store.userSessions.endOthers(user.userId, user.sessionId)
    if (ended > 0) await auditForPerson(store, user.userId, 'user.session-end', address, { ended })
    return { data: { ended } }
  },
})

export const ownSessionRoutes: readonly SessionRoute[] = [list, end, endOthers]
