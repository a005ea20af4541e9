/** Maps plain names to resources, for program settings that have nothing but a name. */
import { ownedText } from '../../graph/reference-table.ts'
import type { ResourceReference } from '../../graph/resource-graph.ts'

/** A name and its resource. Either may be missing. */
export type NameEntry = { readonly name: string | undefined; readonly id: string | undefined }

/**
 * Returns the resources in the order of the sources. Several resources of one type may share a name. Names are
 * case-sensitive.
 */
export type NameTable = (name: string) => readonly ResourceReference[]

/** The identifiers of all resources of a type that have names, in any order. */
export type IdsOfType = (type: string) => Iterable<string>

export type NameSource = { readonly type: string; readonly entries: AsyncIterable<NameEntry> }

/** Resolves once all sources have ended. A type that couldn't be read adds no names; its coverage has the reason. */
export async function readNameTable(
  sources: readonly NameSource[],
): Promise<NameTable & { readonly idsOfType: IdsOfType }> {
  const tables = await Promise.all(sources.map(readSource))
  const resourcesNamed: NameTable = (name) =>
    tables.flatMap(({ type, idsOf }) => (idsOf.get(name) ?? []).map((id) => ({ type, id })))
  return Object.assign(resourcesNamed, {
    *idsOfType(wanted: string) {
      for (const { type, idsOf } of tables) if (type === wanted) for (const ids of idsOf.values()) yield* ids
    },
  })
}

async function readSource({ type, entries }: NameSource) {
  const idsOf = new Map<string, string[]>()
  try {
    for await (const { name, id } of entries) {
      if (name === undefined || id === undefined) continue
      const known = idsOf.get(name)
      if (known === undefined) idsOf.set(ownedText(name), [ownedText(id)])
      else known.push(ownedText(id))
    }
  } catch {
    // An incomplete list could make a shared name look unique.
    idsOf.clear()
  }
  return { type, idsOf }
}
