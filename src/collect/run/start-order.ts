/** In which order collectors start: the longest lists, then those that most calls may have to follow, and of these the slowest. */
import { limitOf } from '../../cloud/rate-limits.ts'
import { type Collector, sourcesOf } from '../collector.ts'

/** Nobody waits for anybody: it only decides whose first call is prepared and sent first. */
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

/** What is listed and then described takes two calls in a row; one that asks further sources, as many as it has services. */
function ownSteps({ permissions }: Collector): number {
  const services = new Set(permissions.map((permission) => permission.split(':')[0]))
  return Math.min(permissions.length, 2) + services.size - 1
}

function perSecond({ permissions, service }: Collector): number {
  return limitOf(service.name, permissions[0].split(':')[1] ?? '').limit.perSecond
}
