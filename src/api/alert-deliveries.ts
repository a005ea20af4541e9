/** Shows and replays deliveries of alerts, for the API and the dashboard API. */
import type { AlertDelivery, AlertDeliveryWithAttempts } from '../../contract/alert-delivery.ts'
import type { AlertContent } from '../alerts/alert-content.ts'
import type { AttemptRecord, DeliveryRecord } from '../store/alert-deliveries.ts'
import type { Tenant } from '../store/store.ts'
import { notFound } from '../http/api-error.ts'

/** Throws `NOT_FOUND`. */
export async function findDelivery({ alertDeliveries }: Tenant, id: string): Promise<DeliveryRecord> {
  const delivery = await alertDeliveries.find(id)
  if (delivery === null) throw notFound('The delivery')
  return delivery
}

/** Throws `NOT_FOUND`. */
export async function deliveryWithAttempts(tenant: Tenant, id: string): Promise<AlertDeliveryWithAttempts> {
  const delivery = await findDelivery(tenant, id)
  const attempts = await tenant.alertDeliveries.attempts(delivery.id)
  return { ...deliveryObject(delivery), log: attempts.map(attemptObject) }
}

export function deliveryObject(delivery: DeliveryRecord): AlertDelivery {
  const { summary } = delivery.content as unknown as AlertContent
  return {
    id: delivery.id,
    alertId: delivery.alertId,
    event: delivery.event as AlertDelivery['event'],
    summary,
    status: delivery.status,
    attempts: delivery.attempts,
    nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
    error: delivery.error,
    replayOf: delivery.replayOf,
    createdAt: delivery.createdAt.toISOString(),
    updatedAt: delivery.updatedAt.toISOString(),
  }
}

function attemptObject({ startedAt, ...attempt }: AttemptRecord) {
  return { ...attempt, startedAt: startedAt.toISOString() }
}
