/** Shows a relative or short time in the user’s time zone, with the exact time on hover. */
import { useEffect, useState } from 'react'

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })
const short = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

const minuteMs = 60_000
const steps = [
  { unit: 'minute', fromMs: minuteMs, sizeMs: minuteMs },
  { unit: 'hour', fromMs: 60 * minuteMs, sizeMs: 60 * minuteMs },
  { unit: 'day', fromMs: 24 * 60 * minuteMs, sizeMs: 24 * 60 * minuteMs },
] as const
const relativeUpToMs = 7 * 24 * 60 * minuteMs

/** `at`: ISO 8601. */
export function TimeText({ at, form = 'relative' }: { readonly at: string; readonly form?: 'relative' | 'short' }) {
  const now = useNow(form === 'relative')
  const date = new Date(at)
  return (
    <time dateTime={at} title={exact.format(date)}>
      {form === 'short' ? short.format(date) : relativeTime(date, now)}
    </time>
  )
}

function relativeTime(date: Date, now: number): string {
  const differenceMs = date.getTime() - now
  const sizeMs = Math.abs(differenceMs)
  if (sizeMs > relativeUpToMs) return short.format(date)
  const step = steps.findLast(({ fromMs }) => sizeMs >= fromMs)
  return step === undefined ? 'just now' : relative.format(Math.trunc(differenceMs / step.sizeMs), step.unit)
}

function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isTicking) return undefined
    const timer = setInterval(() => setNow(Date.now()), minuteMs / 2)
    return () => clearInterval(timer)
  }, [isTicking])
  return now
}
