/** `surveyor secret-key`: changes the key that a database is bound to. */
import type { Command } from 'commander'
import { printResult, type OutputOptions, jsonOption } from './command-output.ts'
import type { OperatorContext } from './operator-context.ts'

export function addSecretKeyCommand(program: Command, context: OperatorContext): void {
  const secretKey = program.command('secret-key').description('manage the secret key of the database')

  secretKey
    .command('change')
    .description(
      "bind the database to this command's SECRET_KEY; stop all processes first; all users have to sign in again",
    )
    .option(...jsonOption)
    .action(async (options: OutputOptions) => {
      await context.changeSecretKey()
      printResult(context, options, { changed: true }, () => 'Secret key changed. Start every process with it.')
    })
}
