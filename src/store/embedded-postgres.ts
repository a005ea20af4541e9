/** Runs the embedded PostgreSQL server, which all processes with the same DATA_DIR share. */
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { databaseClient } from './database-client.ts'
import { makeClusterSettings, readClusterSettings } from './embedded/cluster-settings.ts'
import { serverAccount } from './embedded/server-account.ts'
import { serverBinaries } from './embedded/server-binaries.ts'
import type { Cluster, RunningServer } from './embedded/server-process.ts'
import {
  administratorUrl,
  findServer,
  initialiseCluster,
  lastServerPort,
  startServer,
  stopServer,
} from './embedded/server-process.ts'
import { withStartLock } from './embedded/start-lock.ts'
import { scramVerifier } from './scram-verifier.ts'

export type EmbeddedPostgres = {
  /** The URL of a login that owns the service's database and isn't a superuser, as with an external PostgreSQL. */
  readonly ownerUrl: string
  /** Makes this process the only service on the data folder. Throws `DataFolderInUseError`. */
  claimService(): Promise<void>
  /** Stops the server, unless another process uses it. */
  close(): Promise<void>
}

/** Another process runs the service on the same data folder. */
export class DataFolderInUseError extends Error {
  override readonly name = 'DataFolderInUseError'
}

/** Session-level advisory locks in the database `postgres`: class, then object. */
const lockClass = 1_937_078_649
const userLock = 1
const serviceLock = 2

/** Longer than starting or stopping the server takes. */
const startLockTimeoutMs = 240_000
const lockTimeoutMs = 10_000

/** Finds or starts the server of the data folder, and keeps it running while this process uses it. */
export async function openEmbeddedPostgres(options: {
  readonly dataDirectory: string
  readonly onNotice: (message: string) => void
}): Promise<EmbeddedPostgres> {
  const { onNotice } = options
  const dataDirectory = resolve(options.dataDirectory)
  const startLock = join(dataDirectory, 'postgres.lock')

  const cluster = await usable(dataDirectory, async () => {
    await mkdir(dataDirectory, { recursive: true })
    return withStartLock(startLock, startLockTimeoutMs, () => openCluster(dataDirectory, onNotice))
  })
  const joinUnderLock = (knownPort: number | null) =>
    withStartLock(startLock, startLockTimeoutMs, () => joinServer(cluster, knownPort, onNotice))

  let joined = await joinUnderLock(null)
  const { port } = joined.server
  let isService = false
  const closing = new AbortController()
  let rejoining: Promise<void> = Promise.resolve()

  const rejoin = async () => {
    for (let delayMs = 200; !closing.signal.aborted; delayMs = Math.min(delayMs * 2, 5_000)) {
      try {
        const again = await joinUnderLock(port)
        try {
          if (isService) await claimService(again.user, dataDirectory)
        } catch (error) {
          await again.user.end().catch(() => undefined)
          throw error
        }
        joined = again
        void watch()
        if (joined.server.port !== port) {
          onNotice(
            `the embedded PostgreSQL moved to port ${joined.server.port}, because ${port} is in use. Restart Surveyor`,
          )
        }
        return
      } catch (error) {
        onNotice(error instanceof Error ? error.message : String(error))
        await sleep(delayMs, undefined, { signal: closing.signal }).catch(() => undefined)
      }
    }
  }

  /** Restarts a server that ended unexpectedly, for example for lack of memory, on the same port. */
  const watch = async () => {
    await joined.ended
    if (!closing.signal.aborted) rejoining = rejoin()
  }
  void watch()

  return {
    ownerUrl: ownerUrl(cluster, joined.server, 'surveyor'),
    async claimService() {
      await claimService(joined.user, dataDirectory)
      isService = true
    },
    async close() {
      closing.abort()
      await rejoining
      await withStartLock(startLock, startLockTimeoutMs, () => leaveServer(cluster, joined.server, joined.user))
    },
  }
}

async function openCluster(dataDirectory: string, onNotice: (message: string) => void): Promise<Cluster> {
  const known = await readClusterSettings(dataDirectory)
  const account = await serverAccount(known?.dataFolder ?? null)
  const settings = known ?? (await makeClusterSettings(dataDirectory, account, onNotice))
  const binaries = await serverBinaries(account, onNotice)
  const cluster = { ...settings, account, binaries, logFile: join(dataDirectory, 'postgres.log') }
  await initialiseCluster(cluster)
  return cluster
}

