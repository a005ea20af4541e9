/** `surveyor org`: the organizations that accounts, keys and scans belong to. */
import type { Command } from 'commander'
import { answer, type AnswerOptions, jsonOption, textTable } from './answer.ts'
import { organizationName } from './operator-arguments.ts'
import type { OperatorContext } from './operator-context.ts'
import { OperatorError } from './operator-error.ts'

export function addOrgCommand(program: Command, context: OperatorContext): void {
  const org = program.command('org').description('make and list organizations')

  org
    .command('create')
    .description('make an organization')
    .argument('<name>', 'its name: 1 to 100 characters, unique', organizationName)
    .option(...jsonOption)
    .action((name: string, options: AnswerOptions) =>
      context.withStore(async (store) => {
        const organization = await store.organizations.insert(name)
        if (organization === null) {
          throw new OperatorError('CONFLICT', `There is already an organization "${name}".`)
        }
        const { id } = organization
        await store.tenant(id, (tenant) =>
          tenant.auditEvents.append({
            actor: 'operator',
            action: 'organization.create',
            subject: id,
            details: { name },
          }),
        )
        answer(context, options, { id, name }, () => `Made the organization ${name} with the id ${id}.`)
      }),
    )

  org
    .command('list')
    .description('list the organizations')
    .option(...jsonOption)
    .action((options: AnswerOptions) =>
      context.withStore(async (store) => {
        const organizations = (await store.organizations.list()).map(({ id, name, createdAt }) => ({
          id,
          name,
          createdAt: createdAt.toISOString(),
        }))
        answer(context, options, organizations, () =>
          organizations.length === 0
            ? 'There are no organizations yet: make one with "surveyor org create NAME".'
            : textTable(
                ['ID', 'NAME', 'CREATED'],
                organizations.map(({ id, name, createdAt }) => [id, name, createdAt]),
              ),
        )
      }),
    )
}
