/** `surveyor snapshot import`: imports a snapshot file, or explains why it is refused. */
import { otherType } from '../collect/other-resources.ts'
import { finalProgress } from '../scan/progress.ts'
import { type OutputOptions, printResult } from './command-output.ts'
import type { OperatorContext } from './operator-context.ts'
import { OperatorError } from './operator-error.ts'
import { findOrganization } from './organization-lookup.ts'
import { unreadable } from './unreadable-file.ts'

export type ImportOptions = OutputOptions & { readonly org: string; readonly trust?: string; readonly alias?: string }

export async function importSnapshotFile(
  context: OperatorContext,
  path: string,
  { org, trust, alias, ...output }: ImportOptions,
): Promise<void> {
  // Views take time to load, which other commands don't need.
  const { importSnapshot } = await import('../snapshot/import-snapshot.ts')
  const { outcome, organization } = await context.withStore(async (store) => {
    const organization = await findOrganization(store, org)
    const chosen = { ...(trust !== undefined && { trust }), ...(alias !== undefined && { alias }) }
    const outcome = await importSnapshot(
      { store, progressOf: finalProgress, otherType },
      { path, organizationId: organization.id, actor: 'operator', ...chosen },
    ).catch(unreadable(path))
    return { outcome, organization }
  })
  switch (outcome.kind) {
    case 'imported':
    case 'known': {
      const { kind, scanId, connectionId } = outcome
      const value = { imported: kind === 'imported', scanId, connectionId, organization: organization.name }
      const text = kind === 'imported' ? 'Imported as' : 'This snapshot is already imported as'
      printResult(context, output, value, () => `${text} scan ${scanId} of connection ${connectionId}.`)
      return
    }
    case 'refused':
      throw new OperatorError(
        'SNAPSHOT_REFUSED',
        `${path} wasn't imported. ${outcome.problems.map(({ message }) => message).join(' ')}`,
      )
    case 'invalid graph':
      throw new OperatorError('SNAPSHOT_REFUSED', `${path} wasn't imported. ${outcome.message}`)
    case 'unknown key':
      throw new OperatorError(
        'UNKNOWN_KEY',
        `${path} wasn't imported. It is signed by the unknown key ${outcome.signedBy}. Compare it with "surveyor snapshot key" of the other installation, then add --trust ${outcome.signedBy}`,
      )
    case 'alias taken':
      throw new OperatorError(
        'CONFLICT',
        `${path} wasn't imported. Another account connection has the name "${outcome.alias}" or one that looks the same. Choose another name with --alias.`,
      )
    default:
      throw new Error(outcome satisfies never)
  }
}
