/** Controls the PostgreSQL server of a data folder. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { isRunning, withStartLock } from '../../src/store/embedded/start-lock.ts'

export type DatabaseServer = {
  /** The process IDs of the service's sessions. */
  sessions(): Promise<readonly number[]>
  /** Ends sessions like an administrator. */
  terminate(sessions: readonly number[]): Promise<void>
  /** Changes a setting of the running server. */
  set(setting: string, value: string): Promise<void>
  /** Signals the server itself. Its supervisor restarts it. */
  signal(signal: NodeJS.Signals): Promise<void>
  /**
   * Runs `work` while the server is down and can't be restarted. `by`: the signal that stops the server (default:
   * `SIGKILL`).
   */
  whileDown(work: () => Promise<void>, by?: NodeJS.Signals): Promise<void>
}

/** `dataDirectory`: the `DATA_DIR` of the server. */
export async function databaseServer(dataDirectory: string): Promise<DatabaseServer> {
  const { dataFolder, administratorPassword } = JSON.parse(
    await readFile(join(dataDirectory, 'postgres.json'), 'utf8'),
  ) as { dataFolder: string; administratorPassword: string }

  async function postmaster(): Promise<{ pid: number; port: number }> {
    for (;;) {
      const text = await readFile(join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => '')
      const [pid, , , port] = text.split('\n').map(Number)
      if (pid !== undefined && port !== undefined && isRunning(pid)) return { pid, port }
      // It is being restarted.
      await sleep(50)
    }
  }

  async function ask(statement: string, values: unknown[]): Promise<readonly { pid: number }[]> {
    const { port } = await postmaster()
    const client = new Client(`postgresql://postgres:${administratorPassword}@127.0.0.1:${port}/postgres`)
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query<{ pid: number }>(statement, values)).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  async function signal(name: NodeJS.Signals): Promise<void> {
    const { pid } = await postmaster()
    process.kill(pid, name)
    while (isRunning(pid)) await sleep(20)
  }

  return {
    async sessions() {
      const rows = await ask(`select pid from pg_stat_activity where application_name like 'surveyor%'`, [])
      return rows.map(({ pid }) => pid)
    },
    async terminate(sessions) {
      await ask('select pg_terminate_backend(pid) as pid from unnest($1::integer[]) pid', [sessions])
    },
    async set(setting, value) {
      await ask(`alter system set ${setting} = ${value}`, [])
      await ask('select pg_reload_conf()', [])
    },
    signal,
    whileDown: (work, by = 'SIGKILL') =>
      withStartLock(join(dataDirectory, 'postgres.lock'), 60_000, async () => {
        await signal(by)
        await work()
      }),
  }
}
