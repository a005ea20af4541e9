/** Tests that `scripts/check.ts` works in any folder and without npm, and reports missing tools. */
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const script = resolve(import.meta.dirname, '../../scripts/check.ts')

function check(...names: readonly string[]) {
  // Started by hand, because npm would add the project's tools to the path.
  const { status, stdout } = spawnSync(process.execPath, [script, ...names], {
    encoding: 'utf8',
    cwd: tmpdir(),
    env: { PATH: '' },
  })
  return { status, stdout }
}

test('finds its tools without npm, and runs only the checks that are named', () => {
  const { status, stdout } = check('types of the viewer')
  expect(stdout).toMatch(/^ok {4}types of the viewer \(\d+\.\d s\)\n$/)
  expect(status).toBe(0)
})

test('names a tool that cannot be started', () => {
  const { status, stdout } = check('lock file')
  expect(stdout).toMatch(/^FAIL {2}lock file \(\d+\.\d s\)\nspawn npm ENOENT\n$/)
  expect(status).toBe(1)
})

test('rejects an unknown check', () => {
  expect(check('liint')).toEqual({ status: 1, stdout: 'FAIL  liint: unknown check\n' })
})
