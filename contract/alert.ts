/** Schemas of alerts: which events are sent where. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { nullableString, timestamp, uuid } from './fields.ts'
import { nullableTimestamp } from './scan-run.ts'

export const alertEvents = [
  'scan.completed',
  'scan.failed',
  'changes.found',
  'exposure.opened',
  'exposure.closed',
  'connection.failed',
  'schedule.paused',
] as const
export type AlertEvent = (typeof alertEvents)[number]

const eventChoice = Type.Enum([...alertEvents], {
  type: 'string',
  title: 'AlertEvent',
  description:
    'scan.completed, scan.failed: a scan ended; changes.found: a scan differs from the previous one of its region; exposure.opened, exposure.closed: a scan found an exposure that the previous one did not have, or no longer has; connection.failed: AWS refused the role of a connected account several times in a row; schedule.paused: by a user, or because its account is not connected.',
})

export const destinationTypes = ['webhook', 'slack', 'teams', 'pagerduty', 'mail'] as const
export const mailFrequencies = ['immediate', 'daily', 'weekly'] as const

const destinationType = Type.Enum([...destinationTypes], {
  type: 'string',
  title: 'AlertDestinationType',
  description:
    'webhook: JSON with a Standard Webhooks signature; slack: an incoming webhook of Slack; teams: a webhook of Teams Workflows; pagerduty: the Events API v2; mail: email.',
})

const frequency = Type.Enum([...mailFrequencies], {
  type: 'string',
  title: 'AlertFrequency',
  description:
    'immediate: one message for each event; daily, weekly: one email at the chosen hour, weekly on Mondays, if there were events. Only email has digests.',
})

/** The longest URL of a destination. */
export const longestUrl = 2_048
export const mostRecipients = 10

const newDestination = Type.Object(
  {
    type: destinationType,
    url: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: longestUrl,
        description:
          'The https address. Required for webhook, slack, and teams. For pagerduty, the default is `https://events.pagerduty.com/v2/enqueue`.',
      }),
    ),
    routingKey: Type.Optional(
      Type.String({
        pattern: '^[0-9A-Za-z]{32}$',
        description: 'The integration key of the PagerDuty service. Required for pagerduty.',
      }),
    ),
    to: Type.Optional(
      Type.Array(Type.String({ minLength: 3, maxLength: 254 }), {
        minItems: 1,
        maxItems: mostRecipients,
        uniqueItems: true,
        description: 'Email addresses. Required for mail.',
      }),
    ),
    frequency: Type.Optional(frequency),
    hour: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 23,
        description: 'The hour of digests, in UTC. Only for mail. The default is 7.',
      }),
    ),
  },
  { title: 'NewAlertDestination', additionalProperties: false },
)
export type NewDestination = Static<typeof newDestination>

const choices = {
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', description: 'A name for people.' }),
  events: Type.Array(eventChoice, { minItems: 1, maxItems: alertEvents.length, uniqueItems: true }),
  cloudAccountIds: Type.Array(uuid('An account connection ID.'), {
    default: [],
    maxItems: 100,
    uniqueItems: true,
    description: 'Only events of these account connections. Empty: of all, also those that are added later.',
  }),
  leastRank: Type.Integer({
    minimum: 1,
    maximum: 9,
    default: 9,
    description:
      'For `changes.found`: only changes of at least this importance. 1 is the most important rank (exposure), 9 includes all changes.',
  }),
  paused: Type.Boolean({
    default: false,
    description: 'Whether the alert is paused. Events that happen meanwhile are left out.',
  }),
}

export const createAlertRequest = Type.Object(
  { ...choices, destination: newDestination },
  { title: 'CreateAlertRequest', additionalProperties: false },
)
export const updateAlertRequest = Type.Object(
  { ...choices, destination: Type.Optional(newDestination) },
  { title: 'UpdateAlertRequest', additionalProperties: false },
)
export type AlertChoices = Static<typeof updateAlertRequest>

const alertFields = {
  id: uuid('Unique identifier of the alert.'),
  name: Type.String(),
  events: Type.Array(eventChoice),
  cloudAccountIds: Type.Array(Type.String({ format: 'uuid' }), {
    description: 'Account connection IDs. Empty: all.',
  }),
  leastRank: Type.Integer({ description: 'For `changes.found`: the least important rank that counts.' }),
  destination: Type.Object(
    {
      type: destinationType,
      host: nullableString('The host of the URL. Null for mail. The rest of the URL is secret.'),
      lastCharacters: nullableString(
        'The last four characters of the URL or of the PagerDuty key, to tell alerts apart. Null for mail and short URLs.',
      ),
      to: Type.Array(Type.String(), { description: 'Email addresses. Empty except for mail.' }),
      frequency,
      hour: Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        description: 'The hour of digests, in UTC. Null without digests.',
      }),
    },
    { title: 'AlertDestination', additionalProperties: false },
  ),
  paused: Type.Boolean(),
  nextDigestAt: nullableTimestamp('When the next digest is sent. Null without digests.'),
  createdAt: timestamp('When the alert was created.'),
  updatedAt: timestamp('When the alert last changed.'),
}

export const alert = Type.Object(alertFields, { title: 'Alert', additionalProperties: false })
export type Alert = Static<typeof alert>

export const alertWithSecret = Type.Object(
  {
    ...alertFields,
    secret: nullableString(
      'The new signing secret of a webhook (`whsec_…`), only in this response. Null if the secret is unchanged or there is none.',
    ),
  },
  { title: 'AlertWithSecret', additionalProperties: false },
)
export type AlertWithSecret = Static<typeof alertWithSecret>
