/** Reads properties of resources, all of which can be missing. */
import type { Json, Resource } from '../../graph/resource-graph.ts'

export type JsonObject = { readonly [key: string]: Json }

/** `null` if the scan didn't read the property. */
export function listOf(resource: Resource, name: string): readonly Json[] | null {
  const value = resource.properties[name]
  return Array.isArray(value) ? (value as readonly Json[]) : null
}

export function objectsOf(resource: Resource, name: string): readonly JsonObject[] | null {
  return listOf(resource, name)?.filter(isObject) ?? null
}

export function textsOf(resource: Resource, name: string): readonly string[] | null {
  return listOf(resource, name)?.filter((each) => typeof each === 'string') ?? null
}

export function objectOf(resource: Resource, name: string): JsonObject | null {
  const value = resource.properties[name] ?? null
  return isObject(value) ? value : null
}

export function text(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null
}

export function number(value: Json | undefined): number | null {
  return typeof value === 'number' ? value : null
}

function isObject(value: Json): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
