#!/usr/bin/env node
/** The command line: a client of the Surveyor API. */
import { exitCodes } from './exit-codes.ts'
import { run } from './run.ts'

// The reader of a pipe has gone, for example `head`. The command ends as without it: it still comments, and fails.
const checkOutput = (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return
  process.stderr.write(`surveyor: The output couldn't be written: ${error.message}.\n`)
  process.exit(exitCodes.usage)
}
process.stdout.on('error', checkOutput)
process.stderr.on('error', () => {})

process.exitCode = await run(process.argv.slice(2), {
  environment: process.env,
  output: process.stdout,
  errorOutput: process.stderr,
  input: process.stdin,
  async readStandardInput() {
    let text = ''
    for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk
    return text
  },
})
