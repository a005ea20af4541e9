/** The dashboard's pages as the service serves them, built again when what they are made of has changed. */
import { execFile } from 'node:child_process'
import { glob, mkdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '../..')
const built = join(root, 'dashboard/dist/index.html')
const sources = ['dashboard/{src,public}/**/*', 'dashboard/*', 'contract/**/*', 'scripts/*-plugin.ts', 'package.json']
const lock = join(root, 'node_modules/.dashboard-build')
const lockPatienceMs = 60_000

/** Of several workers one builds, and the others wait for it. */
export async function buildDashboard(): Promise<void> {
  for (const start = Date.now(); ; await wait(100)) {
    if (await isBuilt()) return
    if (await takeLock()) break
    if (Date.now() - start > lockPatienceMs) await rm(lock, { recursive: true, force: true })
  }
  try {
    // A process of its own: a test run's environment would make it a build for tests.
    await promisify(execFile)(join(root, 'node_modules/.bin/vite'), ['build', 'dashboard', '--logLevel', 'warn'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
    })
  } finally {
    await rm(lock, { recursive: true, force: true })
  }
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

async function takeLock(): Promise<boolean> {
  return mkdir(lock).then(
    () => true,
    () => false,
  )
}
