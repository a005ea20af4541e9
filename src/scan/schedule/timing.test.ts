import { assert, constantFrom, date, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextRun, type Timing, timingProblem } from './timing.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const id = '0190a1b2-0000-7000-8000-000000000001'

const hours = (everyHours: number, anchorAt = '2026-01-01T00:00:00Z'): Timing => ({
  everyHours,
  cron: null,
  timeZone: 'UTC',
  jitterMinutes: 0,
  anchorAt: new Date(anchorAt),
})
const cron = (expression: string, timeZone = 'UTC', jitterMinutes = 0): Timing => ({
  everyHours: null,
  cron: expression,
  timeZone,
  jitterMinutes,
  anchorAt: new Date(0),
})

/** The first due times after a time. */
function dueTimes(timing: Timing, after: string, count: number): readonly string[] {
  const times: string[] = []
  for (let from = new Date(after); times.length < count; from = new Date(times.at(-1) ?? '')) {
    times.push(nextRun(id, timing, from).dueAt.toISOString().replace(':00.000Z', 'Z'))
  }
  return times
}

describe('every N hours', () => {
  test('counts from the anchor, and the first time is one interval later', () => {
    expect(dueTimes(hours(6), '2026-01-01T00:00:00Z', 3)).toEqual([
      '2026-01-01T06:00Z',
      '2026-01-01T12:00Z',
      '2026-01-01T18:00Z',
    ])
    expect(dueTimes(hours(6), '2025-01-01T00:00:00Z', 1)).toEqual(['2026-01-01T06:00Z'])
    expect(dueTimes(hours(6), '2026-01-01T05:59:59Z', 1)).toEqual(['2026-01-01T06:00Z'])
  })

  test('is the next multiple of the interval, however much time has passed', () => {
    assert(
      property(integer({ min: 1, max: 720 }), integer({ min: 0, max: 10 ** 12 }), (everyHours, passedMs) => {
        const timing = hours(everyHours)
        const after = new Date(timing.anchorAt.getTime() + passedMs)
        const { dueAt } = nextRun(id, timing, after)
        const waitMs = dueAt.getTime() - after.getTime()
        expect(waitMs).toBeGreaterThan(0)
        expect(waitMs).toBeLessThanOrEqual(everyHours * hourMs)
        expect((dueAt.getTime() - timing.anchorAt.getTime()) % (everyHours * hourMs)).toBe(0)
      }),
    )
  })
})

describe('cron expressions', () => {
  test('follow the time zone', () => {
    expect(dueTimes(cron('0 6 * * MON-FRI', 'Asia/Kolkata'), '2026-07-03T12:00:00Z', 2)).toEqual([
      '2026-07-06T00:30Z',
      '2026-07-07T00:30Z',
    ])
    expect(dueTimes(cron('0 6 * * *', 'America/Los_Angeles'), '2026-07-03T12:00:00Z', 1)).toEqual(['2026-07-03T13:00Z'])
  })

  test('run once on the day that is one hour shorter, also at a time that it skips', () => {
    expect(dueTimes(cron('30 2 * * *', 'America/New_York'), '2026-03-07T12:00:00Z', 2)).toEqual([
      '2026-03-08T07:30Z',
      '2026-03-09T06:30Z',
    ])
    expect(dueTimes(cron('0 */6 * * *', 'Europe/Berlin'), '2026-03-28T22:00:00Z', 3)).toEqual([
      '2026-03-28T23:00Z',
      '2026-03-29T04:00Z',
      '2026-03-29T10:00Z',
    ])
  })

  test('run once on the day that is one hour longer, also at a time that comes twice', () => {
    expect(dueTimes(cron('30 1 * * *', 'America/New_York'), '2026-10-31T12:00:00Z', 2)).toEqual([
      '2026-11-01T05:30Z',
      '2026-11-02T06:30Z',
    ])
    expect(dueTimes(cron('0 */6 * * *', 'Europe/Berlin'), '2026-10-24T21:00:00Z', 3)).toEqual([
      '2026-10-24T22:00Z',
      '2026-10-25T05:00Z',
      '2026-10-25T11:00Z',
    ])
  })

  test('every local day has exactly one run, in every time zone and around every change of the clock', () => {
    const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Pacific/Chatham']
    const days = integer({ min: 0, max: 3 * 365 }).map((day) => new Date(Date.UTC(2026, 0, 1 + day, 12)))
    const times = integer({ min: 0, max: 1439 })
    assert(
      property(constantFrom(...zones), days, times, (zone, from, minutes) => {
        const timing = cron(`${minutes % 60} ${Math.floor(minutes / 60)} * * *`, zone)
        const first = nextRun(id, timing, from).dueAt
        const second = nextRun(id, timing, first).dueAt
        const day = (time: Date) =>
          Date.parse(`${new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(time)}T00:00Z`)
        expect(day(second) - day(first)).toBe(24 * hourMs)
        expect(first.getTime()).toBeGreaterThan(from.getTime())
        expect(first.getTime() - from.getTime()).toBeLessThanOrEqual(26 * hourMs)
      }),
    )
  })
})

