/** Creates, changes, deletes, tests, and shows alerts, for the API and the dashboard API. */
import type { Alert, AlertChoices, AlertWithSecret, NewDestination } from '../../contract/alert.ts'
import type { AlertDelivery } from '../../contract/alert-delivery.ts'
import { addDelivery } from '../alerts/create-deliveries.ts'
import { testMessage } from '../alerts/describe-event.ts'
import {
  type Destination,
  newWebhookSecret,
  openDestination,
  renewedWebhook,
  sealDestination,
  shownOf,
  unreadableDestination,
} from '../alerts/destination.ts'
import { nextDigestAt } from '../alerts/digest-times.ts'
import { ApiError, notFound, validationError } from '../http/api-error.ts'
import type { AlertRecord } from '../store/alerts.ts'
import { newId } from '../store/new-id.ts'
import type { Tenant } from '../store/store.ts'
import { deliveryObject } from './alert-deliveries.ts'
import type { AlertDependencies } from './api-dependencies.ts'
import { checkedDestination } from './checked-destination.ts'
import type { Caller } from './route.ts'

/** Of an organization. */
export const mostAlerts = 50
/** Pending deliveries of one alert. Above that, tests and replays are refused. */
export const mostPending = 20

/** Throws `VALIDATION_ERROR`, or `CONFLICT` above the limit. */
export async function createAlertOf(
  tenant: Tenant,
  dependencies: AlertDependencies,
  caller: Caller,
  choices: AlertChoices & { readonly destination: NewDestination },
): Promise<AlertWithSecret> {
  await checkAccounts(tenant, choices.cloudAccountIds)
  const secret = choices.destination.type === 'webhook' ? newWebhookSecret() : null
  const { destination, ...digests } = checkedDestination(dependencies, choices.destination, secret)
  if ((await tenant.alerts.count()) >= mostAlerts) {
    throw new ApiError('CONFLICT', `The organization has ${mostAlerts} alerts, which is the limit. Delete one first.`)
  }
  const id = newId()
  const alert = await tenant.alerts.insert(id, {
    ...storedChoices(choices),
    ...storedDestination(dependencies, { organizationId: tenant.organizationId, alertId: id }, destination),
    ...digests,
    nextDigestAt: nextDigestAt(digests, new Date()),
  })
  await record(tenant, caller, 'alert.create', alert)
  return { ...alertObject(alert), secret }
}

/** Without `destination`, the destination stays. A webhook keeps its secret. Throws `NOT_FOUND` or `VALIDATION_ERROR`. */
export async function updateAlertOf(
  tenant: Tenant,
  dependencies: AlertDependencies,
  caller: Caller,
  id: string,
  choices: AlertChoices,
): Promise<AlertWithSecret> {
  const before = await holdAlert(tenant, id)
  await checkAccounts(tenant, choices.cloudAccountIds, before.connectionIds)
  const changed = choices.destination
  const known = changed && openDestination(dependencies.secrets, tenant.organizationId, before)
  const kept = known?.type === 'webhook' ? known.secret : null
  const secret = changed?.type === 'webhook' && kept === null ? newWebhookSecret() : null
  const checked = changed && checkedDestination(dependencies, changed, kept ?? secret)
  const owner = { organizationId: tenant.organizationId, alertId: id }
  const { frequency, digestHour } = checked ?? before
  const isSameTime = frequency === before.frequency && digestHour === before.digestHour
  const alert = await tenant.alerts.update(id, {
    ...storedChoices(choices),
    ...(checked !== undefined && storedDestination(dependencies, owner, withPrevious(checked.destination, known))),
    ...(!isSameTime && { frequency, digestHour, nextDigestAt: nextDigestAt({ frequency, digestHour }, new Date()) }),
  })
  if (alert === null) throw notFound('The alert')
  if (frequency === 'immediate' && before.frequency !== 'immediate') {
    await tenant.alertDeliveries.failHeld(id, withoutDigests)
  }
  await record(tenant, caller, 'alert.change', alert)
  return { ...alertObject(alert), secret }
}

/** Secrets that were replaced before the change of the URL still sign. */
function withPrevious(changed: Destination, known: Destination | null | undefined): Destination {
  if (changed.type !== 'webhook' || known?.type !== 'webhook') return changed
  return { ...known, ...changed }
}

const withoutDigests = 'Not sent: the alert no longer has digests. Replay the delivery to send it.'

/** Throws `NOT_FOUND`, or `CONFLICT` for another destination than a webhook. */
export async function renewSecretOf(
  tenant: Tenant,
  dependencies: AlertDependencies,
  caller: Caller,
  id: string,
): Promise<AlertWithSecret> {
  const before = await holdAlert(tenant, id)
  if (before.destinationType !== 'webhook') {
    throw new ApiError('CONFLICT', 'Only alerts with a webhook have a signing secret.')
  }
  const known = openDestination(dependencies.secrets, tenant.organizationId, before)
  if (known?.type !== 'webhook') throw new ApiError('CONFLICT', unreadableDestination)
  const renewed = renewedWebhook(known, new Date())
  const owner = { organizationId: tenant.organizationId, alertId: id }
  const alert = await tenant.alerts.update(id, storedDestination(dependencies, owner, renewed))
  if (alert === null) throw notFound('The alert')
  await record(tenant, caller, 'alert.new-secret', alert)
  return { ...alertObject(alert), secret: renewed.secret }
}

