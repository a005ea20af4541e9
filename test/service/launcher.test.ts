import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const run = promisify(execFile)
const project = resolve(import.meta.dirname, '../..')

async function read<Content>(file: string): Promise<Content> {
  return JSON.parse(await readFile(join(project, file), 'utf8')) as Content
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor launcher '))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('starts by a relative link to a link, from another folder, with spaces in the path', async () => {
  const folder = await temporaryFolder()
  await symlink(project, join(folder, 'the project'))
  await symlink(join('the project', 'bin', 'surveyor'), join(folder, 'first link'))
  await symlink('first link', join(folder, 'second link'))
  const { stdout, stderr } = await run(join(folder, 'second link'), ['--help'], { cwd: '/' })
  expect(stdout).toMatch(/^Usage: surveyor/)
  expect(stderr).toBe('')
})

test('hands arguments and the exit code through unchanged', async () => {
  const failure = run(join(project, 'bin/surveyor'), ['key', 'revoke', 'a  b $HOME *'])
  await expect(failure).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining("'a  b $HOME *'") })
})

test('a project without its packages says to run npm ci', async () => {
  const folder = await temporaryFolder()
  const copy = join(folder, 'fresh clone')
  await run('mkdir', ['-p', join(copy, 'bin')])
  await run('cp', [join(project, 'bin/surveyor'), join(copy, 'bin')])
  const failure = run(join(copy, 'bin/surveyor'), ['--help'])
  await expect(failure).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/npm ci.*fresh clone/s) })
})

test('an installation without development packages builds nothing: what it would build with is one of them', async () => {
  const { scripts } = await read<{ scripts: Record<string, string> }>('package.json')
  const needed = /^test ! -e (\S+) \|\| /.exec(scripts.prepare ?? '')?.[1] ?? ''
  const { packages } = await read<{ packages: Record<string, { dev?: boolean }> }>('package-lock.json')
  // Others come along as companions of packages that run.
  expect([needed, packages[needed]?.dev]).toEqual([needed, true])
})
