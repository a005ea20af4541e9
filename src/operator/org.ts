/** `surveyor org`: creates, lists, and deletes organizations. */
import type { Command } from 'commander'
import { removeOrganization } from '../identity/remove-organization.ts'
import { printResult, type OutputOptions, jsonOption, textTable } from './command-output.ts'
import { name as nameArgument, organizationName } from './operator-arguments.ts'
import type { OperatorContext } from './operator-context.ts'
import { OperatorError } from './operator-error.ts'
import { findOrganization } from './organization-lookup.ts'

type DeleteOptions = OutputOptions & { readonly confirm: string }

export function addOrgCommand(program: Command, context: OperatorContext): void {
  const org = program.command('org').description('create, list, and delete organizations')

  org
    .command('create')
    .description('create an organization')
    .argument('<name>', 'the name: 1 to 100 characters, unique', organizationName)
    .option(...jsonOption)
    .action((name: string, options: OutputOptions) =>
      context.withStore(async (store) => {
        const organization = await store.organizations.insert(name)
        if (organization === null) {
          throw new OperatorError(
            'CONFLICT',
            `An organization named "${name}", or with a name that looks the same, already exists.`,
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
        printResult(context, options, { id, name }, () => `Created organization ${name} (${id}).`)
      }),
    )

  org
    .command('list')
    .description('list organizations')
    .option(...jsonOption)
    .action((options: OutputOptions) =>
      context.withStore(async (store) => {
        const organizations = (await store.organizations.list()).map(({ id, name, createdAt }) => ({
          id,
          name,
          createdAt: createdAt.toISOString(),
        }))
        printResult(context, options, organizations, () =>
          organizations.length === 0
            ? 'There are no organizations. Create one with "surveyor org create NAME".'
            : textTable(
                ['ID', 'NAME', 'CREATED'],
                organizations.map(({ id, name, createdAt }) => [id, name, createdAt]),
              ),
        )
      }),
    )

  org
    .command('delete')
    .description('permanently delete an organization with its accounts, scans, API keys, and memberships')
    .argument('<id or name>', 'the organization', nameArgument)
    .requiredOption('--confirm <name>', 'the name of the organization, to confirm')
    .option(...jsonOption)
    .action((idOrName: string, options: DeleteOptions) =>
      context.withStore(async (store) => {
        const { id, name } = await findOrganization(store, idOrName)
        if (options.confirm !== name) {
          throw new OperatorError('INVALID_ARGUMENT', `The organization is named "${name}". Confirm with this name.`)
        }
        const removed = await store.tenant(id, (tenant) =>
          removeOrganization(tenant, { actor: 'operator', address: null }),
        )
        if (removed === null) throw new OperatorError('CONFLICT', 'The organization was already deleted.')
        const { accounts, scans, keys, members } = removed
        printResult(context, options, { id, ...removed }, () =>
          [
            `Deleted ${name}: accounts ${accounts}, scans ${scans}, API keys ${keys}, members ${members}.`,
            'Access ended immediately. A running service deletes the data within minutes.',
          ].join('\n'),
        )
      }),
    )
}
