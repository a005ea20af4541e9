/** `surveyor snapshot`: creates, verifies, and imports snapshot files, and shows the key that signs them. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { fingerprintOf, isFingerprint } from '../../contract/snapshot/signature.ts'
import { verifySnapshot } from '../../contract/snapshot/verify-snapshot.ts'
import { jsonOption, type OutputOptions, printResult, textLines } from './command-output.ts'
import { createSnapshotFile, type CreateOptions } from './create-snapshot-file.ts'
import { importSnapshotFile, type ImportOptions } from './import-snapshot-file.ts'
import { id as idArgument, name as nameArgument } from './operator-arguments.ts'
import type { OperatorContext } from './operator-context.ts'
import { OperatorError } from './operator-error.ts'
import { unreadable } from './unreadable-file.ts'

type VerifyOptions = OutputOptions & { readonly key?: string }

export function addSnapshotCommand(program: Command, context: OperatorContext): void {
  const snapshot = program.command('snapshot').description('create, verify, and import snapshot files of scans')

  snapshot
    .command('create')
    .description('write everything of a completed scan into one signed file')
    .argument('<scan>', 'the scan ID', idArgument)
    .requiredOption('--out <file>', 'the file; {name} is replaced by the account ID, region, and date')
    .addOption(
      new Option('--redact <rules>', 'what is redacted').choices(['none', 'default', 'strict']).default('default'),
    )
    .addOption(new Option('--rules <file>', 'a JSON file with own rules of redaction').conflicts('redact'))
    .option('--org <id or name>', 'the organization', nameArgument)
    .option(...jsonOption)
    .action((scan: string, options: CreateOptions) => createSnapshotFile(context, scan, options))

  snapshot
    .command('verify')
    .description('check that a snapshot file is unchanged')
    .argument('<file>', 'the file')
    .option('--key <fingerprint>', 'the key that must have signed it', keyFingerprint)
    .option(...jsonOption)
    .action((file: string, options: VerifyOptions) => verifyFile(context, file, options))

  snapshot
    .command('import')
    .description('import a snapshot file as a completed scan of an account connection that cannot be scanned')
    .argument('<file>', 'the file')
    .requiredOption('--org <id or name>', 'the organization', nameArgument)
    .option('--trust <fingerprint>', 'the key of another installation that may have signed it', keyFingerprint)
    .option('--alias <name>', 'the name of a new account connection: 1 to 100 characters', nameArgument)
    .option(...jsonOption)
    .action((file: string, options: ImportOptions) => importSnapshotFile(context, file, options))

  snapshot
    .command('key')
    .description('show the public key of this installation, which signs its snapshots')
    .option(...jsonOption)
    .action((options: OutputOptions) => printKey(context, options))
}

function keyFingerprint(text: string): string {
  if (isFingerprint(text)) return text
  throw new InvalidArgumentError('It must be the fingerprint of a key: SHA256: and 43 characters.')
}

async function verifyFile(context: OperatorContext, file: string, options: VerifyOptions): Promise<void> {
  const { problems, manifest } = await verifySnapshot(
    file,
    options.key === undefined ? {} : { key: options.key },
  ).catch(unreadable(file))
  const [first] = problems
  if (first !== undefined || manifest === null) {
    const all = problems.map(({ message }) => message).join(' ')
    throw new OperatorError('SNAPSHOT_REFUSED', `${file}: ${all}`)
  }
  const { scan, signedBy, redaction, counts, entries } = manifest
  const value = { valid: true, signedBy, scan, redaction: redaction.rules, counts, entries: entries.length }
  printResult(context, options, value, () =>
    textLines([
      ['Snapshot', 'unchanged'],
      ['Signed by', signedBy],
      ['Account', `${scan.accountAlias} (${scan.accountId})`],
      ['Region', scan.region],
      ['Scanned', scan.completedAt],
      ['Redaction', redaction.rules],
      ['Content', `${counts.resources} resources, ${counts.relations} relations, ${counts.pictures} pictures`],
    ]),
  )
}

async function printKey(context: OperatorContext, options: OutputOptions): Promise<void> {
  const { publicKey } = await context.withStore((store) => store.snapshotKeys.signingKey())
  const fingerprint = fingerprintOf(publicKey)
  const text = publicKey.toString('base64')
  printResult(context, options, { algorithm: 'Ed25519', fingerprint, publicKey: text }, () =>
    textLines([
      ['Fingerprint', fingerprint],
      ['Public key', text],
    ]),
  )
}
