/**
 * Shortens overlong texts in a resource. AWS's own identifiers, names, and values are shorter than these limits. Longer
 * ones would be stored with each scan, sent to each page, and drawn.
 */
import type { Json } from '../../graph/resource-graph.ts'
import type { ResourceReading } from '../../graph/resource-version.ts'
import { cutText } from './cut-text.ts'

/** In UTF-16 code units. AWS's limits are at most 256 for names, tag keys, and tag values, and 2,048 for ARNs. */
export const mostOf = { identifier: 2_048, name: 1_024, tag: 1_024, property: 16_384 } as const

export type Cuts = {
  /** Returns the same reading if nothing is too long. */
  readonly apply: (reading: ResourceReading) => ResourceReading
  /** A note for users about what was cut; `null` if nothing was. */
  readonly note: () => string | null
}

/** Creates the cuts for one run of a collector. */
export function createCuts(): Cuts {
  let cut = 0

  function text(value: string, most: number): string {
    if (value.length <= most) return value
    cut += 1
    return cutText(value, most)
  }

  function json(value: Json): Json {
    if (typeof value === 'string') return text(value, mostOf.property)
    if (typeof value !== 'object' || value === null) return value
    return Array.isArray(value)
      ? value.map((item: Json) => json(item))
      : record(value as Readonly<Record<string, Json>>, json)
  }

  function record<Value>(values: Readonly<Record<string, Value>>, of: (value: Value) => Value): Record<string, Value> {
    return Object.fromEntries(Object.entries(values).map(([key, value]) => [text(key, mostOf.name), of(value)]))
  }

  return {
    apply(reading) {
      const { resource, relations } = reading
      if (!isTooLong(reading)) return reading
      return {
        ...reading,
        resource: {
          ...resource,
          id: text(resource.id, mostOf.identifier),
          arn: resource.arn === null ? null : text(resource.arn, mostOf.identifier),
          name: resource.name === null ? null : text(resource.name, mostOf.name),
          tags: record(resource.tags, (value) => text(value, mostOf.tag)),
          properties: record(resource.properties, (value) => value && json(value)),
        },
        // Cut like the identifiers of the resources that they name.
        relations: relations.map(({ source, target, ...relation }) => ({
          ...relation,
          source: { type: source.type, id: cutText(source.id, mostOf.identifier) },
          target: { type: target.type, id: cutText(target.id, mostOf.identifier) },
        })),
      }
    },
    note() {
      if (cut === 0) return null
      const kept = `names and tags ${mostOf.name}, identifiers ${mostOf.identifier}, other values ${mostOf.property}`
      return `${cut} ${cut === 1 ? 'text was' : 'texts were'} cut to the maximum length: ${kept}.`
    },
  }
}

/** A quick check, since it runs for each resource of a scan and rarely finds anything. */
function isTooLong({ resource, relations }: ResourceReading): boolean {
  const { id, arn, name, tags, properties } = resource
  return (
    id.length > mostOf.identifier ||
    (arn !== null && arn.length > mostOf.identifier) ||
    (name !== null && name.length > mostOf.name) ||
    isLong(tags, mostOf.tag) ||
    isLong(properties, mostOf.property) ||
    relations.some(({ target }) => target.id.length > mostOf.identifier)
  )
}

/** Whether the value includes a text longer than `most`, or a key longer than the limit for names. */
function isLong(value: unknown, most: number): boolean {
  if (typeof value === 'string') return value.length > most
  if (typeof value !== 'object' || value === null) return false
  const record = value as Readonly<Record<string, unknown>>
  return Object.keys(record).some((key) => key.length > mostOf.name || isLong(record[key], most))
}
