/** Groups changes that say the same of several resources, so that every client shows one line for them. */

type Described = {
  readonly area: string
  readonly kind: string
  readonly resource: {
    readonly type: string
    /** Services of earlier versions give none. */
    readonly typeName?: string
    readonly id: string | null
    readonly name: string | null
  }
  readonly summary: string
  readonly details: readonly unknown[]
}

/** Fewer have a line each. */
const leastAlike = 3

/** Items with the same key are a group at the place of the first one, unless they are few. Those with `null` are alone. */
export function groupAlike<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string | null,
): readonly (readonly [Item, ...Item[]])[] {
  const groups = new Map<string, [Item, ...Item[]]>()
  const keyed = items.map((item) => ({ item, key: keyOf(item) }))
  for (const { item, key } of keyed) {
    const group = key === null ? undefined : groups.get(key)
    if (group !== undefined) group.push(item)
    else if (key !== null) groups.set(key, [item])
  }
  return keyed.flatMap(({ item, key }): readonly (readonly [Item, ...Item[]])[] => {
    const group = key === null ? undefined : groups.get(key)
    if (group === undefined || group.length < leastAlike) return [[item]]
    return group[0] === item ? [group] : []
  })
}

/** Changes of the same area, kind, and type of resource, with the same sentence and details. */
export function groupChanges<Each extends Described>(changes: readonly Each[]) {
  return groupAlike(changes, (change) => {
    const { area, kind, resource, details } = change
    const predicate = predicateOf(change)
    return predicate === null ? null : JSON.stringify([area, kind, resource.type, predicate, details])
  })
}

type Exposed = {
  readonly resource: { readonly type: string; readonly id: string | null }
  readonly from: string
  readonly accounts: readonly string[]
  readonly by: string
  readonly protocol: string | null
  readonly ports: string | null
  readonly before: unknown
  readonly after: unknown
}

/** Exposures of resources of the same type that differ in nothing else. */
export function groupExposures<Each extends Exposed>(exposures: readonly Each[]) {
  return groupAlike(exposures, ({ resource: { type, id }, from, accounts, by, protocol, ports, before, after }) =>
    id === null ? null : JSON.stringify([type, from, accounts, by, protocol, ports, before, after]),
  )
}

/** For example `6 × EC2 instance (web-1 … web-6): Instance type m5.large → m5.xlarge`. */
export function groupSummary(group: readonly [Described, ...Described[]]): string {
  const [first] = group
  const predicate = predicateOf(first)
  if (group.length === 1 || predicate === null) return first.summary
  const { type, typeName = type } = first.resource
  const count = `${group.length} × ${typeName} (${nameRange(group.map(({ resource }) => resource))})`
  return `${count}${predicate.replace(/^ was /, ' were ')}`
}

type Named = { readonly id: string | null; readonly name: string | null }

/** A `Name` tag can be empty. */
export function nameOf({ id, name }: Named): string {
  return name === null || name.trim() === '' ? (id ?? '') : name
}

/** Takes as long to create as a tenth of the start of the command line. */
let collator: Intl.Collator | undefined

/** `web-2` is before `web-10`. */
export function compareNames(left: string, right: string): number {
  collator ??= new Intl.Collator('en', { numeric: true })
  return collator.compare(left, right)
}

/** All names in order. Those that several have are with their IDs. */
export function namesOf(resources: readonly Named[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const name of resources.map(nameOf)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const shown = resources.map((resource) => {
    const name = nameOf(resource)
    return counts.get(name) === 1 ? name : `${name} (${resource.id})`
  })
  return shown.sort(compareNames)
}

/** For example `web-1 … web-6`. */
export function nameRange(resources: readonly Named[]): string {
  const names = [...new Set(resources.map(nameOf))].sort(compareNames)
  return names.length === 1 ? String(names[0]) : `${names[0]} … ${names.at(-1)}`
}

/** What the sentence says of its resource, for example `: Instance type m5.large → m5.xlarge`, or ` was removed`. */
function predicateOf({ summary, resource }: Described): string | null {
  const name = nameOf(resource)
  if (summary.startsWith(`${name}: `)) return summary.slice(name.length)
  const subject = `${resource.typeName ?? resource.type} ${name}`
  return summary.startsWith(`${subject} `) ? summary.slice(subject.length) : null
}
