/** Tests that each setting can be changed alone, and that all others keep their values. */
import { beforeAll, expect, test } from 'vitest'
import { createTestTenant, type TestTenant } from '../../test/support/test-tenant.ts'
import type { AlertChoice } from './alerts.ts'
import { newId } from './new-id.ts'
import type { ScheduleChoice, ScheduleRecord } from './schedules.ts'

let testTenant: TestTenant

beforeAll(async () => {
  testTenant = await createTestTenant()
  return () => testTenant.close()
})

const tenant: TestTenant['tenant'] = (work) => testTenant.tenant(work)

const alert: AlertChoice = {
  name: 'production',
  events: ['scan.failed'],
  connectionIds: [],
  leastRank: 1,
  destinationType: 'webhook',
  destinationShown: { host: 'hooks.example', lastCharacters: '1234', to: [] },
  destinationSealed: Buffer.from([1, 2, 3]),
  frequency: 'immediate',
  digestHour: 0,
  nextDigestAt: null,
  paused: false,
}

const otherAlert: AlertChoice = {
  name: 'staging',
  events: ['scan.completed', 'scan.failed'],
  connectionIds: [newId()],
  leastRank: 3,
  destinationType: 'mail',
  destinationShown: { host: null, lastCharacters: null, to: ['team@example.com'] },
  destinationSealed: Buffer.from([4, 5]),
  frequency: 'daily',
  digestHour: 7,
  nextDigestAt: new Date('2026-11-01T07:00:00Z'),
  paused: true,
}

/** Only digests have a time of the next one. They are sent by email. */
const { frequency, nextDigestAt, ...single } = otherAlert

test.each<readonly [before: AlertChoice, change: Partial<AlertChoice>]>([
  ...Object.entries(single).map(([name, value]) => [alert, { [name]: value }] as const),
  [
    { ...alert, destinationType: 'mail' },
    { frequency, nextDigestAt },
  ],
  [otherAlert, { frequency: 'weekly' }],
  [otherAlert, { nextDigestAt: new Date('2026-11-02T07:00:00Z') }],
])('of an alert: %j, %j', async (choice, change) => {
  const before = await tenant(({ alerts }) => alerts.insert(newId(), choice))
  const after = await tenant(({ alerts }) => alerts.update(before.id, change))
  expect(after).toEqual({ ...before, ...change, updatedAt: expect.any(Date) })
  expect(await tenant(({ alerts }) => alerts.find(before.id))).toEqual(after)
})

const [dueAt, laterAt] = [new Date('2026-11-01T00:00:00Z'), new Date('2026-11-02T00:00:00Z')]

type ScheduleValues = ScheduleChoice & Pick<ScheduleRecord, 'skippedAt'>

/** The interval and the cron expression exclude each other. */
const otherSchedule: readonly Partial<ScheduleValues>[] = [
  { regions: ['eu-west-1', 'us-east-1'] },
  { everyHours: 24 },
  { everyHours: null, cron: '0 3 * * *' },
  { timeZone: 'Europe/Berlin' },
  { jitterMinutes: 30 },
  { pauseReason: 'requested' },
  { anchorAt: laterAt },
  { dueAt: laterAt },
  { runAt: laterAt },
  { skippedAt: laterAt },
]

test.each(otherSchedule)('of a schedule: %j', async (change) => {
  const before = await tenant(({ schedules }) =>
    schedules.insert(newId(), testTenant.connectionId, {
      regions: ['us-east-1'],
      everyHours: 6,
      cron: null,
      timeZone: 'UTC',
      jitterMinutes: 0,
      pauseReason: null,
      anchorAt: dueAt,
      dueAt,
      runAt: dueAt,
    }),
  )
  const after = await tenant(({ schedules }) => schedules.update(before.id, change))
  expect(after).toEqual({ ...before, ...change, updatedAt: expect.any(Date) })
  expect(await tenant(({ schedules }) => schedules.find(before.id))).toEqual(after)
})

test.each([{ name: 'Acme' }, { retentionDays: 30 }, { retentionDays: null }, { signOnRequired: true }, {}])(
  'of an organization: %j',
  async (change) => {
    const before = await tenant(({ settings }) => settings.read())
    expect(await tenant(({ settings }) => settings.change(change))).toBe(true)
    expect(await tenant(({ settings }) => settings.read())).toEqual({ ...before, ...change })
  },
)
