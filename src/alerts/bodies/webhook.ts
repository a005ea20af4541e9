/** Creates webhooks: JSON with the headers of Standard Webhooks. */
import { Webhook } from 'standardwebhooks'
import type { AlertContent } from '../alert-content.ts'

/** `messageId`: the same for each attempt and replay, so that receivers can ignore repetitions. `secrets`: each signs. */
export function webhookRequest(
  content: AlertContent,
  { secrets, messageId, at }: { readonly secrets: readonly string[]; readonly messageId: string; readonly at: Date },
): { readonly headers: Readonly<Record<string, string>>; readonly body: string } {
  const body = JSON.stringify(webhookBody(content))
  const id = `msg_${messageId}`
  return {
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
    },
    body,
  }
}

function webhookBody(content: AlertContent): object {
  const { summary, reason, account, region, scanId, baseScanId, scheduleId, url } = content
  return {
    type: content.event,
    timestamp: content.occurredAt,
    data: {
      summary,
      reason,
      account,
      region,
      scanId,
      baseScanId,
      scheduleId,
      url,
      changes: content.items,
      moreChanges: content.moreItems,
    },
  }
}
