/** Runs `bin/surveyor` like users: as its own process, with environment variables and output. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, glob, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const launcher = resolve(import.meta.dirname, '../../bin/surveyor')

export type Environment = Readonly<Record<string, string>>

export type SurveyorProcess = {
  readonly pid: number
  /** Resolves with the first match in the output. Rejects with the whole output if the process ends before. */
  waitFor(pattern: RegExp, timeoutMs?: number): Promise<RegExpExecArray>
  /** Sends a signal and resolves with the exit code; `null` if the signal ended the process. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export type FinishedProcess = { readonly exitCode: number | null; readonly stdout: string; readonly stderr: string }

/** Runs a command that ends by itself. */
export async function runSurveyor(words: readonly string[], environment: Environment = {}): Promise<FinishedProcess> {
  const child = launch(words, environment)
  let [stdout, stderr] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  await once(child, 'close')
  return { exitCode: child.exitCode, stdout, stderr }
}

/** Starts a command that runs until it is stopped. */
export function startSurveyor(words: readonly string[], environment: Environment = {}): SurveyorProcess {
  const child = launch(words, environment)
  let output = ''
  const look = new Set<() => void>()
  const heard = (chunk: Buffer) => {
    output += chunk.toString()
    for (const lookAgain of look) lookAgain()
  }
  child.stdout?.on('data', heard)
  child.stderr?.on('data', heard)
  const ended = once(child, 'close')

  return {
    pid: child.pid ?? 0,
    waitFor: (pattern, timeoutMs = 300_000) =>
      new Promise((found, failed) => {
        const timer = setTimeout(
          () => give(new Error(`No ${pattern} within ${timeoutMs} ms in:\n${output}`)),
          timeoutMs,
        )
        const lookAgain = () => {
          const match = pattern.exec(output)
          if (match !== null) give(match)
        }
        function give(result: RegExpExecArray | Error): void {
          clearTimeout(timer)
          look.delete(lookAgain)
          if (result instanceof Error) failed(result)
          else found(result)
        }
        look.add(lookAgain)
        void ended.then(() =>
          give(new Error(`The process ended (${child.exitCode}) without ${pattern} in:\n${output}`)),
        )
        lookAgain()
      }),
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      await ended
      return child.exitCode
    },
  }
}

/** Creates a folder that every user may enter. It is removed with the databases of data folders in it. */
export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'surveyor-'))
  await chmod(path, 0o755)
  return {
    path,
    async remove() {
      // As root, if the server's user has no access to the data folder, the database is elsewhere.
      for await (const settings of glob('**/postgres.json', { cwd: path })) {
        const { dataFolder } = JSON.parse(await readFile(join(path, settings), 'utf8')) as { dataFolder: string }
        await removeFolder(dataFolder)
      }
      await removeFolder(path)
    },
  }
}

function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 5 })
}

function launch(words: readonly string[], environment: Environment): ChildProcess {
  const { PATH = '', HOME = '' } = process.env
  return spawn(launcher, words, {
    // No load balancer routes requests to these processes, so draining isn't necessary.
    env: { PATH, HOME, DRAIN_SECONDS: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
