/** Creates, finds, starts, and stops the process of the embedded PostgreSQL server. */
import { spawn, spawnSync } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { chown, mkdir, open, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseClient } from '../database-client.ts'
import type { ClusterSettings } from './cluster-settings.ts'
import type { ServerAccount } from './server-account.ts'
import type { ServerBinaries } from './server-binaries.ts'
import { isCode, isRunning } from './start-lock.ts'

export type Cluster = ClusterSettings & {
  readonly account: ServerAccount
  readonly binaries: ServerBinaries
  readonly logFile: string
}

export type RunningServer = { readonly pid: number; readonly port: number }

/** Long enough for crash recovery after heavy writing. */
const readyTimeoutMs = 120_000
const stopTimeoutMs = 60_000
const maximumLogBytes = 5_000_000

/** Another program uses the port, briefly or permanently. */
const portTaken = /could not bind|could not create any TCP/
/** Some sessions of a killed server are still running. */
const sessionsLeft = /pre-existing shared memory block/
const mostAttempts = 10
/** The number of attempts on the previous port, because other processes expect the server there. */
const attemptsOnSamePort = 4

/** Creates the content of the data folder with `initdb`, unless it exists. */
export async function initialiseCluster(cluster: Cluster): Promise<void> {
  const { account, dataFolder } = cluster
  if (await exists(join(dataFolder, 'PG_VERSION'))) return
  // Created in a temporary folder and moved at the end, so that an interrupted initdb leaves nothing that looks
  // complete.
  const unfinished = `${dataFolder}.new`
  const passwordFile = `${dataFolder}.${randomUUID()}`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  await writeFile(passwordFile, cluster.administratorPassword, { mode: 0o600 })
  try {
    if (account !== null) {
      await chown(unfinished, account.uid, account.gid)
      await chown(passwordFile, account.uid, account.gid)
    }
    const options = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8']
    const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const result = spawnSync(cluster.binaries.initdb, [`--pgdata=${unfinished}`, ...options, ...locale], {
      ...account,
      cwd: '/',
      env: serverEnvironment(),
      encoding: 'utf8',
      timeout: readyTimeoutMs,
    })
    if (result.status !== 0) {
      throw new Error(`PostgreSQL's initdb failed in ${unfinished}: ${result.error?.message ?? result.stderr.trim()}`)
    }
    await rename(unfinished, dataFolder)
  } finally {
    await rm(passwordFile, { force: true })
  }
}

/**
 * Returns the server that already runs on the data folder, including one that outlived the process that started it.
 * Waits while it starts up or shuts down. Returns `null` if none runs.
 */
export async function findServer(cluster: Cluster): Promise<RunningServer | null> {
  const deadline = Date.now() + readyTimeoutMs
  for (;;) {
    const recorded = await readPostmasterFile(cluster.dataFolder)
    if (recorded === null) return null
    if (!isRunning(recorded.pid)) {
      // PostgreSQL would mistake a zombie process for a running server. It detects sessions that still use the data
      // itself, with the shared memory of the folder.
      await rm(join(cluster.dataFolder, 'postmaster.pid'), { force: true })
      return null
    }
    const answer = recorded.port === null ? 'no response yet' : await probe(cluster, recorded.port)
    if (answer === null && recorded.port !== null) return { pid: recorded.pid, port: recorded.port }
    if (await isAnotherProgram(recorded.pid, cluster.dataFolder)) {
      // After a crash, the process ID may belong to another program. PostgreSQL would mistake that for a running
      // server.
      await rm(join(cluster.dataFolder, 'postmaster.pid'), { force: true })
      return null
    }
    if (Date.now() > deadline) {
      throw new Error(
        `Process ${recorded.pid} is recorded as the PostgreSQL of ${cluster.dataFolder}, but does not respond (${answer}). ` +
          `End it, then restart Surveyor.${await logTail(cluster.logFile)}`,
      )
    }
    await sleep(100)
  }
}

/** Returns the port of a server that crashed. Waiting processes will connect to it. */
export async function lastServerPort(cluster: Cluster): Promise<number | null> {
  return (await readPostmasterFile(cluster.dataFolder))?.port ?? null
}

/**
 * Starts the server on 127.0.0.1, in its own session, so that it survives signals to this process. It changes the port
 * only if `mayMove` is set.
 */
export async function startServer(cluster: Cluster, lastPort: number | null, mayMove: boolean): Promise<RunningServer> {
  let port = lastPort ?? (await freePort())
  for (let attempt = 1; ; attempt += 1) {
    const failure = await tryToStart(cluster, port)
    if (typeof failure !== 'string') return failure
    const isPassing = portTaken.test(failure) || sessionsLeft.test(failure)
    if (attempt === mostAttempts || !isPassing) throw new Error(`The embedded PostgreSQL does not start: ${failure}`)
    if (mayMove && attempt >= attemptsOnSamePort && portTaken.test(failure)) port = await freePort()
    await sleep(100 * attempt)
  }
}

