/**
 * Measures whether drawing blocks the service: the longest pauses of its event loop while it draws and while it is
 * idle.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Figure } from './figure.ts'
import { readNodeOptions } from './node-options.ts'

export async function benchStall(): Promise<readonly Figure[]> {
  const program = [...(await readNodeOptions()), join(import.meta.dirname, 'picture-stall-process.ts')]
  const { stdout } = await promisify(execFile)(process.execPath, program)
  return JSON.parse(stdout) as readonly Figure[]
}
