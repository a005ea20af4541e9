/** Copies a world within one account. Each copy has its own identifiers, so that relations stay within a copy. */
import type { World, WorldAccount } from '../world.ts'
import { mergeParts, type Rename, renamed } from './merge-parts.ts'

/** Adds the number of the copy to every identifier in a text. Copy 0 is the original. */
export function renameInCopy(identifiers: readonly string[], copy: number): Rename {
  if (copy === 0 || identifiers.length === 0) return (text) => text
  // The longest first, because an identifier may be a prefix of another one.
  const longestFirst = identifiers.toSorted((a, b) => b.length - a.length)
  const alternatives = longestFirst.map((identifier) => RegExp.escape(identifier))
  const pattern = new RegExp(`(?<![A-Za-z0-9])(${alternatives.join('|')})(?![A-Za-z0-9])`, 'g')
  const known = new Set(identifiers)
  const renamed = new Map<string, string>()

  /** In `…/accelerator/a/listener/b`, both parts are renamed, because the prefix may be an identifier too. */
  function rename(identifier: string): string {
    const before = renamed.get(identifier)
    if (before !== undefined) return before
    const ends = Array.from(identifier.matchAll(/[/:]/g), ({ index }) => index)
    const beginning = ends.map((end) => identifier.slice(0, end)).findLast((part) => known.has(part)) ?? ''
    // A hexadecimal digit keeps hexadecimal identifiers valid.
    const after = `${beginning === '' ? '' : rename(beginning)}${identifier.slice(beginning.length)}c${copy}`
    renamed.set(identifier, after)
    return after
  }

  return (text) => text.replace(pattern, rename)
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
