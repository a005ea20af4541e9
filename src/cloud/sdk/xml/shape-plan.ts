/**
 * Derives, once per shape, how a shape of the SDK's schemas maps to XML: the member of each element, and the conversion
 * of its text.
 */
import type { FromStringShapeDeserializer } from '@smithy/core/protocols'
import type { NormalizedSchema } from '@smithy/core/schema'

export type ShapePlan =
  | { readonly kind: 'text'; readonly parse: (text: string) => unknown }
  | (Predecessor & { readonly kind: 'structure'; readonly members: ReadonlyMap<string, MemberPlan> })
  | { readonly kind: 'list'; readonly flat: boolean; readonly itemTag: string; readonly item: () => ShapePlan }
  | {
      readonly kind: 'map'
      readonly flat: boolean
      readonly keyTag: string
      readonly valueTag: string
      readonly value: () => ShapePlan
    }
  /** Left to the SDK's own parser. */
  | { readonly kind: 'other' }

/**
 * The member that came next the last time, at the start of a structure or after a member. It is the most likely next
 * one.
 */
export type Predecessor = { next: MemberPlan | null }

/** `plan` is created when the element first occurs, because shapes may contain themselves. */
export type MemberPlan = Predecessor & {
  readonly name: string
  readonly tag: string
  readonly plan: () => ShapePlan
}

const plans = new WeakMap<NormalizedSchema, ShapePlan>()

/**
 * `scalars` converts scalars other than strings, numbers, and booleans. Plans are stored with their schemas, for all
 * clients of the service.
 */
export function planOf(schema: NormalizedSchema, scalars: FromStringShapeDeserializer): ShapePlan {
  const known = plans.get(schema) ?? plan(schema, scalars)
  plans.set(schema, known)
  return known
}

function plan(schema: NormalizedSchema, scalars: FromStringShapeDeserializer): ShapePlan {
  const traits = schema.getMergedTraits()
  const flat = Boolean(traits.xmlFlattened)
  if (schema.isListSchema()) {
    const item = schema.getValueSchema()
    return {
      kind: 'list',
      flat,
      itemTag: item.getMergedTraits().xmlName ?? 'member',
      item: once(() => planOf(item, scalars)),
    }
  }
  if (schema.isMapSchema()) {
    const value = schema.getValueSchema()
    return {
      kind: 'map',
      flat,
      keyTag: schema.getKeySchema().getMergedTraits().xmlName ?? 'key',
      valueTag: value.getMergedTraits().xmlName ?? 'value',
      value: once(() => planOf(value, scalars)),
    }
  }
  if (schema.isUnionSchema() || schema.isDocumentSchema() || schema.isUnitSchema()) return { kind: 'other' }
  if (schema.isStructSchema()) return structurePlan(schema, scalars)
  // A media type changes how a string is parsed.
  if (schema.isStringSchema() && traits.mediaType === undefined) return { kind: 'text', parse: (text) => text }
  if (schema.isNumericSchema()) return { kind: 'text', parse: Number }
  if (schema.isBooleanSchema()) return { kind: 'text', parse: (text) => text.toLowerCase() === 'true' }
  return { kind: 'text', parse: (text): unknown => scalars.read(schema, text) }
}

function structurePlan(schema: NormalizedSchema, scalars: FromStringShapeDeserializer): ShapePlan {
  const members = new Map<string, MemberPlan>()
  for (const [name, member] of schema.structIterator()) {
    const { httpPayload, eventPayload } = member.getMergedTraits()
    if (httpPayload === 1 || eventPayload === 1) return { kind: 'other' }
    const tag = member.getMemberTraits().xmlName ?? name
    // If two members have the same element, the fast parser has no advantage.
    if (members.has(tag)) return { kind: 'other' }
    members.set(tag, { name, tag, plan: once(() => planOf(member, scalars)), next: null })
  }
  return { kind: 'structure', members, next: null }
}

function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | null = null
  return () => (made ??= make())
}
