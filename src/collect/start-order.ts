/** In which order collectors start: the longest lists, then those that most calls may have to follow, and of these the slowest. */
import { limitOf } from '../cloud/rate-limits.ts'
import type { Collector } from './collector.ts'

/** Nobody waits for anybody: it only decides whose first call is prepared and sent first. */
export function startOrder(collectors: readonly Collector[]): readonly Collector[] {
  const steps = new Map(collectors.map((collector) => [collector, 0]))
  for (const collector of collectors) {
    let following = 0
    for (let above: Collector | null = collector; above !== null; above = above.parent?.collector ?? null) {
      following += ownSteps(above)
      steps.set(above, Math.max(steps.get(above) ?? 0, following))
    }
  }
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

function perSecond({ permissions, serviceName }: Collector): number {
  return limitOf(serviceName, permissions[0].split(':')[1] ?? '').limit.perSecond
}
