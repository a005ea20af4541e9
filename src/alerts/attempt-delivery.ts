/** Makes one attempt at a delivery, logs it, and plans the next one. */
import type { Logger } from 'pino'
import type { DeliveryJob, DeliveryJobContext, DeliveryJobs } from '../jobs/delivery-jobs.ts'
import type { SecretBox } from '../store/keys/secret-box.ts'
import type { Store } from '../store/store.ts'
import type { AlertContent } from './alert-content.ts'
import { alertWasPaused } from './create-deliveries.ts'
import { openDestination, unreadableDestination } from './destination.ts'
import { retryInSeconds } from './retry-times.ts'
import { type Message, type SendDependencies, sendMessage, type Sent } from './send-message.ts'

export type AttemptDependencies = SendDependencies & {
  readonly store: Pick<Store, 'tenant'>
  readonly jobs: Pick<DeliveryJobs, 'send'>
  readonly secrets: SecretBox
  readonly logger: Logger
}

export function deliveryHandler(dependencies: AttemptDependencies) {
  return async (job: DeliveryJob, { signal, finish }: DeliveryJobContext): Promise<void> => {
    const { store, logger } = dependencies
    const { organizationId, deliveryId, attempt: number } = job
    const message = await messageOf(dependencies, job, signal)
    if (message === null) return
    const startedAt = new Date()
    const begun = performance.now()
    const sent = await sendMessage(dependencies, message)
    const durationMs = Math.round(performance.now() - begun)
    await store.tenant(organizationId, async (tenant) => {
      if (!(await finish(tenant.transaction))) throw new Error('Another worker has taken over the delivery')
      const delivery = await tenant.alertDeliveries.hold(deliveryId)
      if (delivery === null || delivery.status !== 'pending' || delivery.attempts !== number - 1) return
      const { error, status, request, response } = sent
      const attempt = { number, startedAt, durationMs, status, error, request, response }
      const pause = error === null ? null : retryInSeconds(number, sent.retryAfter)
      const state = error === null ? 'delivered' : pause === null ? 'failed' : 'pending'
      await tenant.alertDeliveries.recordAttempt(deliveryId, attempt, { status: state, retryInSeconds: pause })
      if (pause === null) return
      await dependencies.jobs.send(
        tenant.transaction,
        { organizationId, deliveryId, attempt: number + 1 },
        { groupId: delivery.alertId, afterSeconds: pause },
      )
    })
    logger.info(logged(job, sent), 'alert delivery')
  }
}

const logged = ({ organizationId, deliveryId, attempt }: DeliveryJob, { status, error }: Sent) => ({
  organizationId,
  deliveryId,
  attempt,
  status,
  ...(error !== null && { problem: error }),
})

/** Returns `null` if there is nothing to send. */
async function messageOf(
  { store, secrets }: AttemptDependencies,
  { organizationId, deliveryId, attempt }: DeliveryJob,
  signal: AbortSignal,
): Promise<Message | null> {
  return store.tenant(organizationId, async ({ alerts, alertDeliveries }) => {
    const delivery = await alertDeliveries.find(deliveryId)
    const alert = delivery && (await alerts.find(delivery.alertId))
    // The alert was deleted, or this attempt was already made.
    if (delivery === null || alert === null) return null
    if (delivery.status !== 'pending' || delivery.attempts !== attempt - 1) return null
    if (alert.paused && delivery.event !== 'test') {
      await alertDeliveries.fail(deliveryId, alertWasPaused)
      return null
    }
    const destination = openDestination(secrets, organizationId, alert)
    if (destination === null) {
      await alertDeliveries.fail(deliveryId, unreadableDestination)
      return null
    }
    const { messageId } = delivery
    const content = delivery.content as unknown as AlertContent
    return { organizationId, messageId, content, destination, signal }
  })
}
