/** Finds the account connection and the scan that the arguments name. */
import { SurveyorApiError, collect } from './client/index.ts'
import type { Account, Scan, SurveyorClient } from './client/index.ts'
import { usageError } from './exit-codes.ts'

/** Of IDs, in any letter case. */
export const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** By connection ID, account ID, or alias. Throws a usage error unless exactly one matches. */
export async function findAccount(client: SurveyorClient, name: string): Promise<Account> {
  if (uuid.test(name)) return accountById(client, name)
  const accounts = await collect(client.list('/api/accounts'))
  const exact = accounts.filter(({ alias, cloudAccountId }) => alias === name || cloudAccountId === name)
  const matching = exact.length > 0 ? exact : accounts.filter(({ alias }) => alias.toLowerCase() === name.toLowerCase())
  const [account] = matching
  if (account === undefined) {
    const aliases = accounts.map(({ alias }) => `"${alias}"`)
    const available = aliases.length === 0 ? 'There are none.' : `Available: ${aliases.slice(0, 20).join(', ')}.`
    throw usageError(`No account connection has the alias or ID "${name}". ${available}`)
  }
  if (matching.length > 1) {
    const ids = matching.map(({ id, alias }) => `${id} ("${alias}")`)
    throw usageError(`Several account connections match "${name}": ${ids.join(', ')}. Use the ID of one of them.`)
  }
  return account
}

export async function accountById(client: SurveyorClient, id: string): Promise<Account> {
  return client.get('/api/accounts/{id}', { path: { id } }).catch((error: unknown) => {
    if (!(error instanceof SurveyorApiError) || error.code !== 'NOT_FOUND') throw error
    throw usageError(`No account connection has the ID ${id}.`)
  })
}

export type ScanChoice = { readonly account?: string; readonly region?: string }

/** By ID, or the last completed scan of an account and region. Throws a usage error if there is none. */
export async function findScan(client: SurveyorClient, id: string | undefined, choice: ScanChoice): Promise<Scan> {
  if (id === undefined) return lastCompleted(client, choice)
  if (choice.account !== undefined || choice.region !== undefined) {
    throw usageError('Name either a scan ID, or --account and --region.')
  }
  if (!uuid.test(id)) throw usageError(`"${id}" isn't a scan ID. "surveyor scans" lists them.`)
  return client.get('/api/scans/{id}', { path: { id } }).catch((error: unknown) => {
    if (!(error instanceof SurveyorApiError) || error.code !== 'NOT_FOUND') throw error
    throw usageError(`There is no scan ${id}.`)
  })
}

async function lastCompleted(client: SurveyorClient, { account: name, region }: ScanChoice): Promise<Scan> {
  if (name === undefined) throw usageError('Name a scan ID, or --account for the last completed scan of an account.')
  const account = await findAccount(client, name)
  const query = { accountId: account.id, status: 'completed' } as const
  for await (const scan of client.list('/api/scans', { query })) {
    if (region === undefined || scan.region === region) return scan
  }
  const place = region === undefined ? '' : ` of ${region}`
  throw usageError(`The account "${account.alias}" has no completed scan${place}.`)
}
