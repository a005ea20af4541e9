import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { makeClusterSettings, readClusterSettings } from './cluster-settings.ts'
import { serverAccount } from './server-account.ts'

let folder: string
let notices: string[]

beforeEach(async () => {
  // Other accounts can't enter it.
  folder = await mkdtemp(join(tmpdir(), 'surveyor-settings-'))
  notices = []
  return () => rm(folder, { recursive: true })
})

const make = async () => makeClusterSettings(folder, null, (notice) => notices.push(notice))

test('are made once, with new passwords, beside a data folder of their own user', async () => {
  expect(await readClusterSettings(folder)).toBeNull()
  const made = await make()
  expect(made).toEqual({
    dataFolder: join(folder, 'postgres'),
    administratorPassword: expect.stringMatching(/^[\w-]{32}$/u),
    ownerPassword: expect.stringMatching(/^[\w-]{32}$/u),
  })
  expect(made.administratorPassword).not.toBe(made.ownerPassword)
  expect(await readClusterSettings(folder)).toEqual(made)
  expect(await readdir(folder)).toEqual(['postgres', 'postgres.json'])
  const modes = await Promise.all(['postgres', 'postgres.json'].map((name) => stat(join(folder, name))))
  expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o600])
  expect(await readFile(join(folder, 'postgres.json'), 'utf8')).toMatch(/^\{\n {2}"dataFolder": .*\n\}\n$/su)
  expect(notices).toEqual([])

  const again = await make()
  expect(again.dataFolder).toBe(made.dataFolder)
  expect(again.ownerPassword).not.toBe(made.ownerPassword)
})

const whole = { dataFolder: '/data', administratorPassword: 'a', ownerPassword: 'b' }

test.each([
  ...Object.keys(whole).flatMap((name) => [
    { ...whole, [name]: undefined },
    { ...whole, [name]: 1 },
  ]),
  'text',
  1,
  null,
])('damaged settings are reported: %j', async (settings) => {
  await writeFile(join(folder, 'postgres.json'), JSON.stringify(settings))
  await expect(readClusterSettings(folder)).rejects.toThrow(
    `${join(folder, 'postgres.json')} is damaged: dataFolder, administratorPassword and ownerPassword are expected`,
  )
})

test('whole settings are read', async () => {
  await writeFile(join(folder, 'postgres.json'), JSON.stringify({ ...whole, later: true }))
  expect(await readClusterSettings(folder)).toEqual({ ...whole, later: true })
})

test('other errors are passed on', async () => {
  await mkdir(join(folder, 'postgres.json'))
  await expect(readClusterSettings(folder)).rejects.toMatchObject({ code: 'EISDIR' })
})

test.runIf(process.getuid?.() === 0)('as root, the data folder belongs to the account of the server', async () => {
  const account = await serverAccount(null)
  const reachable = await mkdtemp('/var/tmp/surveyor-settings-')
  const made: string[] = []
  try {
    await chmod(reachable, 0o755)
    const { dataFolder } = await makeClusterSettings(reachable, account, (notice) => notices.push(notice))
    expect(dataFolder).toBe(join(reachable, 'postgres'))
    expect(await stat(dataFolder)).toMatchObject({ uid: account?.uid, gid: account?.gid })
    expect(notices).toEqual([])

    const elsewhere = await makeClusterSettings(folder, account, (notice) => notices.push(notice))
    made.push(elsewhere.dataFolder)
    expect(await stat(elsewhere.dataFolder)).toMatchObject({ uid: account?.uid, gid: account?.gid })
    expect((await stat(elsewhere.dataFolder)).mode & 0o777).toBe(0o700)
    expect(await readdir(folder)).toEqual(['postgres.json'])
    expect(notices).toEqual([
      `keeping the database in ${elsewhere.dataFolder}, because account ${account?.uid} cannot reach ${folder}`,
    ])
  } finally {
    for (const path of [reachable, ...made]) await rm(path, { recursive: true })
  }
})
