/** Plans a random world: the data of the simulated cloud, and the expected results of a scan. */
import { gen, integer, type Arbitrary, type GeneratorValue } from 'fast-check'
import type { ResourceReference, Verb } from '../../../src/graph/resource-graph.ts'
import { accountId, region } from '../../../src/simulated/worlds/three-tier-network.ts'

type Item = Readonly<Record<string, unknown>>

export type Plan = {
  /** Returns a whole number from 0 to `most`. */
  readonly upTo: (most: number) => number
  readonly chance: () => boolean
  /** Returns one of the values; `undefined` if there are none. */
  readonly one: <Value>(values: readonly Value[]) => Value | undefined
  readonly some: <Value>(values: readonly Value[]) => readonly Value[]
  /** Returns a number that no other identifier of this world has. */
  readonly next: () => number
  /** Returns an ID, for example `vpc-0000000000000002a`. */
  readonly id: (prefix: string) => string
  /** Adds an item to a list of the region's data or the global data. */
  readonly list: (service: string, list: string, item: Item) => void
  readonly listGlobal: (service: string, list: string, item: Item) => void
  /** Sets a value by its key. */
  readonly put: (service: string, table: string, key: string, value: unknown) => void
  readonly putGlobal: (service: string, table: string, key: string, value: unknown) => void
  /** Adds an expected resource. Repetitions have no effect. */
  readonly expect: (type: string, id: string) => ResourceReference
  readonly relate: (
    source: ResourceReference,
    verb: Verb,
    ...targets: readonly (ResourceReference | undefined)[]
  ) => void
}

export type PlannedWorld = {
  readonly regionData: Readonly<Record<string, unknown>>
  readonly globalData: Readonly<Record<string, unknown>>
  /** `type id` of each existing resource, sorted. */
  readonly resources: readonly string[]
  /** `type id verb type id`, sorted. */
  readonly relations: readonly string[]
}

export const key = ({ type, id }: ResourceReference) => `${type} ${id}`

export const arn = (service: string, resource: string, account = accountId) =>
  `arn:aws:${service}:${region}:${account}:${resource}`

type Services = Record<string, Record<string, unknown>>

/** Generates the worlds that `draw` plans. Shrinking reduces its choices when a property fails. */
export function plannedWorlds(draw: (plan: Plan) => void): Arbitrary<PlannedWorld> {
  return gen().map((choose) => {
    const [regionData, globalData]: [Services, Services] = [{}, {}]
    const resources = new Set<string>()
    const relations = new Set<string>()
    draw(planOf(choose, { regionData, globalData, resources, relations }))
    return { regionData, globalData, resources: [...resources].sort(), relations: [...relations].sort() }
  })
}

function planOf(
  choose: GeneratorValue,
  world: { regionData: Services; globalData: Services; resources: Set<string>; relations: Set<string> },
): Plan {
  let last = 0
  const upTo = (most: number) => choose(integer, { min: 0, max: most })
  const next = () => (last += 1)
  return {
    upTo,
    next,
    chance: () => upTo(1) === 1,
    // By index, because values would be returned as copies.
    one: (values) => (values.length === 0 ? undefined : values[upTo(values.length - 1)]),
    some: (values) => values.filter(() => upTo(1) === 1),
    id: (prefix) => `${prefix}-${next().toString(16).padStart(17, '0')}`,
    list: (service, list, item) => addTo(world.regionData, service, list, item),
    listGlobal: (service, list, item) => addTo(world.globalData, service, list, item),
    put: (service, table, name, value) => setIn(world.regionData, service, table, name, value),
    putGlobal: (service, table, name, value) => setIn(world.globalData, service, table, name, value),
    expect(type, id) {
      world.resources.add(key({ type, id }))
      return { type, id }
    },
    relate(source, verb, ...targets) {
      for (const target of targets) {
        if (target !== undefined) world.relations.add(`${key(source)} ${verb} ${key(target)}`)
      }
    },
  }
}

function addTo(services: Services, service: string, list: string, item: Item): void {
  const lists = (services[service] ??= {})
  lists[list] = [...((lists[list] ?? []) as readonly Item[]), item]
}

function setIn(services: Services, service: string, table: string, name: string, value: unknown): void {
  const tables = (services[service] ??= {})
  tables[table] = { ...(tables[table] as Item | undefined), [name]: value }
}

/** Creates a random number of items. */
export function several<Value>(plan: Plan, most: number, make: (place: number) => Value): readonly Value[] {
  return Array.from({ length: plan.upTo(most) }, (_, place) => make(place))
}
