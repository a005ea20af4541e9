/** Reads the Node options of the service, so that benches measure with the same ones. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export async function readNodeOptions(): Promise<readonly string[]> {
  const lines = await readFile(join(import.meta.dirname, '..', 'bin', 'node-options'), 'utf8')
  return lines.split('\n').filter((line) => line !== '')
}
