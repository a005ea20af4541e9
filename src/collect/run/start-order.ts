/**
 * Sorts collectors by start: the longest lists first, then those with the most calls in sequence after them, then the
 * slowest.
 */
import { limitOf } from '../../cloud/rate-limits.ts'
import { type Collector, sourcesOf } from '../collector.ts'

/** Decides only the order in which first calls are prepared and sent. Collectors don't wait for each other. */
export function startOrder(collectors: readonly Collector[]): readonly Collector[] {
  const steps = new Map(collectors.map((collector) => [collector, 0]))
  const follow = (collector: Collector, following: number): void => {
    const all = following + ownSteps(collector)
    steps.set(collector, Math.max(steps.get(collector) ?? 0, all))
    for (const source of sourcesOf(collector)) follow(source.collector, all)
  }
  for (const collector of collectors) follow(collector, 0)
  const stepsOf = (collector: Collector) => steps.get(collector) ?? 0
  return collectors.toSorted(
    (a, b) => Number(b.startsFirst) - Number(a.startsFirst) || stepsOf(b) - stepsOf(a) || perSecond(a) - perSecond(b),
  )
}

/** List and describe are two calls in sequence. A collector with several services calls them one after the other. */
function ownSteps({ permissions }: Collector): number {
  const services = new Set(permissions.map((permission) => permission.split(':')[0]))
  return Math.min(permissions.length, 2) + services.size - 1
}

function perSecond({ permissions, service }: Collector): number {
  return limitOf(service.name, permissions[0].split(':')[1] ?? '').limit.perSecond
}
