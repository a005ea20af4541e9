/** Opens a real Chromium for tests: the one from npm on Linux, or that of `CHROMIUM_PATH`. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import chromiumPackage, { inflate, setupLambdaEnvironment } from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'
import { withStartLock } from '../../src/store/embedded/start-lock.ts'

/** Throws with instructions if no browser can run. */
export async function openBrowser(furtherArguments: readonly string[] = []): Promise<Browser> {
  try {
    return await launch(furtherArguments)
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    throw new Error(
      `No browser can run on this machine, so nothing is known of what it would show: ${reason}. Set CHROMIUM_PATH.`,
      {
        cause: error,
      },
    )
  }
}

async function launch(furtherArguments: readonly string[]): Promise<Browser> {
  const given = process.env['CHROMIUM_PATH']
  const executablePath = given ?? (await chromiumPackage.executablePath())
  // Without the package's own arguments, which run everything in one process and disable web security.
  const options = { executablePath, args: ['--no-sandbox', ...furtherArguments] }
  try {
    return await chromium.launch(options)
  } catch (error) {
    if (given !== undefined) throw error
    await provideLibraries()
    return await chromium.launch(options)
  }
}

const libraries = join(tmpdir(), 'al2023', 'lib')
const unpackLock = join(tmpdir(), 'surveyor-chromium.lock')
const unpackTimeoutMs = 240_000

/** Must run before parallel tests, and in one test run at a time, because an incomplete file would be used. */
export async function unpackBrowser(): Promise<void> {
  if (process.env['CHROMIUM_PATH'] !== undefined) return
  await withStartLock(unpackLock, unpackTimeoutMs, async () => {
    await chromiumPackage.executablePath()
    await unpackLibraries()
  })
}

/** Uses the package's shared libraries, which machines without a desktop lack. */
async function provideLibraries(): Promise<void> {
  await unpackLibraries()
  setupLambdaEnvironment(libraries)
}

async function unpackLibraries(): Promise<void> {
  const program = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  if (!existsSync(libraries)) await inflate(join(dirname(program), '../bin/al2023.tar.br'))
}
