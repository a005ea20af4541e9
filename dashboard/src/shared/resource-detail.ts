/** Returns the text beside a resource's link: its type, and its ID if the link shows a name. */
import { capitalized, kindName } from './resource-kind.ts'

export function resourceDetail({ type, id, name }: { type: string; id: string; name: string | null }): string {
  const kind = capitalized(kindName(type))
  return name === null || name === id ? kind : `${kind} ${id}`
}
