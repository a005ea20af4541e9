import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
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

test('passes arguments and the exit code unchanged', async () => {
  const failure = run(join(project, 'bin/surveyor'), ['key', 'revoke', 'a  b $HOME *'])
  await expect(failure).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining("'a  b $HOME *'") })
})

test('a project without packages recommends npm ci', async () => {
  const folder = await temporaryFolder()
  const copy = join(folder, 'fresh clone')
  await run('mkdir', ['-p', join(copy, 'bin')])
  await run('cp', [join(project, 'bin/surveyor'), join(copy, 'bin')])
  const failure = run(join(copy, 'bin/surveyor'), ['--help'])
  await expect(failure).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/npm ci.*fresh clone/s) })
})

test('an installation without dev dependencies builds nothing, and has none of them', async () => {
  const needed = /^if \[ -e (\S+) \]/m.exec(await readFile(join(project, 'scripts/prepare.sh'), 'utf8'))?.[1] ?? ''
  const { devDependencies } = await read<{ devDependencies: Record<string, string> }>('package.json')
  const { packages } = await read<{ packages: Record<string, { dev?: boolean }> }>('package-lock.json')
  const isDev = (path: string) => packages[path]?.dev === true
  expect([needed, isDev(needed)]).toEqual([needed, true])
  // Fastify validates with ajv, its API pages read yaml, and the SDK's request types come from @smithy/types.
  const installed = Object.keys(devDependencies).filter((name) => !isDev(`node_modules/${name}`))
  expect(installed).toEqual(['@smithy/types', 'ajv', 'yaml'])
})

test('a packed service starts without sources, and finds packages in the folder above', async () => {
  const modules = join(await temporaryFolder(), 'node_modules')
  const copy = join(modules, 'surveyor-service')
  await mkdir(join(copy, 'program/src'), { recursive: true })
  await mkdir(join(modules, '.bin'))
  await symlink(process.execPath, join(modules, '.bin/node'))
  await cp(join(project, 'bin'), join(copy, 'bin'), { recursive: true })
  await writeFile(
    join(copy, 'program/src/main.js'),
    'console.log(process.argv.slice(2).join(), process.env.MALLOC_ARENA_MAX)',
  )
  const { stdout } = await run(join(copy, 'bin/surveyor'), ['start', 'here'])
  expect(stdout).toBe('start,here 2\n')
})

test('the program of a packed service runs the demo: simulated cloud, database, scan, and diagram', async () => {
  const folder = await temporaryFolder()
  await symlink(join(project, 'node_modules'), join(folder, 'node_modules'))
  for (const file of ['bin', 'package.json']) await cp(join(project, file), join(folder, file), { recursive: true })
  await run(process.execPath, [join(project, 'scripts/build-program.ts'), join(folder, 'program')])
  const words = ['demo', '--once', '--json']
  const { stdout } = await run(join(folder, 'bin/surveyor'), words, { cwd: folder, env: { ...process.env, PORT: '0' } })
  const { diagramFile } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { readonly diagramFile: string }
  expect(await readFile(diagramFile, 'utf8')).toMatch(/^<svg /u)
})
