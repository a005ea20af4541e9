/** Creates events for the Events API v2 of PagerDuty. */
import { type AlertContent, placeText } from '../alert-content.ts'

const severities: Readonly<Record<string, 'critical' | 'error' | 'warning' | 'info'>> = {
  'exposure.opened': 'critical',
  'connection.failed': 'error',
  'scan.failed': 'error',
  'changes.found': 'warning',
  'schedule.paused': 'warning',
}

/** The API refuses longer summaries. */
const longestSummary = 1_024

/** A connection that works again ends the incident of its failure. */
const ofConnections: ReadonlySet<string> = new Set(['connection.failed', 'connection.restored'])

/**
 * The key of a message is its ID, so that attempts and replays don't create further incidents. A connection has one
 * incident at a time.
 */
export function pagerDutyBody(
  content: AlertContent,
  { routingKey, messageId }: { readonly routingKey: string; readonly messageId: string },
): object {
  const { event, occurredAt, summary, reason, region, scanId, account, url, items, moreItems } = content
  const isOfConnection = account !== null && ofConnections.has(event)
  const key = isOfConnection ? `surveyor connection ${account.id}` : `surveyor ${messageId}`
  if (event === 'connection.restored') return { routing_key: routingKey, event_action: 'resolve', dedup_key: key }
  return {
    routing_key: routingKey,
    event_action: 'trigger',
    dedup_key: key,
    client: 'Surveyor',
    ...(url !== null && { client_url: url, links: [{ href: url, text: 'Open in Surveyor' }] }),
    payload: {
      summary: summary.slice(0, longestSummary).toWellFormed(),
      source: placeText(content) ?? 'Surveyor',
      severity: severities[event] ?? 'info',
      timestamp: occurredAt,
      class: event,
      ...(account !== null && { group: account.accountId }),
      custom_details: {
        reason,
        region,
        scanId,
        changes: items.map((item) => item.summary),
        moreChanges: moreItems,
      },
    },
  }
}
