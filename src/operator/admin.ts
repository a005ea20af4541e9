/** `surveyor admin`: adds the first owner. */
import type { Command } from 'commander'
import { invite } from '../identity/invitation-acceptance.ts'
import type { OrganizationRecord } from '../store/organizations.ts'
import type { Store } from '../store/store.ts'
import { printResult, type OutputOptions, jsonOption } from './command-output.ts'
import { name as nameArgument } from './operator-arguments.ts'
import type { OperatorContext } from './operator-context.ts'
import { OperatorError } from './operator-error.ts'
import { findOrganization } from './organization-lookup.ts'

type LinkOptions = OutputOptions & { readonly org?: string }

/** The name of the organization that is created if there is none. */
const firstOrganizationName = 'My organization'
const linkDays = 1

export function addAdminCommand(program: Command, context: OperatorContext): void {
  const admin = program.command('admin').description('add owners')

  admin
    .command('link')
    .description('print a one-time setup link for an organization owner (valid 24 hours)')
    .option('--org <id or name>', 'the organization (default: the only one; created if there is none)', nameArgument)
    .option(...jsonOption)
    .action((options: LinkOptions) => printLink(context, options))
}

async function printLink(context: OperatorContext, options: LinkOptions): Promise<void> {
  const { organization, path, expiresAt } = await context.withStore(async (store) => {
    const organization = await chosenOrganization(store, options.org)
    const link = { email: null, role: 'owner', invitedBy: null, address: null, days: linkDays } as const
    const { invitation, path } = await invite(store, organization.id, link)
    return { organization, path, expiresAt: invitation.expiresAt }
  })
  const link = `${context.baseUrl()}${path}`
  const value = { link, organizationId: organization.id, expiresAt: expiresAt.toISOString() }
  printResult(context, options, value, () =>
    [
      link,
      '',
      `The first person to open this link becomes an owner of ${organization.name}. It works once, until ${value.expiresAt}.`,
    ].join('\n'),
  )
}

async function chosenOrganization(store: Store, idOrName: string | undefined): Promise<OrganizationRecord> {
  if (idOrName !== undefined) return findOrganization(store, idOrName)
  const [only, ...others] = await store.organizations.list()
  if (others.length > 0) {
    throw new OperatorError('INVALID_ARGUMENT', 'There are several organizations. Choose one with --org.')
  }
  const organization = only ?? (await store.organizations.insert(firstOrganizationName))
  if (organization === null)
    throw new OperatorError('CONFLICT', 'Another process created an organization at the same time. Try again.')
  return organization
}