describe('jitter', () => {
  const timings = constantFrom(
    cron('0 */2 * * *', 'Europe/Berlin', 720),
    cron('*/15 * * * *', 'UTC', 10),
    { ...hours(3), jitterMinutes: 60 },
    { ...hours(1), jitterMinutes: 1440 },
  )
  const instants = date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true })

  test('is at most the given minutes, and less than the time to the next run', () => {
    assert(
      property(timings, instants, (timing, after) => {
        const { dueAt, runAt } = nextRun(id, timing, after)
        const jitter = runAt.getTime() - dueAt.getTime()
        expect(jitter).toBeGreaterThanOrEqual(0)
        expect(jitter).toBeLessThan(timing.jitterMinutes * minuteMs)
        expect(runAt.getTime()).toBeLessThan(nextRun(id, timing, dueAt).dueAt.getTime())
      }),
    )
  })

  test('is the same after a restart, and spreads schedules over the minutes', () => {
    const timing = { ...hours(6), jitterMinutes: 60 }
    const runs = Array.from({ length: 200 }, (_, number) => nextRun(`schedule ${number}`, timing, timing.anchorAt))
    expect(nextRun('schedule 7', timing, timing.anchorAt)).toEqual(runs[7])
    const perQuarter = [0, 0, 0, 0]
    for (const { dueAt, runAt } of runs) {
      const quarter = Math.floor((runAt.getTime() - dueAt.getTime()) / (15 * minuteMs))
      perQuarter[quarter] = (perQuarter[quarter] ?? 0) + 1
    }
    for (const count of perQuarter) expect(count).toBeGreaterThan(25)
    expect(perQuarter.length).toBe(4)
  })

  test('none is none', () => {
    const { dueAt, runAt } = nextRun(id, hours(6), new Date('2026-01-01T00:00:00Z'))
    expect(runAt).toEqual(dueAt)
  })
})

test('times missed while nothing ran are one run: the next one is after now', () => {
  const timing = { ...hours(1), jitterMinutes: 5 }
  const due = nextRun(id, timing, timing.anchorAt)
  const now = new Date(due.runAt.getTime() + 50 * hourMs)
  const { dueAt } = nextRun(id, timing, now)
  expect(dueAt.getTime()).toBeGreaterThan(now.getTime())
  expect(dueAt.getTime() - now.getTime()).toBeLessThanOrEqual(hourMs)
})

describe('problems', () => {
  const now = new Date('2026-01-01T00:00:00Z')

  test.each([
    '0 6 * * *',
    '*/15 * * * *',
    '0,30 8-18 * * MON-FRI',
    '0 0 29 2 *',
    '0 0 L * *',
    '0 0 * * MON#1',
    '0 0 1 jan,jul ?',
    '0 0 30 2 MON',
    '5/20 * * * *',
  ])('none: %s', (expression) => {
    expect(timingProblem(cron(expression), now)).toBeNull()
  })

  test.each(['0 0 30 2 *', '0 0 31 4,6,9,11 *', '59 23 31 2 ?'])('never comes: %s', (expression) => {
    expect(timingProblem(cron(expression), now)).toEqual({
      field: 'cron',
      message: 'never comes: no date matches it',
    })
  })

  test.each(['* * * * *', '*/14 * * * *', '0,59 * * * *', '0,14 3 * * *'])('too often: %s', (expression) => {
    expect(timingProblem(cron(expression), now)).toEqual({
      field: 'cron',
      message: 'must not come more often than every 15 minutes',
    })
  })

  test.each([
    '',
    ' ',
    '@daily',
    '0 6 * *',
    '0 0 6 * * *',
    '0  6 * * *',
    'H 6 * * *',
    '0 6 * * *\n',
    'a b c d e',
    '0 6 * * $',
  ])('not five fields: "%s"', (expression) => {
    expect(timingProblem(cron(expression), now)).toMatchObject({
      field: 'cron',
      message: expect.stringContaining('five fields'),
    })
  })

  test.each(['60 6 * * *', '0 24 * * *', '0 6 0 * *', '0 6 * 13 *', '*/0 * * * *', '0 9-1 * * *', '0 6 * * MON/0'])(
    'not valid: %s',
    (expression) => {
      expect(timingProblem(cron(expression), now)).toMatchObject({
        field: 'cron',
        message: expect.stringMatching(/^isn't a valid cron expression: ./),
      })
    },
  )

  test.each(['Mars/Base', '', '+02:00', 'Berlin', 'Europe/Berlin '])('unknown time zone: "%s"', (timeZone) => {
    for (const timing of [cron('0 6 * * *', timeZone), { ...hours(6), timeZone }]) {
      expect(timingProblem(timing, now)).toMatchObject({ field: 'timeZone', message: expect.stringContaining('IANA') })
    }
  })
})