/** With its deliveries. Throws `NOT_FOUND`. */
export async function removeAlertOf(tenant: Tenant, caller: Caller, id: string): Promise<Alert> {
  const alert = await holdAlert(tenant, id)
  await tenant.alerts.remove(id)
  await record(tenant, caller, 'alert.remove', alert)
  return alertObject(alert)
}

/** Throws `NOT_FOUND`, or `CONFLICT` with too many pending deliveries. */
export async function testAlertOf(
  tenant: Tenant,
  { publicUrl, alerts: { jobs } }: { readonly publicUrl: string | null; readonly alerts: AlertDependencies },
  caller: Caller,
  id: string,
): Promise<AlertDelivery> {
  const alert = await holdAlert(tenant, id)
  await checkPending(tenant, id)
  const deliveryId = await addDelivery(tenant, { jobs }, alert, testMessage(alert.name, publicUrl))
  await record(tenant, caller, 'alert.test', alert)
  const delivery = await tenant.alertDeliveries.find(deliveryId)
  if (delivery === null) throw notFound('The delivery')
  return deliveryObject(delivery)
}

/** Throws `CONFLICT`. */
export async function checkPending(tenant: Tenant, alertId: string): Promise<void> {
  if ((await tenant.alertDeliveries.countPending(alertId)) < mostPending) return
  const message = `The alert has ${mostPending} pending deliveries, which is the limit for tests and replays. Wait until some have ended.`
  throw new ApiError('CONFLICT', message, { retryAfterSeconds: 60 })
}

/** Throws `NOT_FOUND`. */
export async function findAlert({ alerts }: Tenant, id: string): Promise<AlertRecord> {
  const alert = await alerts.find(id)
  if (alert === null) throw notFound('The alert')
  return alert
}

/** Throws `NOT_FOUND`. */
export async function holdAlert({ alerts }: Tenant, id: string): Promise<AlertRecord> {
  const alert = await alerts.hold(id)
  if (alert === null) throw notFound('The alert')
  return alert
}

/** Accounts that were deleted since they were chosen may stay. Throws `VALIDATION_ERROR`. */
async function checkAccounts(
  { accounts }: Tenant,
  ids: readonly string[],
  before: readonly string[] = [],
): Promise<void> {
  for (const [index, id] of ids.entries()) {
    if (before.includes(id.toLowerCase()) || (await accounts.find(id.toLowerCase())) !== null) continue
    throw validationError([
      { path: ['cloudAccountIds', String(index)], message: 'must be an account connection of the organization' },
    ])
  }
}

function storedChoices({ name, events, cloudAccountIds, leastRank, paused }: AlertChoices) {
  const connectionIds = cloudAccountIds.map((id) => id.toLowerCase()).toSorted()
  return { name: name.trim(), events: [...events].toSorted(), connectionIds, leastRank, paused }
}

function storedDestination(
  { secrets }: AlertDependencies,
  owner: { readonly organizationId: string; readonly alertId: string },
  destination: Destination,
) {
  return {
    destinationType: destination.type,
    destinationShown: shownOf(destination),
    destinationSealed: sealDestination(secrets, owner, destination),
  }
}

export function alertObject(alert: AlertRecord): Alert {
  const { destinationType: type, destinationShown: shown, frequency } = alert
  const hour = frequency === 'immediate' ? null : alert.digestHour
  return {
    id: alert.id,
    name: alert.name,
    events: [...alert.events] as Alert['events'],
    cloudAccountIds: [...alert.connectionIds],
    leastRank: alert.leastRank,
    destination: { type, host: shown.host, lastCharacters: shown.lastCharacters, to: [...shown.to], frequency, hour },
    paused: alert.paused,
    nextDigestAt: alert.nextDigestAt?.toISOString() ?? null,
    createdAt: alert.createdAt.toISOString(),
    updatedAt: alert.updatedAt.toISOString(),
  }
}

async function record(
  { auditEvents }: Tenant,
  { actor, address }: Caller,
  action: 'alert.create' | 'alert.change' | 'alert.remove' | 'alert.new-secret' | 'alert.test',
  { id, name, events, connectionIds, destinationType, destinationShown, paused }: AlertRecord,
): Promise<void> {
  const { host, to } = destinationShown
  const details = {
    name,
    events: [...events],
    connectionIds: [...connectionIds],
    destination: destinationType,
    host,
    to: [...to],
    paused,
  }
  await auditEvents.append({ actor, action, subject: id, details, address })
}
