/** `surveyor key`: creates, lists, and revokes API keys. */
import type { Command } from 'commander'
import { latestVersion } from '../../contract/versions.ts'
import { generateApiKey } from '../store/keys/api-key.ts'
import type { ApiKeyRecord } from '../store/api-keys.ts'
import type { Scope } from '../store/scope.ts'
import { printResult, type OutputOptions, jsonOption, textLines, textTable } from './command-output.ts'
import { expiry, id as idArgument, name as nameArgument, scopeList } from './operator-arguments.ts'
import type { OperatorContext } from './operator-context.ts'
import { OperatorError } from './operator-error.ts'
import { findOrganization, findOwner, selectOrganizations } from './organization-lookup.ts'

type CreateOptions = OutputOptions & {
  readonly org: string
  readonly scopes: readonly Scope[]
  readonly expires?: Date
  readonly name: string
}
type SelectOptions = OutputOptions & { readonly org?: string }

export function addKeyCommand(program: Command, context: OperatorContext): void {
  const key = program.command('key').description('create, list, and revoke API keys')

  key
    .command('create')
    .description('create an API key; it is shown only once')
    .requiredOption('--org <id or name>', 'the organization', nameArgument)
    .requiredOption('--scopes <scopes>', 'read, write, or both, separated by a comma', scopeList)
    .option('--expires <time>', 'expiry, as an ISO 8601 date or time with time zone (default: never)', expiry)
    .option('--name <name>', 'the name: 1 to 100 characters', nameArgument, 'API key')
    .option(...jsonOption)
    .action((options: CreateOptions) => createKey(context, options))

  key
    .command('list')
    .description('list API keys (not the secret keys)')
    .option('--org <id or name>', 'only keys of this organization', nameArgument)
    .option(...jsonOption)
    .action((options: SelectOptions) => listKeys(context, options))

  key
    .command('revoke')
    .description('revoke an API key immediately; revoking it again has no effect')
    .argument('<id>', 'the key ID', idArgument)
    .option('--org <id or name>', 'the organization', nameArgument)
    .option(...jsonOption)
    .action((id: string, options: SelectOptions) => revokeKey(context, id, options))
}

async function createKey(context: OperatorContext, options: CreateOptions): Promise<void> {
  const { name, scopes } = options
  const expiresAt = options.expires ?? null
  const { key, hash } = generateApiKey()
  const record = await context.withStore(async (store) => {
    const organization = await findOrganization(store, options.org)
    return store.tenant(organization.id, async (tenant) => {
      const record = await tenant.apiKeys.insert({ name, scopes, version: latestVersion, expiresAt, hash })
      const details = { name, scopes, expiresAt: expiresAt?.toISOString() ?? null }
      await tenant.auditEvents.append({ actor: 'operator', action: 'key.create', subject: record.id, details })
      return record
    })
  })
  const value = { id: record.id, key, name, scopes: record.scopes, expiresAt: record.expiresAt?.toISOString() ?? null }
  printResult(context, options, value, () =>
    textLines([
      ['Key', key],
      ['', "Copy the key now. It isn't shown again."],
      ['ID', record.id],
      ['Name', name],
      ['Scopes', record.scopes.join(', ')],
      ['Expires', value.expiresAt ?? 'never'],
    ]),
  )
}

async function listKeys(context: OperatorContext, options: SelectOptions): Promise<void> {
  const keys = await context.withStore(async (store) => {
    const organizations = await selectOrganizations(store, options.org)
    const perOrganization: (ReturnType<typeof keyValue> & { organization: string })[][] = []
    for (const { id, name } of organizations) {
      const records = await store.tenant(id, (tenant) => tenant.apiKeys.list())
      perOrganization.push(records.map((record) => ({ ...keyValue(record), organization: name })))
    }
    return perOrganization.flat()
  })
  printResult(context, options, keys, () =>
    keys.length === 0
      ? 'There are no API keys.'
      : textTable(
          ['ID', 'ORGANIZATION', 'NAME', 'SCOPES', 'STATE', 'LAST USED'],
          keys.map((key) => [
            key.id,
            key.organization,
            key.name,
            key.scopes.join(','),
            state(key),
            key.lastUsedAt ?? 'never',
          ]),
        ),
  )
}

async function revokeKey(context: OperatorContext, id: string, options: SelectOptions): Promise<void> {
  const revoked = await context.withStore((store) =>
    findOwner(store, options.org, async (tenant) => {
      const revokedNow = await tenant.apiKeys.revoke(id)
      const key = (await tenant.apiKeys.list()).find((key) => key.id === id)
      if (revokedNow) {
        await tenant.auditEvents.append({ actor: 'operator', action: 'key.revoke', subject: id, details: {} })
      }
      return key
    }),
  )
  if (revoked === null) throw new OperatorError('NOT_FOUND', `API key ${id} not found.`)
  const key = keyValue(revoked.found)
  printResult(
    context,
    options,
    { ...key, organization: revoked.organization.name },
    () => `API key ${key.name} (${id}) of ${revoked.organization.name} was revoked at ${key.revokedAt}.`,
  )
}

function keyValue(key: ApiKeyRecord) {
  return {
    id: key.id,
    name: key.name,
    scopes: key.scopes,
    version: key.version,
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  }
}

function state(key: { readonly revokedAt: string | null; readonly expiresAt: string | null }): string {
  if (key.revokedAt !== null) return 'revoked'
  if (key.expiresAt === null) return 'valid'
  return Date.parse(key.expiresAt) <= Date.now() ? 'expired' : `valid until ${key.expiresAt}`
}
