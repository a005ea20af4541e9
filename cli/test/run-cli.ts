/** Runs the command line in this process, with its output. */
import { Readable } from 'node:stream'
import { run } from '../src/run.ts'
import type { Environment } from '../src/terminal/terminal.ts'

export type CliRun = { readonly exitCode: number; readonly output: string; readonly errorOutput: string }

export async function runCli(
  words: readonly string[],
  options: { readonly environment?: Environment; readonly standardInput?: string; readonly isTTY?: boolean } = {},
): Promise<CliRun> {
  const written = { output: '', errorOutput: '' }
  const stream = (name: keyof typeof written) => ({
    isTTY: options.isTTY,
    columns: 80,
    write: (content: string | Uint8Array) => {
      written[name] += typeof content === 'string' ? content : Buffer.from(content).toString('latin1')
    },
  })
  const exitCode = await run(words, {
    environment: options.environment ?? {},
    output: stream('output'),
    errorOutput: stream('errorOutput'),
    input: Readable.from([options.standardInput ?? '']),
    readStandardInput: () => Promise.resolve(options.standardInput ?? ''),
  })
  return { exitCode, ...written }
}
