/**
 * Runs test files against one mutant at a time in a process with a warm Vitest. A run that hangs is ended with its
 * process.
 */
import { join, relative } from 'node:path'
import { mergeConfig } from 'vite'
import { type Vitest, createVitest } from 'vitest/node'
import usual from '../../vitest.config.ts'
import { behindSwitches } from './behind-switches.ts'
import { mutantsOf } from './mutants-of.ts'
import { roomOf, root } from './rooms.ts'
import type { ActiveMutant } from './setup-file.ts'

export interface Order {
  readonly tests: readonly string[]
  /** `null`: the tests record which mutants they reach. */
  readonly mutant: ActiveMutant | null
}

export interface TestRun {
  readonly test: string
  readonly passed: boolean
  readonly durationMs: number
  /** The numbers of the mutants by file; empty if a mutant was active. */
  readonly visits: readonly (readonly [path: string, numbers: readonly number[]])[]
  /** The first failed test, and the reason. */
  readonly failure: string | null
}

async function start(): Promise<Vitest> {
  const mutants = {
    name: 'mutants',
    enforce: 'pre' as const,
    transform(source: string, id: string) {
      const path = relative(root, id)
      if (!path.endsWith('.ts') || roomOf(path) === undefined) return undefined
      return { code: behindSwitches(path, source, mutantsOf(path, source)), map: null }
    },
  }
  const test = {
    setupFiles: ['scripts/mutants/setup-file.ts'],
    reporters: [{}],
    maxWorkers: 1,
    // Results of a test file must not depend on earlier ones.
    isolate: true,
    bail: 1,
    silent: true,
    // Most detected mutants leave a test waiting. The usual timeouts, for the busiest machines, would cost two minutes
    // each.
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  }
  return createVitest({ watch: false, config: false, root }, mergeConfig(usual, { plugins: [mutants], test }))
}

async function run(vitest: Vitest, { tests, mutant }: Order): Promise<readonly TestRun[]> {
  const project = vitest.getRootProject()
  vitest.provide('activeMutant', mutant)
  vitest.config.bail = mutant === null ? 0 : 1
  const specifications = tests.map((path) => project.createSpecification(join(root, path)))
  // A file that isn't reached after the first failure would keep its earlier result.
  vitest.state.clearFiles(
    project,
    tests.map((path) => join(root, path)),
  )
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  // The state keeps errors between runs.
  vitest.state.errorsSet.clear()
  // Vitest also returns the modules of earlier runs.
  const modules = testModules.filter(({ moduleId }) => tests.includes(relative(root, moduleId)))
  const all = modules.map((module): TestRun => {
    const failed = [...module.children.allTests('failed')][0]
    const [error] = [...(failed?.result().errors ?? []), ...module.errors()]
    const isFailed = module.state() === 'failed' || failed !== undefined
    return {
      test: relative(root, module.moduleId),
      passed: !isFailed,
      durationMs: Math.ceil(module.diagnostic().duration + module.diagnostic().collectDuration),
      visits: module.meta().mutantVisits ?? [],
      failure: isFailed ? `${failed?.fullName ?? 'loading'}: ${firstLine(error?.message)}` : null,
    }
  })
  if (unhandledErrors.length === 0 || all.some(({ passed }) => !passed)) return all
  const failure = `outside of a test: ${firstLine(String(unhandledErrors[0]))}`
  return all.map((each, index) => (index === 0 ? { ...each, passed: false, failure } : each))
}

function firstLine(message = ''): string {
  return message.split('\n', 1)[0]?.slice(0, 200) ?? ''
}

const vitest = await start()
process.on('message', (order: Order) => {
  run(vitest, order).then(
    // The parent process may have ended.
    (runs) => process.connected && process.send?.(runs),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => {
  void vitest.close().finally(() => process.exit())
})
