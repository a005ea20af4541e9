/** Which resources have a name: for settings of programs that hold no more than that. */
import { ownedText } from '../../graph/reference-table.ts'
import type { ResourceReference } from '../../graph/resource-graph.ts'

/** A name, and the resource that has it; of either may be none. */
export type NameEntry = { readonly name: string | undefined; readonly id: string | undefined }

/** In the order of the sources; of one type several may have one name. Letter case counts. */
export type NameTable = (name: string) => readonly ResourceReference[]

export type NameSource = { readonly type: string; readonly entries: AsyncIterable<NameEntry> }

/** Complete once all sources have ended. Names of a type that could not be read are nobody's: its own coverage tells why. */
export async function readNameTable(sources: readonly NameSource[]): Promise<NameTable> {
  const tables = await Promise.all(sources.map(readSource))
  return (name) => tables.flatMap(({ type, idsOf }) => (idsOf.get(name) ?? []).map((id) => ({ type, id })))
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
    // Half of its names would make two resources of one name look like one.
    idsOf.clear()
  }
  return { type, idsOf }
}
