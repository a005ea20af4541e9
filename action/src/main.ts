/** The GitHub Action: the command line's scan, with inputs, outputs, and a comment. */
import { Readable } from 'node:stream'
import { runAction } from './run-action.ts'

process.exitCode = await runAction({
  environment: process.env,
  output: process.stdout,
  errorOutput: process.stderr,
  input: Readable.from([]),
  readStandardInput: () => Promise.resolve(''),
})
