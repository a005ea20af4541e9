/** `surveyor org`: the organizations that accounts, keys and scans belong to. */
import type { Command } from 'commander'
import { removeOrganization } from '../session/remove-organization.ts'
import { answer, type AnswerOptions, jsonOption, textTable } from './answer.ts'
import { name as nameArgument, organizationName } from './operator-arguments.ts'
import type { OperatorContext } from './operator-context.ts'
import { OperatorError } from './operator-error.ts'
import { findOrganization } from './organization-lookup.ts'

type DeleteOptions = AnswerOptions & { readonly confirm: string }

export function addOrgCommand(program: Command, context: OperatorContext): void {
  const org = program.command('org').description('make, list and delete organizations')

  org
    .command('create')
    .description('make an organization')
    .argument('<name>', 'its name: 1 to 100 characters, unique', organizationName)
    .option(...jsonOption)
    .action((name: string, options: AnswerOptions) =>
      context.withStore(async (store) => {
        const organization = await store.organizations.insert(name)
        if (organization === null) {
          throw new OperatorError(
            'CONFLICT',
            `There is already an organization "${name}", or one whose name looks the same.`,
          )
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

  org
    .command('delete')
    .description(
      'delete an organization with its accounts, scans, keys and members; what is deleted does not come back',
    )
    .argument('<id or name>', 'the organization', nameArgument)
    .requiredOption('--confirm <name>', 'its name once more')
    .option(...jsonOption)
    .action((idOrName: string, options: DeleteOptions) =>
      context.withStore(async (store) => {
        const { id, name } = await findOrganization(store, idOrName)
        if (options.confirm !== name) {
          throw new OperatorError('INVALID_ARGUMENT', `The organization is named "${name}": confirm with that.`)
        }
        const removed = await store.tenant(id, (tenant) =>
          removeOrganization(tenant, { actor: 'operator', address: null }),
        )
        if (removed === null) throw new OperatorError('CONFLICT', 'Somebody else deleted it just now.')
        const { accounts, scans, keys, members } = removed
        answer(context, options, { id, ...removed }, () =>
          [
            `Deleted ${name}: accounts ${accounts}, scans ${scans}, keys ${keys}, members ${members}.`,
            'Nothing of it can be reached any more; its data goes within minutes while the service runs.',
          ].join('\n'),
        )
      }),
    )
}
