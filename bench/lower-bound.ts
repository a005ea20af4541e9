/** Computes the minimum time of a scan: dependent calls run in sequence, and no rate limit is exceeded. */
import { limitOf } from '../src/cloud/rate-limits.ts'
import { catalogue } from '../src/collect/catalogue.ts'
import type { Collector } from '../src/collect/collector.ts'
import type { SimulatedCall } from '../src/simulated/answer-request.ts'

export type LowerBound = {
  readonly ms: number
  /** The time of the longest chain of dependent calls. */
  readonly chainMs: number
  /** The chain's type, or the busiest bucket. */
  readonly reason: string
}

/** Computes it from all calls of one scan. `sharePercent`: the share of the documented rates that the scan may use. */
export function lowerBound(
  calls: readonly SimulatedCall[],
  options: { readonly latencyMs: number; readonly sharePercent: number },
): LowerBound {
  const chain = longestChain(calls, options.latencyMs)
  const bucket = busiestBucket(calls, options.sharePercent / 100)
  return { ...(chain.ms >= bucket.ms ? chain : bucket), chainMs: chain.ms }
}

/** Returns the bucket with the largest (calls − burst) ÷ rate. */
function busiestBucket(calls: readonly SimulatedCall[], share: number) {
  const buckets = new Map<string, { readonly name: string; readonly ms: (calls: number) => number; calls: number }>()
  for (const { iamAction, operation, region } of calls) {
    const [service = ''] = iamAction?.split(':') ?? []
    // The role is assumed before the rate budget applies.
    if (operation === null || service === '' || service === 'sts') continue
    const { name, limit } = limitOf(service, operation)
    const key = `${region} ${name}`
    const burst = Math.max(1, limit.burst * share)
    const ms = (count: number) => (Math.max(0, count - burst) / (limit.perSecond * share)) * 1000
    const bucket = buckets.get(key) ?? { name, ms, calls: 0 }
    bucket.calls += 1
    buckets.set(key, bucket)
  }
  const times = [...buckets.values()].map((bucket) => ({
    ms: bucket.ms(bucket.calls),
    reason: `${bucket.calls} calls of the limit of ${bucket.name}`,
  }))
  return times.toSorted((a, b) => b.ms - a.ms)[0] ?? { ms: 0, reason: 'no calls' }
}

/** Each page needs the previous one. Calls for items of another type need the first page of that type. */
function longestChain(calls: readonly SimulatedCall[], latencyMs: number) {
  const time = (call: SimulatedCall) => latencyMs + call.servedMs
  const byAction = Object.groupBy(calls, ({ iamAction }) => iamAction ?? '')
  const pagesMs = (action: string) => {
    const lists = Object.values(Object.groupBy(byAction[action] ?? [], listOf))
    return Math.max(0, ...lists.map((list = []) => list.reduce((sum, call) => sum + time(call), 0)))
  }
  const firstMs = (action: string) => Math.min(...(byAction[action] ?? []).map(time), Number.MAX_VALUE)
  const chain = (collector: Collector): number => {
    const [list, ...details] = collector.permissions
    const parentList = collector.parent?.collector.permissions[0]
    // Some types are made from another type's items without calls.
    const listMs = list === parentList ? 0 : pagesMs(list)
    const detailMs = details.filter((action) => (byAction[action] ?? []).length > 0).map(firstMs)
    const ownMs = listMs + Math.max(0, ...detailMs)
    if (collector.parent === null || ownMs === 0) return ownMs
    const above = collector.parent.collector
    return Math.max(firstItemMs(above) + ownMs, chain(above))
  }
  const firstItemMs = (collector: Collector): number => {
    const [list] = collector.permissions
    const before = collector.parent === null ? 0 : firstItemMs(collector.parent.collector)
    return before + ((byAction[list] ?? []).length > 0 ? firstMs(list) : 0)
  }
  const assumeMs = calls
    .filter(({ operation }) => operation === 'AssumeRole')
    .reduce((sum, call) => sum + time(call), 0)
  const chains = catalogue.map((collector) => ({
    ms: assumeMs + chain(collector),
    reason: `chain to ${collector.type}`,
  }))
  return chains.toSorted((a, b) => b.ms - a.ms)[0] ?? { ms: assumeMs, reason: 'the role alone' }
}

/** The key of a list's calls, which differ only in their page. */
function listOf({ operation, parameters }: SimulatedCall): string {
  const rest = Object.entries(parameters ?? {}).filter(([name]) => !/token|marker|position|^exclusivestart/i.test(name))
  return JSON.stringify([operation, rest])
}
