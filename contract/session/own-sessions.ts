/** Where the person is signed in. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { nullableString, timestamp, uuid } from '../fields.ts'

/** Items of `GET /session/me/sessions`: `data.sessions`, the newest first. */
export const ownSession = Type.Object(
  {
    id: uuid('The session; not what proves it.'),
    isThis: Type.Boolean({ description: 'Whether it is the one that asks.' }),
    address: nullableString('The network address that it was begun from.'),
    userAgent: nullableString('What the browser says of itself.'),
    createdAt: timestamp('When it was begun.'),
    lastActiveAt: timestamp('When it was last renewed, to the day.'),
    expiresAt: timestamp('When it ends unless it is renewed.'),
  },
  { title: 'OwnSession', additionalProperties: false },
)
export type OwnSession = Static<typeof ownSession>

/** DELETE /session/me/sessions/{id}: that one; DELETE /session/me/sessions: all but this one. */
export const endedSessions = Type.Object({ ended: Type.Integer() }, { additionalProperties: false })
