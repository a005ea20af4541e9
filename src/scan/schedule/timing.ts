/** Computes when a schedule runs: every N hours, or at the times of a cron expression in a time zone. */
import { createHash } from 'node:crypto'
import { CronExpressionParser } from 'cron-parser'

export type Timing = {
  /** Exactly one of `everyHours` and `cron` is set. */
  readonly everyHours: number | null
  /** Five fields: minute, hour, day of month, month, day of week. */
  readonly cron: string | null
  /** An IANA time zone, for the cron expression. */
  readonly timeZone: string
  readonly jitterMinutes: number
  /** "Every N hours" counts from here. */
  readonly anchorAt: Date
}

export type NextRun = {
  /** Without jitter. */
  readonly dueAt: Date
  /** With jitter: later than `dueAt`, but not as late as the time after it. */
  readonly runAt: Date
}

export type TimingProblem = { readonly field: 'cron' | 'timeZone'; readonly message: string }

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** The minimum time between two times of a cron expression. */
export const leastMinutes = 15
/** A cron expression without a time in this span never comes. Leap days are at most eight years apart. */
const longestWaitMs = 9 * 366 * 24 * hourMs
/** The number of times whose distance is checked. Patterns of minutes repeat within a day. */
const checkedTimes = 100

const months = 'JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC'
const days = 'SUN|MON|TUE|WED|THU|FRI|SAT'
/** The parser also accepts seconds, `H` for a random value, and `@daily`. All of them are left out. */
const field = new RegExp(`^(?:[\\d*,/?#L-]|${months}|${days})+$`, 'i')

/** Returns what is wrong with a timing, or `null`. `now`: the time from which it has to come. */
export function timingProblem(timing: Timing, now: Date): TimingProblem | null {
  if (!isTimeZone(timing.timeZone)) {
    return { field: 'timeZone', message: 'must be an IANA time zone, for example Europe/Berlin or UTC' }
  }
  if (timing.cron === null) return null
  const fields = timing.cron.split(' ')
  if (fields.length !== 5 || !fields.every((text) => field.test(text))) {
    return {
      field: 'cron',
      message:
        'must have five fields, separated by one space: minute, hour, day of month, month, day of week. For example 0 6 * * MON-FRI',
    }
  }
  let previous: Date | null = null
  try {
    const times = parsed(timing, now)
    for (let count = 0; count < checkedTimes; count += 1) {
      const next: Date = times.next().toDate()
      if (previous === null && next.getTime() - now.getTime() > longestWaitMs) break
      if (previous !== null && next.getTime() - previous.getTime() < leastMinutes * minuteMs) {
        return { field: 'cron', message: `must not come more often than every ${leastMinutes} minutes` }
      }
      previous = next
      if (next.getTime() - now.getTime() > longestCheckMs) return null
    }
  } catch (error) {
    if (!neverComes(error)) return { field: 'cron', message: `isn't a valid cron expression: ${reasonOf(error)}` }
  }
  return previous === null ? { field: 'cron', message: 'never comes: no date matches it' } : null
}

/** Times beyond it needn't be checked for their distance. */
const longestCheckMs = 8 * 24 * hourMs

/** Returns the first run after a time. The timing has no problem. `id`: the schedule, for its jitter. */
export function nextRun(id: string, timing: Timing, after: Date): NextRun {
  const dueAt = nextDue(timing, after)
  return { dueAt, runAt: new Date(dueAt.getTime() + jitterMs(id, timing, dueAt)) }
}

function nextDue(timing: Timing, after: Date): Date {
  const { everyHours, anchorAt } = timing
  if (everyHours === null) return parsed(timing, after).next().toDate()
  const everyMs = everyHours * hourMs
  const passed = Math.floor((after.getTime() - anchorAt.getTime()) / everyMs)
  return new Date(anchorAt.getTime() + Math.max(1, passed + 1) * everyMs)
}

/** The same for each schedule and time, so that a restart changes nothing, and less than the time to the next one. */
function jitterMs(id: string, timing: Timing, dueAt: Date): number {
  if (timing.jitterMinutes === 0) return 0
  const spanMs = Math.min(timing.jitterMinutes * minuteMs, nextDue(timing, dueAt).getTime() - dueAt.getTime())
  const hash = createHash('sha256').update(`${id} ${dueAt.toISOString()}`).digest().readUInt32BE()
  return Math.floor((hash / 2 ** 32) * spanMs)
}

function parsed({ cron, timeZone }: Timing, currentDate: Date) {
  return CronExpressionParser.parse(cron ?? '', { tz: timeZone, currentDate })
}

/** Offsets such as `+02:00` are left out, because the parser doesn't know them. */
function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function neverComes(error: unknown): boolean {
  return error instanceof Error && /explicit day of month|loop limit/i.test(error.message)
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
