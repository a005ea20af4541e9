/** Values of the columns of alerts, their events, and their deliveries. */

export type DestinationType = 'webhook' | 'slack' | 'teams' | 'pagerduty' | 'mail'

export type AlertFrequency = 'immediate' | 'daily' | 'weekly'

/** What users may see of a destination. */
export type ShownDestination = {
  /** `null` for email. */
  readonly host: string | null
  /** Of the URL or key; `null` for email and short URLs. */
  readonly lastCharacters: string | null
  /** Email addresses. */
  readonly to: readonly string[]
}

export type AlertEventKind =
  | 'scan.completed'
  | 'scan.failed'
  | 'connection.failed'
  | 'connection.restored'
  | 'schedule.paused'

export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'held'
