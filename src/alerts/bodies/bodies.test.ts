/** Tests the bodies of all formats: names of other people format nothing and open nothing, and sizes are bounded. */
import { assert, constantFrom, property, string, tuple } from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import type { AlertContent } from '../alert-content.ts'
import { mostItems, shortText } from '../alert-content.ts'
import { newWebhookSecret } from '../destination.ts'
import { mailBody } from './mail.ts'
import { pagerDutyBody } from './pagerduty.ts'
import { slackBody } from './slack.ts'
import { teamsBody } from './teams.ts'
import { webhookRequest } from './webhook.ts'

function contentWith(name: string, choices: Partial<AlertContent> = {}): AlertContent {
  const resource = { type: 'AWS::EC2::Instance', id: 'i-1', arn: null, name }
  return {
    event: 'changes.found',
    occurredAt: '2026-11-24T06:00:00.000Z',
    summary: `1 change in ${name}, us-east-1.`,
    reason: null,
    account: { id: '0190a1b2-0000-7000-8000-000000000001', alias: name, accountId: '123456789012' },
    region: 'us-east-1',
    scanId: '0190a1b2-0000-7000-8000-000000000002',
    baseScanId: '0190a1b2-0000-7000-8000-000000000003',
    scheduleId: null,
    url: 'https://surveyor.example/scans/1/changes',
    items: [{ rank: 6, kind: 'changed', summary: `${name}: Instance type`, count: 1, resource }],
    moreItems: 0,
    entries: [],
    moreEntries: 0,
    ...choices,
  }
}

const hostile = tuple(
  string({ unit: 'binary', maxLength: 40 }),
  constantFrom(
    '<!channel>',
    '@channel',
    '<https://evil.example|ok>',
    '</a><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='x",
    '&lt;',
    '[x](https://evil.example)',
    '\r\nBcc: evil@example.com',
    '{{DATE(2026)}}',
  ),
).map((parts) => parts.join(''))

/** The tags of an HTML text, without their attributes. */
const tagsOf = (html: string) => [...html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag]) => tag)

describe('names of other people', () => {
  test('are plain or rich text in Slack blocks, and without markup in the text', () => {
    assert(
      property(hostile, (name) => {
        const { text, blocks } = slackBody(contentWith(name)) as { text: string; blocks: readonly object[] }
        expect(text.replaceAll(/&(amp|lt|gt);/g, '')).not.toMatch(/[<>&]/)
        expect(text).not.toMatch(/@[a-z]|\]\(/i)
        expect(JSON.stringify(blocks)).not.toContain('"mrkdwn"')
        expect(JSON.stringify(blocks)).toContain(JSON.stringify(`${name}: Instance type`).slice(1, -1))
      }),
    )
  })

  test('are text runs in Teams, which are not Markdown', () => {
    assert(
      property(hostile, (name) => {
        const body = JSON.stringify(teamsBody(contentWith(name)))
        expect(body).not.toContain('"TextBlock"')
        expect(body).toContain(JSON.stringify(`• ${name}: Instance type`))
      }),
    )
  })

  test('add no tags or attributes to an email, and no lines to its subject', () => {
    const usual = mailBody(contentWith('web'), [])
    assert(
      property(hostile, (name) => {
        const { subject, html } = mailBody(contentWith(name), [])
        expect(subject).not.toMatch(/[\r\n]/)
        expect(tagsOf(html)).toEqual(tagsOf(usual.html))
        expect(html.match(/"/g)?.length).toBe(usual.html.match(/"/g)?.length)
      }),
    )
  })
})

const bytes = (body: object) => Buffer.byteLength(JSON.stringify(body))

test('a message with the longest texts fits into each service’s limits', () => {
  const long = shortText('\u{1F4A5}'.repeat(1_000))
  const [item] = contentWith(long).items
  const content = contentWith(long, {
    summary: shortText(long.repeat(3)),
    reason: 'r'.repeat(1_000),
    items: Array.from({ length: mostItems }, () => ({ ...item!, summary: long })),
    moreItems: 7,
  })
  // Teams refuses more than 28 KB.
  expect(bytes(teamsBody(content))).toBeLessThan(28 * 1024)
  const slack = slackBody(content) as { text: string; blocks: readonly { type: string; text?: { text: string } }[] }
  expect(slack.text.length).toBeLessThan(40_000)
  expect(slack.blocks[0]?.text?.text.length).toBeLessThanOrEqual(150)
  const pager = pagerDutyBody(content, { routingKey: 'k', messageId: 'm' }) as { payload: { summary: string } }
  expect(pager.payload.summary.length).toBeLessThanOrEqual(1_024)
  expect(bytes(pager)).toBeLessThan(512 * 1024)
  for (const body of [teamsBody(content), slack, pager])
    expect(JSON.stringify(body)).toMatch(/7 more changes\.|"moreChanges":7/)
})

