/** GET /session/audit: the audit log, newest first. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { json, nullableString, timestamp } from '../fields.ts'

/** Items of `data.events`, with `data.meta`. Query: limit, cursor. */
export const auditEvent = Type.Object(
  {
    id: Type.String(),
    at: timestamp('When the event happened.'),
    actor: Type.Object(
      {
        kind: Type.Enum(['user', 'key', 'operator', 'anonymous'], {
          type: 'string',
          title: 'ActorKind',
          description: 'anonymous: without a session.',
        }),
        id: nullableString('The ID of the user or API key; null for others.'),
        name: nullableString('The current name; null if the user or API key was deleted.'),
      },
      { additionalProperties: false },
    ),
    action: Type.String({ description: 'For example `account.connect`, `key.create`, `user.sign-in`.' }),
    subject: Type.String({ description: 'The ID of the subject.' }),
    address: nullableString('The IP address of the actor; null if unknown.'),
    details: json('Details of the action.'),
  },
  { title: 'AuditEvent', additionalProperties: false },
)
export type AuditEvent = Static<typeof auditEvent>
