/**
 * How the resources of plans become resources of the graph: a table for each service, with the properties and relations
 * that conclusions depend on. Everything else in a plan is never read, because it may be secret.
 */
import type { Json, Verb } from '../../graph/resource-graph.ts'
import type { ResourceTypeName } from '../../resource-types/all.ts'
import { isPlanObject, NotKnown, type PlanObject, type PlanValue } from './plan.ts'

/** A value of the graph, or one that the plan doesn't know. */
export type Known<Value> = Value | NotKnown

/** A list item, such as a rule. One with an unknown field stands for any item. */
export type Item = Readonly<Record<string, Json | NotKnown>>

/** The values that a planned resource has for a resource of the graph. */
export type Facts = {
  readonly properties: Readonly<Record<string, Json | NotKnown>>
  /** Items of lists that other planned resources may add to. */
  readonly items: Readonly<Record<string, readonly Item[]>>
  readonly relations: readonly PlannedRelation[]
}

export type PlannedRelation = {
  readonly verb: Verb
  readonly type: ResourceTypeName
  /** Its ID or ARN. */
  readonly target: Known<string>
  /** The target has only one such source: a subnet has one route table. */
  readonly isOnly?: true
  /** It is one of a list. */
  readonly isListed?: true
  readonly isOptional?: true
}

/** The account and region that the plan is for, and the ID of the resource that the facts are of. */
export type Context = { readonly accountId: string; readonly region: string; readonly ownId: string }

export type Mapping = {
  readonly type: ResourceTypeName
  /** Its ID, or the ID of the resource that it is a part of. */
  readonly id: (values: PlanObject, accountId: string) => PlanValue
  /** The property of the resource in a scan that the tool takes for its ID. */
  readonly alias?: string
  /** It is a setting of another resource, which it names. */
  readonly part?: true
  /** The attribute with its name, if that isn't the `Name` tag. */
  readonly name?: string
  /** Properties by the attribute that has the same value. */
  readonly properties?: Readonly<Record<string, string>>
  readonly relations?: readonly RelationMapping[]
  /** What isn't the value of an attribute. */
  readonly more?: (values: PlanObject, context: Context) => Partial<Facts>
  /** Settings of public access, which only count together. */
  readonly settings?: (values: PlanObject, context: Context) => Readonly<Record<string, Json | NotKnown>>
  /** Properties that the resource has without the part. Default: none. */
  readonly without?: Readonly<Record<string, Json>>
  /** Why the exposure isn't known after the part is removed. For people. */
  readonly removal?: string
  /** Attributes that decide about exposure. If one isn't known, neither is the exposure. */
  readonly decides?: readonly string[]
  /** What AWS takes for attributes that nobody sets. */
  readonly defaults?: Readonly<Record<string, Json | NotKnown>>
  /** Why the rest isn't judged. For people. */
  readonly unjudged?: string
  /** The attributes whose changes aren't judged. Default: all but tags. */
  readonly unjudgedChanges?: readonly string[] | undefined
  /** Only its type is known, so that its ID may have another form than in scans. */
  readonly isOnlyRecognized?: true
  /** It is made with a VPC. A tool that starts to manage it takes over the one that exists, and never deletes it. */
  readonly adopts?: Adoption
  /** The attribute that lists what it is a part of. */
  readonly ofEach?: string
  /** It makes a route table the main one of its VPC, until it is deleted. */
  readonly isMain?: true
  /** Other resources that it changes along, which aren't in plans. For people. */
  readonly along?: string
}

export type Adoption = {
  /** Which one: its ID, or the VPC whose default resource it is. */
  readonly id: Mapping['id']
  readonly isOfVpc?: true
}

export type RelationMapping = {
  readonly verb: Verb
  readonly type: ResourceTypeName
  /** The path of the attribute, through blocks. */
  readonly at: readonly [string, ...string[]]
  /** The target has only one such source: a subnet has one route table. */
  readonly isOnly?: true
  /** The attribute is a list. */
  readonly isListed?: true
  /** Without a value of its own there is no target. */
  readonly isOptional?: true
}

export type Mappings = Readonly<Record<string, Mapping>>

export const noFacts: Facts = { properties: {}, items: {}, relations: [] }

export function factsOf(mapping: Mapping, given: PlanObject, context: Context): Facts {
  const values = withDefaults(given, mapping.defaults ?? {})
  const more = mapping.more?.(values, context) ?? {}
  return {
    properties: { ...namedProperties(values, mapping.properties ?? {}), ...more.properties },
    items: more.items ?? {},
    relations: withoutComputed([
      ...(mapping.relations ?? []).flatMap(({ at, ...relation }) =>
        textsAt(values, at).map((target) => ({ ...relation, target })),
      ),
      ...(more.relations ?? []),
    ]),
  }
}

