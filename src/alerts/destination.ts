/** Defines the destinations of alerts, whose addresses and secrets are stored encrypted. */
import { randomBytes } from 'node:crypto'
import { hostOf } from '../outbound/outbound-rules.ts'
import type { ShownDestination } from '../store/alert-values.ts'
import type { AlertRecord } from '../store/alerts.ts'
import type { SecretBox } from '../store/keys/secret-box.ts'

export type Destination =
  | WebhookDestination
  | { readonly type: 'slack' | 'teams'; readonly url: string }
  | { readonly type: 'pagerduty'; readonly url: string; readonly routingKey: string }
  | { readonly type: 'mail'; readonly to: readonly string[] }

export type WebhookDestination = {
  readonly type: 'webhook'
  readonly url: string
  readonly secret: string
  /** Replaced ones that still sign. The newest first. */
  readonly previousSecrets?: readonly { readonly secret: string; readonly until: string }[]
}

export const pagerDutyUrl = 'https://events.pagerduty.com/v2/enqueue'

/** In the form of Standard Webhooks, with 256 bits. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** A replaced secret still signs for this time, so that receivers can change to the new one without a gap. */
const overlapMs = 24 * 3_600_000
const mostPrevious = 4

/** With a new secret. */
export function renewedWebhook(webhook: WebhookDestination, now: Date): WebhookDestination {
  const until = new Date(now.getTime() + overlapMs).toISOString()
  const previousSecrets = [{ secret: webhook.secret, until }, ...stillValid(webhook, now)].slice(0, mostPrevious)
  return { ...webhook, secret: newWebhookSecret(), previousSecrets }
}

/** The current secret first. */
export function signingSecrets(webhook: WebhookDestination, now: Date): readonly string[] {
  return [webhook.secret, ...stillValid(webhook, now).map(({ secret }) => secret)]
}

function stillValid({ previousSecrets = [] }: WebhookDestination, now: Date) {
  return previousSecrets.filter(({ until }) => new Date(until) > now)
}

type Owner = { readonly organizationId: string; readonly alertId: string }

const boundTo = ({ organizationId, alertId }: Owner) => `${organizationId} ${alertId}`

export function sealDestination(secrets: SecretBox, owner: Owner, destination: Destination): Uint8Array {
  return secrets.seal(JSON.stringify(destination), boundTo(owner))
}

/** Returns `null` if SECRET_KEY was changed since. */
export function openDestination(
  secrets: SecretBox,
  organizationId: string,
  { id: alertId, destinationSealed }: Pick<AlertRecord, 'id' | 'destinationSealed'>,
): Destination | null {
  const text = secrets.open(destinationSealed, boundTo({ organizationId, alertId }))
  return text === null ? null : (JSON.parse(text) as Destination)
}

export const unreadableDestination =
  "The destination can't be decrypted, because SECRET_KEY was changed. Enter the destination of the alert again."

const charactersShown = 4
/** Of shorter secrets, the last characters would be too large a part. */
const shortestShown = 20

/** What users may see of it. */
export function shownOf(destination: Destination): ShownDestination {
  if (destination.type === 'mail') return { host: null, lastCharacters: null, to: destination.to }
  const url = new URL(destination.url)
  const secret = destination.type === 'pagerduty' ? destination.routingKey : `${url.pathname}${url.search}`
  const lastCharacters = secret.length < shortestShown ? null : secret.slice(-charactersShown)
  return { host: hostOf(url), lastCharacters, to: [] }
}
