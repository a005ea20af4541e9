/** Creates webhooks: JSON with the headers of Standard Webhooks. */
import { Webhook } from 'standardwebhooks'
import type { AlertContent } from '../alert-content.ts'

/** `messageId`: the same for each attempt and replay, so that receivers can ignore repetitions. */
export function webhookRequest(
  content: AlertContent,
  { secret, messageId, at }: { readonly secret: string; readonly messageId: string; readonly at: Date },
): { readonly headers: Readonly<Record<string, string>>; readonly body: string } {
  const body = JSON.stringify(webhookBody(content))
  const id = `msg_${messageId}`
  return {
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, at, body),
    },
    body,
  }
}

function webhookBody({ event, occurredAt, entries, moreEntries, items, moreItems, ...data }: AlertContent) {
  return { type: event, timestamp: occurredAt, data: { ...data, changes: items, moreChanges: moreItems } }
}
