/** Runs a layout engine on pages in a process that is ended when one of them takes too long. */
import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { EngineName } from './layout-engines.ts'
import type { LineFigures } from './line-figures.ts'
import type { PageGraph } from './page-graph.ts'

export type EngineRun = LineFigures & { readonly durationMs: number; readonly width: number; readonly height: number }

/** In the order of the pages; `null` where the engine failed or took longer than `timeoutMs`. */
export async function runEngine(
  engine: EngineName,
  pages: readonly PageGraph[],
  options: { readonly folder: string; readonly timeoutMs: number; readonly say: (line: string) => void },
): Promise<readonly (EngineRun | null)[]> {
  const runs: (EngineRun | null)[] = []
  while (runs.length < pages.length) {
    const file = join(options.folder, `pages-${engine}.json`)
    await writeFile(file, JSON.stringify(pages.slice(runs.length)))
    runs.push(...(await runUntilStuck(engine, file, options)))
    if (runs.length < pages.length) {
      options.say(`${engine} did not end page ${runs.length + 1} of ${pages.length} in time`)
      runs.push(null)
    }
  }
  return runs
}

async function runUntilStuck(
  engine: EngineName,
  file: string,
  { timeoutMs, say }: { readonly timeoutMs: number; readonly say: (line: string) => void },
): Promise<readonly (EngineRun | null)[]> {
  const program = join(import.meta.dirname, 'engine-process.ts')
  const child = spawn(process.execPath, [program, engine, file], { stdio: ['ignore', 'pipe', 'ignore'] })
  const runs: (EngineRun | null)[] = []
  let timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  for await (const line of createInterface({ input: child.stdout })) {
    clearTimeout(timer)
    timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    const run = JSON.parse(line) as EngineRun | { readonly error: string }
    if ('error' in run) say(`${engine}: ${run.error.slice(0, 200)}`)
    runs.push('error' in run ? null : run)
  }
  clearTimeout(timer)
  return runs
}
