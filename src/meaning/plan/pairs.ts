/**
 * Pairs what `count` makes several times with the resources that it refers to. In `aws_subnet.a[count.index]`, or
 * `[count.index + 1]`, a plan has the names, but not the sum. As many associations as subnets name each of them once, so
 * that with the same route table, it makes no difference which one names which.
 */
import { NotKnown, type PlannedChange, type PlanObject } from './plan.ts'
import type { Planned } from './work.ts'

type Loose = { readonly planned: Planned; readonly after: PlanObject; readonly name: string; readonly value: NotKnown }

export function inPairs(all: readonly Planned[]): readonly Planned[] {
  const made = new Set(all.flatMap(({ change }) => (isMade(change) ? [change.address] : [])))
  const loose = all.flatMap(looseIn)
  const groups = Map.groupBy(loose, ({ planned: { change }, after, name, value }) =>
    JSON.stringify([change.address.replace(/\[\d+\]$/u, ''), { ...after, [name]: null, id: null }, value.addresses]),
  )
  const paired = new Map<PlannedChange, PlannedChange>()
  for (const group of groups.values()) {
    const targets = (group[0]?.value.addresses ?? []).filter((address) => made.has(address))
    if (targets.length !== group.length) continue
    for (const [place, { planned, after, name, value }] of group.entries()) {
      const target = new NotKnown(value.why, targets.slice(place, place + 1))
      paired.set(planned.change, { ...planned.change, after: { ...after, [name]: target } })
    }
  }
  return paired.size === 0 ? all : all.map((each) => ({ ...each, change: paired.get(each.change) ?? each.change }))
}

function isMade({ action }: PlannedChange): boolean {
  return action === 'create' || action === 'replace'
}

/** A target has no other such source. */
function looseIn(planned: Planned): readonly Loose[] {
  const { after } = planned.change
  const [relation] = planned.mapping?.relations ?? []
  if (after === null || relation?.isOnly !== true) return []
  const [name] = relation.at
  const value = after[name]
  return value instanceof NotKnown && value.isOneOf ? [{ planned, after, name, value }] : []
}
