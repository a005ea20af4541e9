/** Compares stored goldens with new ones, file by file. */
import type { Golden } from './draw-goldens.ts'
import type { KeptGoldens } from './golden-files.ts'
import { differenceOfBlocks } from './picture-blocks.ts'

export type Difference = {
  readonly account: string
  readonly file: string
  /** The difference, for developers. */
  readonly what: string
}

/** Empty if everything equals the stored goldens, byte for byte where that is guaranteed. */
export function compareGoldens(account: string, kept: KeptGoldens, drawn: readonly Golden[]): readonly Difference[] {
  return drawn.flatMap((golden) => {
    const before = kept.get(golden.name)
    const what = before === undefined ? 'is new' : differenceOf(before, golden)
    return what === null ? [] : [{ account, file: golden.name, what }]
  })
}

/** Stored goldens that are no longer drawn. */
export function goneGoldens(account: string, kept: KeptGoldens, drawn: readonly Golden[]): readonly Difference[] {
  const names = new Set(drawn.map(({ name }) => name))
  return [...kept.keys()].filter((name) => !names.has(name)).map((file) => ({ account, file, what: 'is gone' }))
}

function differenceOf(before: Buffer, { kind, content }: Golden): string | null {
  if (before.equals(content)) return null
  if (kind === 'blocks') return differenceOfBlocks(before, content)
  return kind === 'hash' ? 'has another hash' : firstDifference(before.toString(), content.toString())
}

/** Returns the first differing line, as much of it as shows the difference. */
function firstDifference(before: string, after: string): string {
  const [was, is] = [before.split('\n'), after.split('\n')]
  const line = was.findIndex((text, number) => text !== is[number])
  const number = line < 0 ? was.length : line
  const [old = '', now = ''] = [was[number], is[number]]
  let start = 0
  while (start < old.length && old[start] === now[start]) start += 1
  const excerpt = (text: string): string => JSON.stringify(text.slice(Math.max(0, start - 40), start + 60))
  return `line ${number + 1}: ${excerpt(old)} became ${excerpt(now)}`
}
