/** GET /session/audit: who did what, newest first. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { json, nullableString, timestamp } from '../fields.ts'

/** Items of `data.events`, with `data.meta`; query: limit, cursor. */
export const auditEvent = Type.Object(
  {
    id: Type.String(),
    at: timestamp('When.'),
    actor: Type.Object(
      {
        kind: Type.Enum(['user', 'key', 'operator', 'anonymous'], {
          type: 'string',
          title: 'ActorKind',
          description: 'anonymous: somebody who was not signed in.',
        }),
        id: nullableString('Of the person or the key; null for all others.'),
        name: nullableString('As of now; null where the person or key is gone.'),
      },
      { additionalProperties: false },
    ),
    action: Type.String({ description: 'E.g. `account.connect`, `key.create`, `user.sign-in`.' }),
    subject: Type.String({ description: 'The id of what was acted on.' }),
    address: nullableString('The network address that it came from; null where it is not known.'),
    details: json('What the action says of itself.'),
  },
  { title: 'AuditEvent', additionalProperties: false },
)
export type AuditEvent = Static<typeof auditEvent>
