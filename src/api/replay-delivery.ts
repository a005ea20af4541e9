/** Sends a delivery again, for the API and the dashboard API. */
import type { AlertDelivery } from '../../contract/alert-delivery.ts'
import { sendFirst } from '../alerts/create-deliveries.ts'
import { ApiError } from '../http/api-error.ts'
import type { Tenant } from '../store/store.ts'
import { deliveryObject, findDelivery } from './alert-deliveries.ts'
import { checkPending, holdAlert } from './alerts.ts'
import type { AlertDependencies } from './api-dependencies.ts'
import type { Caller } from './route.ts'

/** To the current destination of its alert. Throws `NOT_FOUND`, or `CONFLICT` while the delivery hasn't ended. */
export async function replayDeliveryOf(
  tenant: Tenant,
  { jobs }: Pick<AlertDependencies, 'jobs'>,
  { actor, address }: Caller,
  id: string,
): Promise<AlertDelivery> {
  const delivery = await findDelivery(tenant, id)
  const { alertId, event, content, messageId, status } = delivery
  const alert = await holdAlert(tenant, alertId)
  if (status === 'pending' || status === 'held') {
    throw new ApiError('CONFLICT', `The delivery has the status "${status}", and is still sent by itself.`)
  }
  if (alert.paused && event !== 'test') throw new ApiError('CONFLICT', 'The alert is paused. Resume it first.')
  await checkPending(tenant, alertId)
  const replayed = await tenant.alertDeliveries.insert({
    alertId,
    event,
    content,
    status: 'pending',
    replay: { of: delivery.id, messageId },
  })
  await sendFirst(tenant, jobs, replayed)
  const details = { alertId, deliveryId: replayed.id, event }
  await tenant.auditEvents.append({ actor, action: 'alert.replay', subject: alertId, details, address })
  return deliveryObject(replayed)
}