type JoinedServer = {
  readonly server: RunningServer
  readonly user: Client
  /** Resolves when the user's connection ends. */
  readonly ended: Promise<void>
}

/**
 * Must run under the start lock, so that no process stops the server before this one has joined it. `knownPort`: the
 * port that this process already uses; `null` at its start.
 */
async function joinServer(
  cluster: Cluster,
  knownPort: number | null,
  onNotice: (message: string) => void,
): Promise<JoinedServer> {
  const lastPort = knownPort ?? (await lastServerPort(cluster))
  const running = await findServer(cluster)
  if (running !== null) onNotice(`using the PostgreSQL that already runs on port ${running.port}`)
  const server = running ?? (await startServer(cluster, lastPort, knownPort === null))
  await makeOwner(cluster, server)
  const user = databaseClient(ownerUrl(cluster, server, 'postgres'), { application_name: `surveyor ${process.pid}` })
  user.on('error', (error) => onNotice(`lost the connection to the embedded PostgreSQL: ${error.message}`))
  const ended = new Promise<void>((resolve) => user.once('end', resolve))
  try {
    await user.connect()
    await user.query(`set lock_timeout = ${lockTimeoutMs}`)
    await user.query('select pg_advisory_lock_shared($1, $2)', [lockClass, userLock])
  } catch (error) {
    await user.end().catch(() => undefined)
    throw error
  }
  return { server, user, ended }
}

async function leaveServer(cluster: Cluster, server: RunningServer, user: Client): Promise<void> {
  let isLast: boolean
  try {
    await user.query('select pg_advisory_unlock_shared($1, $2)', [lockClass, userLock])
    const { rows } = await user.query<{ locked: boolean }>('select pg_try_advisory_lock($1, $2) as locked', [
      lockClass,
      userLock,
    ])
    isLast = rows[0]?.locked === true
  } catch {
    // The server has already ended.
    isLast = false
  } finally {
    await user.end().catch(() => undefined)
  }
  if (isLast) await stopServer(cluster, server)
}

async function claimService(user: Client, dataDirectory: string): Promise<void> {
  // It takes the server a moment to detect that a killed process is gone.
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const { rows } = await user.query<{ locked: boolean }>('select pg_try_advisory_lock($1, $2) as locked', [
      lockClass,
      serviceLock,
    ])
    if (rows[0]?.locked === true) return
    await sleep(100)
  }
  const { rows } = await user.query<{ application_name: string }>(
    `select application_name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and classid = $1 and objid = $2 and granted`,
    [lockClass, serviceLock],
  )
  const holder = rows[0]?.application_name.replace('surveyor ', 'process ') ?? 'another process'
  throw new DataFolderInUseError(
    `Surveyor already runs on ${dataDirectory} (${holder}). Stop that one first, or set DATA_DIR to another folder.`,
  )
}

/**
 * Creates the owner's login and database. Repeated at each start, because the first start may have been interrupted.
 */
async function makeOwner(cluster: Cluster, server: RunningServer): Promise<void> {
  const administrator = databaseClient(administratorUrl(cluster, server.port), { statement_timeout: lockTimeoutMs })
  await administrator.connect()
  try {
    const roles = await administrator.query(`select from pg_roles where rolname = 'surveyor'`)
    if (roles.rowCount === 0) {
      const verifier = administrator.escapeLiteral(scramVerifier(cluster.ownerPassword))
      await administrator.query(`create role surveyor login createdb createrole password ${verifier}`)
    }
    const databases = await administrator.query(`select from pg_database where datname = 'surveyor'`)
    if (databases.rowCount === 0) await administrator.query('create database surveyor owner surveyor')
  } finally {
    await administrator.end()
  }
}

function ownerUrl(cluster: Cluster, server: RunningServer, database: string): string {
  return `postgresql://surveyor:${cluster.ownerPassword}@127.0.0.1:${server.port}/${database}`
}

/** Adds the name of the variable to the error of an unusable folder. */
async function usable<Result>(dataDirectory: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (!['EACCES', 'EEXIST', 'ENOENT', 'ENOTDIR', 'EPERM', 'EROFS'].includes(code)) throw error
    throw new Error(`DATA_DIR ${dataDirectory} cannot be used (${code}). Surveyor's user needs write access`, {
      cause: error,
    })
  }
}
