/** Finds the lines of the working tree that differ from a commit. */
import { spawnSync } from 'node:child_process'

/** Throws a `RangeError` for an unknown commit. */
export function changedLines(root: string, commit: string): (path: string, line: number) => boolean {
  const { status, stdout, stderr } = spawnSync(
    'git',
    ['diff', '--unified=0', '--no-color', '--no-prefix', commit, '--'],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
    },
  )
  if (status !== 0) throw new RangeError(stderr.trim())
  const byPath = Map.groupBy(changesIn(stdout), ({ path }) => path)
  return (path, line) => (byPath.get(path) ?? []).some(({ from, count }) => line >= from && line < from + count)
}

export interface Change {
  readonly path: string
  readonly from: number
  readonly count: number
}

export function changesIn(diff: string): readonly Change[] {
  let path = ''
  return diff.split('\n').flatMap((line) => {
    if (line.startsWith('+++ ')) path = line.slice('+++ '.length)
    const [, from, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    return from === undefined ? [] : [{ path, from: Number(from), count: Number(count) }]
  })
}
