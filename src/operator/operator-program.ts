/** Creates the command line program: parsing, help, and the conversion of errors to text and exit codes. */
import { Command, CommanderError } from 'commander'
import { visibleText } from '../graph/visible-text.ts'
import { addAccountCommand } from './account.ts'
import { addAdminCommand } from './admin.ts'
import { addKeyCommand } from './key.ts'
import type { OperatorContext } from './operator-context.ts'
import { exitCodesHelp, OperatorError } from './operator-error.ts'
import { addOrgCommand } from './org.ts'
import { addSecretKeyCommand } from './secret-key.ts'
import { addSimulateCommand } from './simulate.ts'
import { addSnapshotCommand } from './snapshot.ts'
import { addTypesCommand } from './types.ts'
import { addUserCommand } from './user.ts'

type Output = { write(text: string): void }

/** Returns a program without commands. The composition root adds them. */
export function operatorProgram(output: Output): Command {
  return (
    new Command('surveyor')
      .description('Surveyor service and operator commands')
      // Set before any command is added, because commands inherit it.
      .exitOverride()
      .configureOutput({
        writeOut: (text) => output.write(text),
        // Only `runProgram` prints errors.
        writeErr: () => {},
        outputError: () => {},
      })
      .showSuggestionAfterError()
      .addHelpText('afterAll', exitCodesHelp)
  )
}

export function addOperatorCommands(program: Command, context: OperatorContext): void {
  addOrgCommand(program, context)
  addAdminCommand(program, context)
  addUserCommand(program, context)
  addKeyCommand(program, context)
  addAccountCommand(program, context)
  addSnapshotCommand(program, context)
  addSecretKeyCommand(program, context)
  addTypesCommand(program, context)
  addSimulateCommand(program, context)
}

/** Runs the command in `words` (without the node and script paths). Resolves with the exit code and never rejects. */
export async function runProgram(program: Command, words: readonly string[], errorOutput: Output): Promise<number> {
  try {
    await program.parseAsync(words, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    const failure = asOperatorError(error, program)
    const { code } = failure
    const message = failure.message.replace(/\s*[\r\n]+\s*/g, ' ').trim()
    const asJson = words.includes('--json')
    errorOutput.write(
      asJson ? `${JSON.stringify({ error: { code, message } })}\n` : `surveyor: ${visibleText(message)}\n`,
    )
    return failure.exitCode
  }
}

function asOperatorError(error: unknown, program: Command): OperatorError {
  if (error instanceof OperatorError) return error
  if (error instanceof CommanderError) {
    if (error.code === 'commander.help') {
      return new OperatorError('USAGE', `Missing command. "${program.name()} --help" lists them.`)
    }
    const code = error.code === 'commander.invalidArgument' ? 'INVALID_ARGUMENT' : 'USAGE'
    return new OperatorError(code, error.message.replace(/^error: /, ''))
  }
  if (error instanceof Error && error.name === 'AbortError') return new OperatorError('INTERRUPTED', 'Interrupted.')
  return new OperatorError('FAILED', error instanceof Error ? error.message : String(error))
}
