/** A part of several resources, such as a policy of two queues, is a part of each. */
import { isDeepStrictEqual } from 'node:util'
import type { PlanObject, PlanValue } from './plan.ts'
import type { Planned } from './work.ts'

export function withEachOwner(planned: Planned): readonly Planned[] {
  const { change, mapping } = planned
  const name = mapping?.ofEach
  if (name === undefined) return [planned]
  const [before, after] = [change.before, change.after].map((values) => namesIn(values, name))
  const all = [...(before ?? []), ...(after ?? [])]
  const distinct = all.filter((each, at) => all.findIndex((other) => isDeepStrictEqual(other, each)) === at)
  if (distinct.length < 2) return [planned]
  return distinct.map((each) => {
    const only = (values: PlanObject | null) =>
      namesIn(values, name).some((own) => isDeepStrictEqual(own, each)) ? { ...values, [name]: [each] } : null
    const [old, now] = [only(change.before), only(change.after)]
    const action = now === null ? 'delete' : old === null ? 'create' : change.action
    return { mapping, change: { ...change, action, before: old, after: now } }
  })
}

function namesIn(values: PlanObject | null, name: string): readonly PlanValue[] {
  const list = values?.[name]
  return Array.isArray(list) ? (list as readonly PlanValue[]) : []
}
