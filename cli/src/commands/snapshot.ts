/** `surveyor snapshot`: downloads the snapshot of a scan, and verifies snapshot files without a service. */
import { isFingerprint } from '../../../contract/snapshot/signature.ts'
import { verifySnapshot } from '../../../contract/snapshot/verify-snapshot.ts'
import { exitCodes, usageError } from '../exit-codes.ts'
import type { ExitCode } from '../exit-codes.ts'
import { findScan } from '../look-up.ts'
import type { ScanChoice } from '../look-up.ts'
import { withSession } from '../session.ts'
import type { CommonOptions } from '../session.ts'
import { plainText } from '../terminal/terminal.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { checkTarget, writeWholeFile } from '../terminal/write-file.ts'

export type SnapshotOptions = CommonOptions &
  ScanChoice & { readonly out: string; readonly redact: 'none' | 'default' | 'strict' }

export async function createSnapshot(
  id: string | undefined,
  options: SnapshotOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { out, redact } = options
  await checkTarget(out)
  await withSession(options, terminal, async ({ client, progress }) => {
    const scan = await findScan(client, id, options)
    await writeWholeFile(out, await client.snapshot(scan.id, redact))
    progress.note(`${out} written.`)
  })
  return exitCodes.fine
}

export type VerifyOptions = { readonly key?: string; readonly json?: boolean }

export async function verifyFile(file: string, { key, json }: VerifyOptions, terminal: Terminal): Promise<ExitCode> {
  if (key !== undefined && !isFingerprint(key)) {
    throw usageError('--key must be the fingerprint of a key: SHA256: and 43 characters.')
  }
  const report = await verifySnapshot(file, key === undefined ? {} : { key }).catch((error: unknown) => {
    throw usageError(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}.`)
  })
  const { problems, manifest } = report
  const valid = problems.length === 0
  const text = valid
    ? `${file} is unchanged. It is signed by ${manifest?.signedBy}.`
    : problems.map(({ message }) => message).join('\n')
  const value = { valid, signedBy: manifest?.signedBy ?? null, scan: manifest?.scan ?? null, problems }
  terminal.output.write(`${json === true ? JSON.stringify(value) : text.split('\n').map(plainText).join('\n')}\n`)
  return valid ? exitCodes.fine : exitCodes.gateFailed
}
