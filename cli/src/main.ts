#!/usr/bin/env node
/** The command line: a client of the Surveyor API. */
import { run } from './run.ts'

// The reader of a pipe has gone, for example `head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

process.exitCode = await run(process.argv.slice(2), {
  environment: process.env,
  output: process.stdout,
  errorOutput: process.stderr,
  async readStandardInput() {
    let text = ''
    for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk
    return text
  },
})
