/** Creates the deliveries of an event, for each alert that waits for it, and the digests that are due. */
import type { AlertEvent } from '../../contract/alert.ts'
import type { DeliveryJobs } from '../jobs/delivery-jobs.ts'
import type { AlertRecord } from '../store/alerts.ts'
import type { AlertEventRecord } from '../store/alert-events.ts'
import type { ScanRecord } from '../store/scans.ts'
import type { DueAlertEvent, Tenant } from '../store/store.ts'
import type { AlertContent } from './alert-content.ts'
import {
  changesFound,
  connectionFailed,
  connectionRestored,
  type Described,
  digestOf,
  mostEntries,
  scanEnded,
  type ScanChanges,
  schedulePaused,
} from './describe-event.ts'
import { nextDigestAt } from './digest-times.ts'

export type CreateDependencies = {
  readonly jobs: Pick<DeliveryJobs, 'send'>
  readonly publicUrl: string | null
  /** `null` if there is no earlier completed scan of the account and region. */
  readonly changesOf: (tenant: Tenant, scan: ScanRecord) => Promise<ScanChanges | null>
}

/**
 * In one transaction, so that each alert gets each event once, also with several processes and after interruptions.
 * Returns the number of deliveries.
 */
export async function createDeliveries(
  tenant: Tenant,
  dependencies: CreateDependencies,
  { eventId }: Pick<DueAlertEvent, 'eventId'>,
): Promise<number> {
  const event = await tenant.alertEvents.tryHold(eventId)
  if (event === null) return 0
  const messages = await messagesOf(tenant, dependencies, event)
  for (const { alert, content } of messages) await addDelivery(tenant, dependencies, alert, content)
  await tenant.alertEvents.remove(eventId)
  return messages.length
}

/** Adds a delivery, which is sent at once, or with the next digest of the alert. */
export async function addDelivery(
  tenant: Tenant,
  { jobs }: Pick<CreateDependencies, 'jobs'>,
  { id: alertId, frequency }: Pick<AlertRecord, 'id' | 'frequency'>,
  content: AlertContent,
): Promise<string> {
  const { event } = content
  const isHeld = frequency !== 'immediate' && event !== 'digest' && event !== 'test'
  const delivery = await tenant.alertDeliveries.insert({
    alertId,
    event,
    content,
    status: isHeld ? 'held' : 'pending',
  })
  if (!isHeld) await sendFirst(tenant, jobs, delivery)
  return delivery.id
}

export async function sendFirst(
  { transaction, organizationId }: Tenant,
  jobs: Pick<DeliveryJobs, 'send'>,
  { id: deliveryId, alertId }: { readonly id: string; readonly alertId: string },
): Promise<void> {
  await jobs.send(transaction, { organizationId, deliveryId, attempt: 1 }, { groupId: alertId, afterSeconds: 0 })
}

type MessageOfAlert = { readonly alert: AlertRecord; readonly content: AlertContent }

async function messagesOf(
  tenant: Tenant,
  dependencies: CreateDependencies,
  event: AlertEventRecord,
): Promise<readonly MessageOfAlert[]> {
  const connection = await tenant.accounts.find(event.connectionId)
  if (connection === null) return []
  const described: Described = { event, connection, publicUrl: dependencies.publicUrl }
  const toAll = async (content: AlertContent, waitedFor: string = event.kind) =>
    (await tenant.alerts.waitingFor(waitedFor, connection.id)).map((alert) => ({ alert, content }))
  if (event.kind === 'connection.failed') return toAll(connectionFailed(described))
  if (event.kind === 'connection.restored') {
    const messages = await toAll(connectionRestored(described), 'connection.failed')
    return messages.filter(({ alert }) => alert.destinationType === 'pagerduty')
  }
  if (event.kind === 'schedule.paused') return toAll(schedulePaused(described))
  const scan = await tenant.scans.find(event.subjectId)
  // It was deleted since.
  if (scan === null) return []
  const ended = await toAll(scanEnded(described, scan))
  if (event.kind === 'scan.failed') return ended
  return [...ended, ...(await comparedMessages(tenant, dependencies, described, scan))]
}

const comparedEvents = ['exposure.opened', 'exposure.closed', 'changes.found'] as const
const kindOf = { 'exposure.opened': 'opened', 'exposure.closed': 'closed' } as const

async function comparedMessages(
  tenant: Tenant,
  { changesOf }: CreateDependencies,
  described: Described,
  scan: ScanRecord,
): Promise<readonly MessageOfAlert[]> {
  const waiting: { readonly event: (typeof comparedEvents)[number]; readonly alert: AlertRecord }[] = []
  for (const event of comparedEvents) {
    for (const alert of await tenant.alerts.waitingFor(event, scan.connectionId)) waiting.push({ event, alert })
  }
  const found = waiting.length === 0 ? null : await changesOf(tenant, scan)
  if (found === null) return []
  return waiting.flatMap(({ event, alert }) => {
    const changes = found.changes.filter(({ kind, rank }) =>
      event === 'changes.found' ? rank <= alert.leastRank && !isToldApart(alert, kind) : kind === kindOf[event],
    )
    const content = changesFound(described, scan, { base: found.base, changes }, event)
    return content === null ? [] : [{ alert, content }]
  })
}

/** The alert has an event of its own for the change. */
function isToldApart({ events }: AlertRecord, kind: string): boolean {
  const own: AlertEvent | null = kind === 'opened' ? 'exposure.opened' : kind === 'closed' ? 'exposure.closed' : null
  return own !== null && events.includes(own)
}

/** Why a delivery failed. */
export const alertWasPaused = 'The alert was paused.'

/** Sends what was held since the last digest, if anything was. Returns whether a digest is sent. */
export async function createDigest(
  tenant: Tenant,
  dependencies: Pick<CreateDependencies, 'jobs' | 'publicUrl'>,
  alertId: string,
  now: Date,
): Promise<boolean> {
  const alert = await tenant.alerts.hold(alertId)
  if (alert === null || alert.nextDigestAt === null || alert.nextDigestAt > now) return false
  const { frequency } = alert
  await tenant.alerts.planDigest(alertId, nextDigestAt(alert, now))
  if (frequency === 'immediate') return false
  if (alert.paused) {
    await tenant.alertDeliveries.failHeld(alertId, alertWasPaused)
    return false
  }
  const { deliveries, count } = await tenant.alertDeliveries.takeHeld(alertId, mostEntries)
  if (count === 0) return false
  const entries = deliveries.map(({ content }) => content as unknown as AlertContent)
  await addDelivery(tenant, dependencies, alert, digestOf(frequency, entries, count, dependencies.publicUrl))
  return true
}