/** What nobody sets is optional, or set by another attribute. */
function withoutComputed(relations: readonly PlannedRelation[]): readonly PlannedRelation[] {
  const isSet = ({ target }: PlannedRelation) => typeof target === 'string' || target.why !== 'computed'
  const given = relations.filter(isSet)
  const isGiven = ({ verb, type }: PlannedRelation) => given.some((each) => each.verb === verb && each.type === type)
  return relations.filter((each) => isSet(each) || (each.isOptional !== true && !isGiven(each)))
}

/** Attributes of the mapping that decide about exposure, and that the plan doesn't know. */
export function undecided(mapping: Mapping, given: PlanObject): readonly string[] {
  const values = withDefaults(given, mapping.defaults ?? {})
  return (mapping.decides ?? []).filter((path) => {
    const value = valueAt(values, path)
    // Mappings of blocks have AWS's defaults.
    return value instanceof NotKnown && !(value.why === 'computed' && path.includes('.'))
  })
}

/** `path`: the name of an attribute, or the path of one in blocks, such as `vpc_config.subnet_ids`. */
export function valueAt(values: PlanObject, path: string): PlanValue | undefined {
  return path.split('.').reduce<PlanValue | undefined>((value, name) => {
    const block = Array.isArray(value) ? (value as readonly PlanValue[])[0] : value
    return isPlanObject(block) ? block[name] : block instanceof NotKnown ? block : undefined
  }, values)
}

function withDefaults(values: PlanObject, defaults: Readonly<Record<string, Json | NotKnown>>): PlanObject {
  const missing = Object.entries(defaults).filter(([name]) => {
    const value = values[name]
    return value === undefined || (value instanceof NotKnown && value.why === 'computed')
  })
  return missing.length === 0 ? values : { ...values, ...Object.fromEntries(missing) }
}

function namedProperties(
  values: PlanObject,
  names: Readonly<Record<string, string>>,
): Readonly<Record<string, Json | NotKnown>> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([property, attribute]) => {
      const value = scalar(values[attribute])
      // What AWS chooses isn't a change that the plan makes.
      return value === null || (value instanceof NotKnown && value.why === 'computed') ? [] : [[property, value]]
    }),
  )
}

export function scalar(value: PlanValue | undefined): null | boolean | number | string | NotKnown {
  return value === undefined || (typeof value === 'object' && !(value instanceof NotKnown)) ? null : value
}

/** Empty texts are unset attributes. */
export function textOf(value: PlanValue | undefined): string | NotKnown | null {
  if (value instanceof NotKnown) return value
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}

export function numberOf(value: PlanValue | undefined): number | NotKnown | null {
  if (value instanceof NotKnown) return value
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** CloudFormation writes many booleans as text. */
export function flagOf(value: PlanValue | undefined): boolean | NotKnown | null {
  if (value instanceof NotKnown || typeof value === 'boolean') return value
  return value === 'true' ? true : value === 'false' ? false : null
}

/** The texts of a list, or one for an unknown list. */
export function textsOf(value: PlanValue | undefined): readonly Known<string>[] {
  const all = Array.isArray(value) ? (value as readonly PlanValue[]) : [value]
  return all.map(textOf).filter((text) => text !== null)
}

/** The blocks of a list. `NotKnown` if the list itself isn't known. */
export function blocksOf(value: PlanValue | undefined): readonly PlanObject[] | NotKnown {
  if (value instanceof NotKnown) return value
  if (isPlanObject(value)) return [value]
  if (!Array.isArray(value)) return []
  const unknown = (value as readonly PlanValue[]).find((each) => each instanceof NotKnown)
  return unknown ?? (value as readonly PlanValue[]).filter(isPlanObject)
}

function textsAt(values: PlanObject, [name, ...rest]: readonly string[]): readonly Known<string>[] {
  const value = values[name ?? '']
  if (rest.length === 0) return textsOf(value)
  const blocks = blocksOf(value)
  return blocks instanceof NotKnown ? [blocks] : blocks.flatMap((block) => textsAt(block, rest))
}

/** A setting of the whole account. */
export const ofAccount: Mapping['id'] = (_values, accountId) => accountId

export function attribute(name: string): Mapping['id'] {
  return (values) => values[name] ?? null
}

/** The end of an ARN after a resource prefix, for resources with such IDs. */
export function afterIn(name: string, prefix: string): Mapping['id'] {
  return (values) => after(values[name], prefix)
}

export function after(value: PlanValue | undefined, prefix: string): PlanValue {
  if (typeof value !== 'string') return value ?? null
  const start = value.indexOf(prefix)
  return start < 0 ? value : value.slice(start + prefix.length)
}

/** Stands for what may be in a list that nobody sets: nothing, if other resources set its items. */
export function isComputed(item: Item): boolean {
  return Object.values(item).some((value) => value instanceof NotKnown && value.why === 'computed')
}
