/** Schemas of schedules: when regions of an account are scanned. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { nullableString, timestamp, uuid } from './fields.ts'
import { nullableId, nullableTimestamp, regionChoices } from './scan-run.ts'

const cronDescription =
  'Minute, hour, day of month, month, and day of week, separated by one space, for example `0 6 * * MON-FRI`. At most every 15 minutes.'

const choices = {
  regions: regionChoices(),
  everyHours: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 720,
      description: 'Scans every so many hours, counted from the creation or the last change of the interval.',
    }),
  ),
  cron: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: cronDescription })),
  timeZone: Type.String({
    minLength: 1,
    maxLength: 64,
    default: 'UTC',
    description: 'The IANA time zone of the cron expression, for example `Europe/Berlin`.',
  }),
  jitterMinutes: Type.Integer({
    minimum: 0,
    maximum: 720,
    default: 5,
    description:
      'Each run starts up to this many minutes late, so that schedules with the same times spread out. Never as late as the next time.',
  }),
  paused: Type.Boolean({
    default: false,
    description: 'Whether the schedule is paused. Times that pass meanwhile are left out.',
  }),
}

export const createScheduleRequest = Type.Object(
  { cloudAccountId: uuid('The account connection ID (not the 12-digit AWS account ID).'), ...choices },
  { title: 'CreateScheduleRequest', additionalProperties: false },
)

export const updateScheduleRequest = Type.Object(choices, {
  title: 'UpdateScheduleRequest',
  additionalProperties: false,
})
export type ScheduleChoices = Static<typeof updateScheduleRequest>

export const schedule = Type.Object(
  {
    id: uuid('Unique identifier of the schedule.'),
    cloudAccountId: uuid('The account connection ID (not the 12-digit AWS account ID).'),
    regions: Type.Array(Type.String(), { description: 'Codes of AWS regions, or only `all`.' }),
    everyHours: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'The interval in hours. Null with a cron expression.',
    }),
    cron: nullableString('The cron expression. Null with an interval.'),
    timeZone: Type.String({ description: 'The IANA time zone of the cron expression.' }),
    jitterMinutes: Type.Integer({ description: 'The longest delay of a run.' }),
    paused: Type.Boolean({ description: 'Whether the schedule is paused, for whatever reason.' }),
    pauseReason: Type.Unsafe<'requested' | 'connection' | null>({
      type: ['string', 'null'],
      enum: ['requested', 'connection', null],
      title: 'PauseReason',
      description:
        'requested: until it is resumed; connection: until the account connection is connected again. Null while it is active.',
    }),
    pauseMessage: nullableString('Why the schedule is paused and what to do. Null while it is active.'),
    nextRunAt: nullableTimestamp('When it runs next, with jitter. Null while it is paused.'),
    skippedAt: nullableTimestamp(
      'The last time that was left out, because the previous run of the schedule had not ended. Null if there is none.',
    ),
    lastRunId: nullableId('The newest scan run of the schedule. Null if there is none.'),
    createdAt: timestamp('When the schedule was created.'),
    updatedAt: timestamp('When the schedule last changed.'),
  },
  { title: 'Schedule', additionalProperties: false },
)
export type Schedule = Static<typeof schedule>
