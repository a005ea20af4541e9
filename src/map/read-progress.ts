/** Shows the progress of reading a region: a line that changes on a terminal, elsewhere a line every 10 s. */

export type ProgressOutput = { write(text: string): unknown; readonly isTTY?: boolean }

export type ReadProgress = {
  readonly onPage: (countKey: string, countSoFar: number) => void
  readonly onCoverage: () => void
  close(): void
}

const intervalMs = { terminal: 200, lines: 10_000 }
const startOfLine = '\r\u001B[K'

export function openProgress(output: ProgressOutput, region: string, typeCount: number): ReadProgress {
  const counts = new Map<string, number>()
  let ended = 0
  const print = (): void => {
    const resources = [...counts.values()].reduce((sum, count) => sum + count, 0)
    const text = `Reading ${region}: ${ended} of ${typeCount} resource types, ${resources} resources`
    output.write(output.isTTY === true ? `${startOfLine}${text}` : `${text}\n`)
  }
  const timer = setInterval(print, output.isTTY === true ? intervalMs.terminal : intervalMs.lines)
  return {
    onPage: (countKey, countSoFar) => void counts.set(countKey, countSoFar),
    onCoverage: () => void (ended += 1),
    close() {
      clearInterval(timer)
      if (output.isTTY === true) output.write(startOfLine)
    },
  }
}
