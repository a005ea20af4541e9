import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { canUse, serverAccount } from './server-account.ts'

const isRoot = process.getuid?.() === 0

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surveyor-account-'))
  return () => rm(folder, { recursive: true })
})

test.runIf(!isRoot)('ordinary users run the server themselves', async () => {
  expect(await serverAccount(folder)).toBeNull()
})

describe.runIf(isRoot)('root runs it', () => {
  test('as the owner of the data folder', async () => {
    await chown(folder, 1234, 2345)
    expect(await serverAccount(folder)).toEqual({ uid: 1234, gid: 2345 })
  })

  test('as `nobody` without a data folder of another account', async () => {
    const nobody = { uid: 65_534, gid: 65_534 }
    expect(await serverAccount(null)).toEqual(nobody)
    expect(await serverAccount(folder)).toEqual(nobody)
    expect(await serverAccount(join(folder, 'none'))).toEqual(nobody)
  })

  test('where that account may', async () => {
    const account = { uid: 1234, gid: 1234 }
    await chmod(folder, 0o700)
    expect([canUse(account, folder, 'execute'), canUse(account, folder, 'write')]).toEqual([false, false])
    await chmod(folder, 0o755)
    expect([canUse(account, folder, 'execute'), canUse(account, folder, 'write')]).toEqual([true, false])
    await chmod(folder, 0o777)
    expect(canUse(account, folder, 'write')).toBe(true)
    await chmod(folder, 0o766)
    expect(canUse(account, folder, 'write')).toBe(false)
  })
})

test('this account can use its own files, as their modes say', async () => {
  const program = join(folder, 'a program')
  await writeFile(program, '', { mode: 0o600 })
  expect([canUse(null, program, 'execute'), canUse(null, folder, 'write')]).toEqual([false, true])
  await chmod(program, 0o700)
  expect([canUse(null, program, 'execute'), canUse(null, program, 'write')]).toEqual([true, true])
})
