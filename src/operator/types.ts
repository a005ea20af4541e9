/** `surveyor types`: lists the supported resource types. */
import type { Command } from 'commander'
import { printResult, type OutputOptions, jsonOption, textTable } from './command-output.ts'
import type { OperatorContext } from './operator-context.ts'

export function addTypesCommand(program: Command, context: Pick<OperatorContext, 'types' | 'output'>): void {
  program
    .command('types')
    .description('list the supported resource types with the IAM actions that each needs')
    .option(...jsonOption)
    .action(async (options: OutputOptions) => {
      const types = (await context.types())
        .map(({ type, countKey, scope, permissions, relations }) => ({ type, countKey, scope, permissions, relations }))
        .sort((a, b) => (a.type < b.type ? -1 : 1))
      printResult(context, options, types, () =>
        textTable(
          ['TYPE', 'COUNT KEY', 'SCOPE', 'PERMISSIONS'],
          types.map(({ type, countKey, scope, permissions }) => [type, countKey, scope, permissions.join(', ')]),
        ),
      )
    })
}
