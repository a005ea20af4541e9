/** Reads properties with lists of records, as collectors write them. */
import type { Json, Resource } from '../../graph/resource-graph.ts'

export type Fields = Readonly<Record<string, Json>>

export function recordsOf({ properties }: Resource, name: string): readonly Fields[] {
  return recordsIn(properties[name])
}

export function recordsIn(value: Json | undefined): readonly Fields[] {
  if (!Array.isArray(value)) return []
  return (value as readonly Json[]).filter(
    (each): each is Fields => each !== null && typeof each === 'object' && !Array.isArray(each),
  )
}

/** `null` if the property is absent. */
export function textsOf({ properties }: Resource, name: string): readonly string[] | null {
  const value = properties[name]
  if (!Array.isArray(value)) return null
  return (value as readonly Json[]).filter((each) => typeof each === 'string')
}

/** Empty if it isn't a string. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}
