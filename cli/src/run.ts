/** Runs a command line, and turns errors into a sentence and an exit code. */
import { CommanderError } from 'commander'
import { describeError } from './error-message.ts'
import type { Failure } from './error-message.ts'
import { exitCodes } from './exit-codes.ts'
import type { ExitCode } from './exit-codes.ts'
import { createProgram } from './program.ts'
import { plainText } from './terminal/terminal.ts'
import type { Terminal } from './terminal/terminal.ts'

/** Resolves with the exit code and never rejects. */
export async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode: ExitCode = exitCodes.fine
  try {
    const program = createProgram(terminal, (code) => void (exitCode = code))
    await program.parseAsync([...words], { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.fine
    const failure = describe(error, words)
    terminal.errorOutput.write(`surveyor: ${plainText(failure.message)}\n`)
    return failure.exitCode
  }
}

function describe(error: unknown, words: readonly string[]): Failure {
  if (error instanceof CommanderError) return { exitCode: exitCodes.usage, message: usageText(error, words) }
  return describeError(error)
}

/** Other users of the machine see arguments. */
const keyHelp = 'The API key is never an argument. Set SURVEYOR_API_KEY, or use --key-file.'

/** Commands of the service's own `bin/surveyor`, which has the same name. */
const serviceCommands = new Set([
  'account',
  'admin',
  'demo',
  'key',
  'map',
  'org',
  'secret-key',
  'simulate',
  'start',
  'types',
  'user',
])

function usageText(error: CommanderError, words: readonly string[]): string {
  if (error.code === 'commander.help') return 'Missing command. "surveyor --help" lists them.'
  const text = error.message.replace(/^error: /, '').replace(/\n/g, ' ')
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(/[^.?!)]$/, '$&.')
  const isOfService = error.code === 'commander.unknownCommand' && serviceCommands.has(words[0] ?? '')
  if (/^error: unknown option '--(?:api-)?key/.test(error.message)) return `${sentence} ${keyHelp}`
  // A command with a similar name isn't meant.
  if (isOfService)
    return `${sentence.replace(/ \(Did you mean .*$/, '.')} It is a command of the service: run it with bin/surveyor there.`
  return sentence
}
