/** Measures the package of the command line: its size, and how fast it starts. */
import { execFile } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Figure, figure } from './figure.ts'
import { median } from './median.ts'

const cli = join(import.meta.dirname, '../cli')
const rounds = 15
const run = promisify(execFile)

export async function benchCli(): Promise<readonly Figure[]> {
  await run(process.execPath, [join(cli, 'build.ts')])
  const dist = join(cli, 'dist')
  let bytes = 0
  for (const name of await readdir(dist, { recursive: true })) bytes += (await stat(join(dist, name))).size
  const timeOf = async (...words: readonly string[]) => {
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const startedAt = performance.now()
      await run(process.execPath, words)
      times.push(performance.now() - startedAt)
    }
    return median(times)
  }
  return [
    figure('size of the package, unpacked', bytes / 1_000_000, 'MB', 5),
    figure('`surveyor --version`, median', await timeOf(join(dist, 'surveyor.js'), '--version'), 'ms', 150),
    figure('of it Node.js alone', await timeOf('--eval', ''), 'ms'),
  ]
}
