/** Runs the demo in its own process, as users do. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from './free-port.ts'

const patienceMs = 120_000

export type DemoProcess = {
  /** A one-time link. */
  readonly signInLink: string
  /** The folder of its database. */
  readonly folder: string
  stop(): Promise<void>
}

export async function startDemoProcess(folder: string): Promise<DemoProcess> {
  const child = spawn(join(import.meta.dirname, '../bin/surveyor'), ['demo'], {
    env: { ...process.env, DATA_DIR: folder, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  const patience = setTimeout(() => child.kill('SIGTERM'), patienceMs)
  for await (const line of createInterface(child.stdout)) {
    const signInLink = /(http\S+)  the dashboard/.exec(line)?.[1]
    if (signInLink === undefined) continue
    clearTimeout(patience)
    child.stdout.resume()
    return { signInLink, folder, stop }
  }
  throw new Error('The demo ended before it printed a sign-in link')
}
