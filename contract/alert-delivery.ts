/** Schemas of alert deliveries: messages to destinations, and the attempts to send them. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { alertEvents } from './alert.ts'
import { nullableString, timestamp, uuid } from './fields.ts'
import { nullableId, nullableTimestamp } from './scan-run.ts'

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'held'] as const

export const deliveryStatus = Type.Enum([...deliveryStatuses], {
  type: 'string',
  title: 'AlertDeliveryStatus',
  description:
    'pending: not sent yet, or waiting for the next attempt; delivered: the destination accepted it; failed: no attempts are left; held: waits for the next digest.',
})

const deliveryFields = {
  id: uuid('Unique identifier of the delivery.'),
  alertId: uuid('The alert.'),
  event: Type.Enum([...alertEvents, 'connection.restored', 'digest', 'test'], {
    type: 'string',
    title: 'AlertDeliveryEvent',
    description:
      'The event. connection.restored: ends the incident in PagerDuty. digest: several events in one email. test: requested by a user or caller.',
  }),
  summary: Type.String({ description: 'What happened, in one line.' }),
  status: deliveryStatus,
  attempts: Type.Integer({ minimum: 0, description: 'The number of attempts so far.' }),
  nextAttemptAt: nullableTimestamp('When the next attempt starts. Null unless pending.'),
  error: nullableString('Why the last attempt failed. Null if it succeeded, or if there was none.'),
  replayOf: nullableId('The delivery that this one repeats. Null otherwise.'),
  createdAt: timestamp('When the delivery was created.'),
  updatedAt: timestamp('When the delivery last changed.'),
}

export const alertDelivery = Type.Object(deliveryFields, { title: 'AlertDelivery', additionalProperties: false })
export type AlertDelivery = Static<typeof alertDelivery>

export const alertAttempt = Type.Object(
  {
    number: Type.Integer({ minimum: 1 }),
    startedAt: timestamp('When the attempt started.'),
    durationMs: Type.Integer({ minimum: 0 }),
    status: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'The HTTP status of the response. Null without a response, and for mail.',
    }),
    error: nullableString('Why the attempt failed. Null if it succeeded.'),
    request: Type.String({ description: 'What was sent, without secrets. Long requests are cut.' }),
    response: nullableString('The first KiB of the response. Null without a response.'),
  },
  { title: 'AlertAttempt', additionalProperties: false },
)
export type AlertAttempt = Static<typeof alertAttempt>

export const alertDeliveryWithAttempts = Type.Object(
  { ...deliveryFields, log: Type.Array(alertAttempt, { description: 'The attempts, the first one first.' }) },
  { title: 'AlertDeliveryWithAttempts', additionalProperties: false },
)
export type AlertDeliveryWithAttempts = Static<typeof alertDeliveryWithAttempts>