/** Ends all connections and waits until the data folder is released. */
export async function stopServer(cluster: Cluster, server: RunningServer): Promise<void> {
  // SIGINT is PostgreSQL's fast shutdown.
  process.kill(server.pid, 'SIGINT')
  const deadline = Date.now() + stopTimeoutMs
  while ((await readPostmasterFile(cluster.dataFolder)) !== null) {
    if (Date.now() > deadline) {
      throw new Error(`The embedded PostgreSQL (process ${server.pid}) did not stop.${await logTail(cluster.logFile)}`)
    }
    await sleep(20)
  }
}

async function tryToStart(cluster: Cluster, port: number): Promise<RunningServer | string> {
  if (((await stat(cluster.logFile).catch(() => null))?.size ?? 0) > maximumLogBytes) {
    await rename(cluster.logFile, `${cluster.logFile}.1`)
  }
  const log = await open(cluster.logFile, 'a', 0o600)
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    fsync: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(cluster.binaries.postgres, ['-D', cluster.dataFolder, '-p', String(port), ...options], {
    ...cluster.account,
    cwd: '/',
    detached: true,
    env: serverEnvironment(),
    stdio: ['ignore', log.fd, log.fd],
  })
  let ended: string | null = null
  server.once('error', (error) => (ended = error.message))
  server.once('exit', (code, signal) => (ended = `it ended with ${signal ?? code}`))
  server.unref()
  await log.close()

  const deadline = Date.now() + readyTimeoutMs
  while (Date.now() < deadline) {
    if (ended !== null) return `${String(ended)}.${await logTail(cluster.logFile)}`
    const refusal = server.pid === undefined ? 'it is not running yet' : await probe(cluster, port)
    if (refusal === null && server.pid !== undefined) return { pid: server.pid, port }
    // A wrong password doesn't become right by waiting.
    if (refusal?.startsWith('password authentication failed') === true) break
    await sleep(20)
  }
  server.kill('SIGQUIT')
  return Date.now() < deadline
    ? `${cluster.dataFolder} has other passwords than recorded. Restore postgres.json, or move that folder away.`
    : `no response within ${readyTimeoutMs / 1000} s.${await logTail(cluster.logFile)}`
}

/** The URL of the superuser `postgres`. */
export function administratorUrl(cluster: Cluster, port: number): string {
  return `postgresql://postgres:${cluster.administratorPassword}@127.0.0.1:${port}/postgres`
}

/** Returns `null` if this cluster's own server responds on the port, else the reason. */
async function probe(cluster: Cluster, port: number): Promise<string | null> {
  const client = databaseClient(administratorUrl(cluster, port), {
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
  })
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    const answering = rows[0]?.data_directory ?? ''
    return (await realpath(answering)) === (await realpath(cluster.dataFolder)) ? null : `it serves ${answering}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Reads the lines of postmaster.pid: process ID, data folder, start time, port, and so on. The port is missing at
 * first.
 */
async function readPostmasterFile(
  dataFolder: string,
): Promise<{ readonly pid: number; readonly port: number | null } | null> {
  const text = await readFile(join(dataFolder, 'postmaster.pid'), 'utf8').catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return null
    throw error
  })
  if (text === null) return null
  const lines = text.split('\n')
  return { pid: Number(lines[0]), port: lines[3] === undefined || lines[3] === '' ? null : Number(lines[3]) }
}

/** True only with proof. Without /proc, the process counts as the server. */
async function isAnotherProgram(pid: number, dataFolder: string): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null)
  return command !== null && !command.split('\0').includes(dataFolder)
}

/**
 * Returns a port below the range for outgoing connections. During a restart of the server, an outgoing connection could
 * take such a port, even one to the server itself.
 */
async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(15_000, 32_000)
    if (await isFree(port)) return port
  }
  throw new Error('The embedded PostgreSQL does not start: no port from 15000 to 32000 is free on 127.0.0.1')
}

async function isFree(port: number): Promise<boolean> {
  const listener = createServer()
  const isListening = await new Promise<boolean>((resolve) => {
    listener.once('error', () => resolve(false))
    listener.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (isListening) await new Promise((resolve) => listener.close(resolve))
  return isListening
}

/** Passes no other environment variables, because they may include cloud credentials. */
function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C' }
}

async function logTail(logFile: string): Promise<string> {
  const log = await readFile(logFile, 'utf8').catch(() => '')
  const tail = log.trimEnd().split('\n').slice(-8).join('\n')
  return tail === '' ? '' : ` The end of its log ${logFile}:\n${tail}`
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null
}