const bodyOf = (event: string) =>
  pagerDutyBody(contentWith('web', { event }), { routingKey: 'key', messageId: 'id' }) as {
    dedup_key: string
    payload: { severity: string }
  }

test('PagerDuty gets the severity of the event, and the same key for attempts and replays', () => {
  expect(bodyOf('exposure.opened')).toMatchObject({
    routing_key: 'key',
    event_action: 'trigger',
    dedup_key: 'surveyor id',
    client_url: 'https://surveyor.example/scans/1/changes',
    payload: { severity: 'critical', source: 'web (123456789012), us-east-1', group: '123456789012' },
  })
  const severities = ['connection.failed', 'scan.failed', 'changes.found', 'schedule.paused', 'exposure.closed', 'test']
  expect(severities.map((event) => bodyOf(event).payload.severity)).toEqual([
    'error',
    'error',
    'warning',
    'warning',
    'info',
    'info',
  ])
})

test('PagerDuty ends the incident of a connection that works again', () => {
  const failed = bodyOf('connection.failed')
  expect(failed).toMatchObject({
    event_action: 'trigger',
    dedup_key: 'surveyor connection 0190a1b2-0000-7000-8000-000000000001',
  })
  expect(bodyOf('connection.restored')).toEqual({
    routing_key: 'key',
    event_action: 'resolve',
    dedup_key: failed.dedup_key,
  })
})

test('a webhook is signed with its secret, and has the type and the time of the event', () => {
  const secret = newWebhookSecret()
  const { headers, body } = webhookRequest(contentWith('web'), { secrets: [secret], messageId: 'id', at: new Date() })
  expect(headers['webhook-id']).toBe('msg_id')
  expect(new Webhook(secret).verify(body, { ...headers })).toMatchObject({
    type: 'changes.found',
    timestamp: '2026-11-24T06:00:00.000Z',
    data: { changes: [{ rank: 6, summary: 'web: Instance type' }], moreChanges: 0, region: 'us-east-1' },
  })
  expect(() => new Webhook(newWebhookSecret()).verify(body, { ...headers })).toThrow('No matching signature')
})

test('a webhook with several secrets has a signature of each', () => {
  const secrets = [newWebhookSecret(), newWebhookSecret()]
  const { headers, body } = webhookRequest(contentWith('web'), { secrets, messageId: 'id', at: new Date() })
  expect(headers['webhook-signature']?.split(' ')).toHaveLength(2)
  for (const secret of secrets) expect(() => new Webhook(secret).verify(body, { ...headers })).not.toThrow()
})

test('each format has the reason, and quotes as they are', () => {
  const content = contentWith('"web"', { reason: "The role's trust policy" })
  for (const body of [
    slackBody(content),
    teamsBody(content),
    pagerDutyBody(content, { routingKey: 'k', messageId: 'm' }),
  ]) {
    expect(JSON.stringify(body)).toContain("The role's trust policy")
  }
  const { text, html } = mailBody(content, [])
  expect(text).toContain("The role's trust policy")
  expect(html).toContain('The role&#39;s trust policy')
  expect(html).toContain('&quot;web&quot;: Instance type')
})

const letters = (count: number) => '\u{1F4A5}'.repeat(count)

test('long texts are cut by letters, not within one', () => {
  expect(shortText(letters(250))).toBe(letters(250))
  expect(shortText('x'.repeat(251))).toBe(`${'x'.repeat(249)}…`)
  expect(shortText(letters(251))).toBe(`${letters(249)}…`)
  const content = contentWith('web', { summary: 'x'.repeat(2_000) })
  expect(mailBody(content, []).subject).toBe(`[Surveyor] ${'x'.repeat(200)}`)
  const { payload } = pagerDutyBody(content, { routingKey: 'k', messageId: 'm' }) as { payload: { summary: string } }
  expect(payload.summary).toBe('x'.repeat(1_024))
})

test('without PUBLIC_URL, a message has no link', () => {
  const content = contentWith('web', { url: null })
  for (const body of [slackBody(content), teamsBody(content), mailBody(content, [])]) {
    expect(JSON.stringify(body)).not.toContain('Open in Surveyor')
  }
  expect(pagerDutyBody(content, { routingKey: 'k', messageId: 'm' })).not.toHaveProperty('client_url')
})

test('a digest lists its events with their first changes', () => {
  const [item] = contentWith('web').items
  const entry = contentWith('web', {
    items: Array.from({ length: 7 }, (_, index) => ({ ...item!, summary: `change ${index}` })),
    moreItems: 10,
  })
  const digest = contentWith('web', { event: 'digest', summary: 'Daily digest: 60 events.', account: null, items: [] })
  const { text, html } = mailBody({ ...digest, entries: [entry], moreEntries: 59 }, [])
  for (const body of [text, html]) {
    expect(body).toContain('change 4')
    expect(body).not.toContain('change 5')
    expect(body).toContain('2026-11-24 06:00 UTC')
    expect(body).toContain('12 more changes.')
    expect(body).toContain('59 more events.')
  }
})
