/** Copies of a world within one account: each with identifiers of its own, so that relations hold within each copy. */
import type { World, WorldAccount } from '../world.ts'
import { mergeParts, type Rename, renamed } from './merge-parts.ts'

/** Gives every identifier in a text the number of the copy; copy 0 is the original. */
export function renameInCopy(identifiers: readonly string[], copy: number): Rename {
  if (copy === 0 || identifiers.length === 0) return (text) => text
  // The longest first: an identifier may begin another one.
  const longestFirst = identifiers.toSorted((a, b) => b.length - a.length)
  const alternatives = longestFirst.map((identifier) => RegExp.escape(identifier))
  const pattern = new RegExp(`(?<![A-Za-z0-9])(${alternatives.join('|')})(?![A-Za-z0-9])`, 'g')
  const known = new Set(identifiers)
  const renamed = new Map<string, string>()

  /** Of `…/accelerator/a/listener/b` both parts are renamed: what an identifier begins with may be one of its own. */
  function rename(identifier: string): string {
    const before = renamed.get(identifier)
    if (before !== undefined) return before
    const ends = Array.from(identifier.matchAll(/[/:]/g), ({ index }) => index)
    const beginning = ends.map((end) => identifier.slice(0, end)).findLast((part) => known.has(part)) ?? ''
    // A hexadecimal digit: identifiers of that kind stay valid.
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
