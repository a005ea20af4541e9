/** Runs a layout engine on pages in a process that is ended if a page takes too long. */
import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { EngineName } from './layout-engines.ts'
import type { LineFigures } from './line-figures.ts'
import type { PageGraph } from './page-graph.ts'

export type EngineRun = LineFigures & { readonly durationMs: number; readonly width: number; readonly height: number }

export type EngineOptions = {
  readonly folder: string
  /** The timeout of one page. */
  readonly timeoutMs: number
  /** The timeout of all pages. Later pages aren't laid out. */
  readonly budgetMs: number
  readonly say: (line: string) => void
}

/** In the order of the pages. `null` if the engine failed or timed out. */
export async function runEngine(
  engine: EngineName,
  pages: readonly PageGraph[],
  options: EngineOptions,
): Promise<readonly (EngineRun | null)[]> {
  const runs: (EngineRun | null)[] = []
  const endsAt = performance.now() + options.budgetMs
  while (runs.length < pages.length && performance.now() < endsAt) {
    const file = join(options.folder, `pages-${engine}.json`)
    await writeFile(file, JSON.stringify(pages.slice(runs.length)))
    runs.push(...(await runUntilStuck(engine, file, endsAt, options)))
    if (runs.length < pages.length) {
      options.say(`${engine} did not end page ${runs.length + 1} of ${pages.length} in time`)
      runs.push(null)
    }
  }
  return pages.map((_, position) => runs[position] ?? null)
}

async function runUntilStuck(
  engine: EngineName,
  file: string,
  endsAt: number,
  { timeoutMs, say }: EngineOptions,
): Promise<readonly (EngineRun | null)[]> {
  const program = join(import.meta.dirname, 'engine-process.ts')
  const child = spawn(process.execPath, [program, engine, file], { stdio: ['ignore', 'pipe', 'ignore'] })
  const runs: (EngineRun | null)[] = []
  const endInTime = (): NodeJS.Timeout =>
    setTimeout(() => child.kill('SIGKILL'), Math.max(0, Math.min(timeoutMs, endsAt - performance.now())))
  let timer = endInTime()
  for await (const line of createInterface({ input: child.stdout })) {
    clearTimeout(timer)
    timer = endInTime()
    const run = JSON.parse(line) as EngineRun | { readonly error: string }
    if ('error' in run) say(`${engine}: ${run.error.slice(0, 200)}`)
    runs.push('error' in run ? null : run)
  }
  clearTimeout(timer)
  return runs
}
