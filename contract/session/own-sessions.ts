/** The user's own sessions. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { nullableString, timestamp, uuid } from '../fields.ts'

/** Items of `GET /session/me/sessions`: `data.sessions`, newest first. */
export const ownSession = Type.Object(
  {
    id: uuid('The ID of the session, not its token.'),
    isThis: Type.Boolean({ description: 'Whether it is the session of this request.' }),
    address: nullableString('The IP address that started the session.'),
    userAgent: nullableString('The `User-Agent` header of the browser.'),
    createdAt: timestamp('When the session started.'),
    lastActiveAt: timestamp('When the session was last renewed, to the day.'),
    expiresAt: timestamp('When the session expires, unless it is renewed.'),
  },
  { title: 'OwnSession', additionalProperties: false },
)
export type OwnSession = Static<typeof ownSession>

/** DELETE /session/me/sessions/{id} ends one session; DELETE /session/me/sessions ends all others. */
export const endedSessions = Type.Object({ ended: Type.Integer() }, { additionalProperties: false })
