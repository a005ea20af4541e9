/** Builds the dashboard again if its sources have changed. */
import { execFile } from 'node:child_process'
import { glob, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { withStartLock } from '../../src/store/embedded/start-lock.ts'

const root = resolve(import.meta.dirname, '../..')
const built = join(root, 'dashboard/dist/index.html')
const sources = ['dashboard/{src,public}/**/*', 'dashboard/*', 'contract/**/*', 'scripts/*-plugin.ts', 'package.json']
const lock = join(root, 'node_modules/.dashboard-build.lock')
const lockTimeoutMs = 240_000

/** One of several workers builds, and the others wait for it. */
export async function buildDashboard(): Promise<void> {
  await withStartLock(lock, lockTimeoutMs, async () => {
    if (await isBuilt()) return
    // In its own process, because the environment of a test run would make it a test build.
    await promisify(execFile)(join(root, 'node_modules/.bin/vite'), ['build', 'dashboard', '--logLevel', 'warn'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
    })
  })
}

async function isBuilt(): Promise<boolean> {
  const builtMs = await changedMs(built)
  if (builtMs === 0) return false
  for await (const path of glob([...sources], { cwd: root, exclude: ['dashboard/dist'] })) {
    if (path !== 'dashboard/dist' && (await changedMs(join(root, path))) > builtMs) return false
  }
  return true
}

async function changedMs(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
}
