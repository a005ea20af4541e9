/** The GitHub Action: the command line's scan, with inputs, outputs, and a comment. */
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { needsRestart, restart, withoutProxies } from './proxies.ts'
import { runAction } from './run-action.ts'

process.exitCode = needsRestart(process.env)
  ? await restart(fileURLToPath(import.meta.url), process.env)
  : await runAction({
      environment: withoutProxies(process.env),
      output: process.stdout,
      errorOutput: process.stderr,
      input: Readable.from([]),
      readStandardInput: () => Promise.resolve(''),
    })
