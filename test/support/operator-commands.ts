/** Runs operator commands in this process, with their own store and simulated cloud. */
import { pino } from 'pino'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { addOperatorCommands, operatorProgram, runProgram } from '../../src/operator/operator-program.ts'
import type { OperatorContext } from '../../src/operator/operator-context.ts'
import { parseFaults } from '../../src/simulated/faults.ts'
import { createSignIn } from '../../src/identity/sign-in.ts'
import { type SimulatedCloud, startSimulatedCloud } from '../../src/simulated/simulated-cloud.ts'
import { loadWorld } from '../../src/simulated/world-catalogue.ts'
import type { Store } from '../../src/store/store.ts'
import { testCloudSettings } from './test-cloud.ts'
import { createTestStore } from './test-store.ts'

export type CommandRun = { readonly exitCode: number; readonly output: string; readonly errorOutput: string }

export type CommandRefusal = { readonly exitCode: number; readonly code: string; readonly message: string }

export type OperatorCommands = {
  readonly store: Store
  readonly cloud: SimulatedCloud
  run(words: readonly string[], overrides?: Partial<OperatorContext>): Promise<CommandRun>
  /** Runs a command that should succeed with `--json`, and parses its line. */
  answered(words: readonly string[], overrides?: Partial<OperatorContext>): Promise<Answer>
  /** Runs a command that should fail before any output, with and without `--json`. */
  refused(words: readonly string[], overrides?: Partial<OperatorContext>): Promise<CommandRefusal>
  /** Creates an organization and returns its name. */
  createOrganization(): Promise<string>
  close(): Promise<void>
}

export type Answer = Readonly<Record<string, unknown>> & { readonly id: string }

export async function openOperatorCommands(): Promise<OperatorCommands> {
  const cloud = await startSimulatedCloud({ world: 'three-tier' })
  const settings = testCloudSettings(cloud)
  const testStore = await createTestStore()
  const { store } = testStore

  const run: OperatorCommands['run'] = async (words, overrides = {}) => {
    let output = ''
    let errorOutput = ''
    const out = { write: (text: string) => void (output += text) }
    const program = operatorProgram(out)
    addOperatorCommands(program, {
      withStore: (work) => work(store),
      withSignIn: (work) => {
        const logger = pino({ level: 'silent' })
        const options = { secretKey: testStore.secretKey, publicUrl: null, mailer: null, oidc: null, logger }
        return work(createSignIn(store, options), store)
      },
      changeSecretKey: () => Promise.reject(new Error('The store of these commands is open.')),
      signOnIssuer: () => null,
      baseUrl: () => 'https://surveyor.example.com',
      cloud: () => settings,
      principalArn: () => null,
      permissions: () => Promise.resolve(['ec2:DescribeVpcs', 's3:ListAllMyBuckets']),
      types: () => Promise.resolve([]),
      startSimulatedCloud: async ({ world, faults = {}, ...options }) =>
        startSimulatedCloud({ ...options, world: await loadWorld(world), faults: parseFaults(faults) }),
      output: out,
      stopSignal: new AbortController().signal,
      ...overrides,
    })
    const exitCode = await runProgram(program, words, { write: (text) => void (errorOutput += text) })
    return { exitCode, output, errorOutput }
  }

  const answered: OperatorCommands['answered'] = async (words, overrides) => {
    const result = await run([...words, '--json'], overrides)
    expect(result).toMatchObject({ exitCode: 0, errorOutput: '', output: expect.stringMatching(/^[^\n]+\n$/) })
    return JSON.parse(result.output) as Answer
  }

  return {
    store,
    cloud,
    run,
    answered,
    async refused(words, overrides) {
      const text = await run(words, overrides)
      expect(text).toMatchObject({ output: '', errorOutput: expect.stringMatching(/^surveyor: [^\n]+\n$/) })
      const json = await run([...words, '--json'], overrides)
      expect(json).toMatchObject({ output: '', exitCode: text.exitCode })
      const { error } = JSON.parse(json.errorOutput) as { error: { code: string; message: string } }
      return { exitCode: text.exitCode, ...error }
    },
    async createOrganization() {
      const name = `Organization ${randomUUID()}`
      await answered(['org', 'create', name])
      return name
    },
    async close() {
      settings.requestHandler.close()
      await testStore.close()
      await cloud.close()
    },
  }
}
