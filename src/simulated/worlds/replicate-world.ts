/** Copies of a world within one account: each with identifiers of its own, so that relations hold within each copy. */
import type { World, WorldAccount } from '../world.ts'
import { isPlainObject, mergeParts } from './merge-parts.ts'

export type Rename = (text: string) => string

/** Gives every identifier in a text the number of the copy; copy 0 is the original. */
export function renameInCopy(identifiers: readonly string[], copy: number): Rename {
  if (copy === 0 || identifiers.length === 0) return (text) => text
  // The longest first: an identifier may begin another one.
  const alternatives = identifiers
    .toSorted((a, b) => b.length - a.length)
    .map((identifier) => RegExp.escape(identifier))
  const pattern = new RegExp(`(?<![A-Za-z0-9])(${alternatives.join('|')})(?![A-Za-z0-9])`, 'g')
  // A hexadecimal digit: identifiers of that kind stay valid.
  return (text) => text.replace(pattern, `$1c${copy}`)
}

export function replicateWorld(world: World, identifiers: readonly string[], copies: number): World {
  const renames = Array.from({ length: copies }, (_, copy) => renameInCopy(identifiers, copy))
  return {
    accounts: world.accounts.map((account): WorldAccount => {
      return {
        ...account,
        regions: Object.fromEntries(
          Object.entries(account.regions).map(([region, data]) => [region, copied(data, renames)]),
        ),
        global: copied(account.global, renames),
      }
    }),
  }
}

function copied<Part>(part: Part, renames: readonly Rename[]): Part {
  return mergeParts(renames.map((rename) => renamed(part, rename))) as Part
}

function renamed(value: unknown, rename: Rename): unknown {
  if (typeof value === 'string') return rename(value)
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename))
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [rename(key), renamed(item, rename)]))
}
