/** Reads the Node options and environment variables of the service, so that benches measure with the same ones. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export function readNodeOptions(): Promise<readonly string[]> {
  return linesOf('node-options')
}

/** The environment of this process, with the variables that the service has. */
export async function readEnvironment(): Promise<NodeJS.ProcessEnv> {
  const variables = await linesOf('environment')
  return { ...process.env, ...Object.fromEntries(variables.map((line) => line.split('='))) }
}

async function linesOf(file: string): Promise<readonly string[]> {
  const lines = await readFile(join(import.meta.dirname, '..', 'bin', file), 'utf8')
  return lines.split('\n').filter((line) => line !== '')
}
