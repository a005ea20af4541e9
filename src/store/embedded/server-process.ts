/** The process of the embedded PostgreSQL server: made, found again, started and stopped. */
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

/** Long enough for the recovery after a crash in the middle of heavy writing. */
const readyTimeoutMs = 120_000
const stopTimeoutMs = 60_000
const maximumLogBytes = 5_000_000

/** Another program has the port, for a moment or for long. */
const portTaken = /could not bind|could not create any TCP/
/** Sessions of a killed server have not all ended. */
const sessionsLeft = /pre-existing shared memory block/
const mostAttempts = 10
/** How often the port of before is tried, since others look for the server there. */
const attemptsOnSamePort = 4

/** Makes the data folder's content with `initdb`, unless it is there. */
export async function initialiseCluster(cluster: Cluster): Promise<void> {
  const { account, dataFolder } = cluster
  if (await exists(join(dataFolder, 'PG_VERSION'))) return
  // Made beside and moved at the end, so that an interrupted initdb leaves nothing that looks complete.
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
 * The server that already runs on the data folder, also one that survived the process that started it. Waits while it
 * starts up or shuts down; `null` when none runs.
 */
export async function findServer(cluster: Cluster): Promise<RunningServer | null> {
  const deadline = Date.now() + readyTimeoutMs
  for (;;) {
    const recorded = await readPostmasterFile(cluster.dataFolder)
    if (recorded === null) return null
    if (!isRunning(recorded.pid)) {
      // PostgreSQL would take a killed server that its parent never collected for a running one. That none of its
      // sessions still works on the data it finds out by itself, through the shared memory of the folder.
      await rm(join(cluster.dataFolder, 'postmaster.pid'), { force: true })
      return null
    }
    const answer = recorded.port === null ? 'no answer yet' : await probe(cluster, recorded.port)
    if (answer === null && recorded.port !== null) return { pid: recorded.pid, port: recorded.port }
    if (await isAnotherProgram(recorded.pid, cluster.dataFolder)) {
      // The id was given to another program after a crash. The server itself would take that for a running server.
      await rm(join(cluster.dataFolder, 'postmaster.pid'), { force: true })
      return null
    }
    if (Date.now() > deadline) {
      throw new Error(
        `Process ${recorded.pid} is recorded as the PostgreSQL of ${cluster.dataFolder}, but does not answer (${answer}). ` +
          `End it, then start again.${await logTail(cluster.logFile)}`,
      )
    }
    await sleep(100)
  }
}

/** Of a server that did not end in an orderly way: users that wait for it will look there. */
export async function lastServerPort(cluster: Cluster): Promise<number | null> {
  return (await readPostmasterFile(cluster.dataFolder))?.port ?? null
}

/**
 * Starts the server on 127.0.0.1, in a session of its own so that it survives signals meant for this process. On another port
 * than the last one only if it `mayMove`.
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

/** Ends every connection and waits until the data folder is released. */
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
    const refusal = server.pid === undefined ? 'it does not run yet' : await probe(cluster, port)
    if (refusal === null && server.pid !== undefined) return { pid: server.pid, port }
    // Waiting does not make another password right.
    if (refusal?.startsWith('password authentication failed') === true) break
    await sleep(20)
  }
  server.kill('SIGQUIT')
  return Date.now() < deadline
    ? `${cluster.dataFolder} has other passwords than recorded. Restore postgres.json, or move that folder away.`
    : `no answer within ${readyTimeoutMs / 1000} s.${await logTail(cluster.logFile)}`
}

/** Of the superuser `postgres`. */
export function administratorUrl(cluster: Cluster, port: number): string {
  return `postgresql://postgres:${cluster.administratorPassword}@127.0.0.1:${port}/postgres`
}

/** `null` when this cluster's own server answers on the port, else why not. */
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

/** Lines of postmaster.pid: process id, data folder, start time, port, … The port is missing in the first instants. */
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

/** True only where that can be proved: without /proc the process has to be taken for the server. */
async function isAnotherProgram(pid: number, dataFolder: string): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null)
  return command !== null && !command.split('\0').includes(dataFolder)
}

/**
 * Below the ports that systems give to outgoing connections: while the server is started again, one of those could have its port,
 * even one that is being made to it.
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

/** Nothing else of our environment: it may hold cloud credentials. */
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
