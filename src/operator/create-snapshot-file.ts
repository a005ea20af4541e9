/** `surveyor snapshot create`: loads a completed scan, and writes its snapshot beside the target first. */
import { randomUUID } from 'node:crypto'
import { access, constants, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type PresetName, presets, type RedactionRules } from '../snapshot/redaction/rules.ts'
import { parseRules, RulesError } from '../snapshot/redaction/parse-rules.ts'
import type { ScanRecord } from '../store/scans.ts'
import { type OutputOptions, printResult } from './command-output.ts'
import type { OperatorContext } from './operator-context.ts'
import { OperatorError } from './operator-error.ts'
import { findOwner } from './organization-lookup.ts'

export type CreateOptions = OutputOptions & {
  readonly out: string
  readonly redact: PresetName
  readonly rules?: string
  readonly org?: string
}

export async function createSnapshotFile(
  context: OperatorContext,
  scanId: string,
  options: CreateOptions,
): Promise<void> {
  const rules = options.rules === undefined ? presets[options.redact] : await rulesIn(options.rules)
  const folder = dirname(options.out)
  await access(folder, constants.W_OK).catch(() => {
    throw new OperatorError('USAGE', `The folder ${folder} doesn't exist, or isn't writable.`)
  })
  const { source, key } = await context.withStore(async (store) => {
    const owned = await findOwner(store, options.org, async ({ scans, graphs, auditEvents }) => {
      const scan = await scans.find(scanId)
      if (scan === null) return null
      const graph = scan.status === 'completed' ? await graphs.load(scan.id) : null
      if (graph === null) throw notCompleted(scan)
      await auditEvents.append({
        actor: 'operator',
        action: 'snapshot.create',
        subject: scan.id,
        details: { redaction: rules.name },
      })
      return { scan, graph }
    })
    if (owned === null) throw new OperatorError('NOT_FOUND', `Scan ${scanId} not found.`)
    const { scan, graph } = owned.found
    const times = { createdAt: scan.createdAt.toISOString(), completedAt: scan.updatedAt.toISOString() }
    return { source: { scanId: scan.id, ...times, graph }, key: await store.snapshotKeys.signingKey() }
  })
  // Views and renderers take time to load, which other commands don't need.
  const { createSnapshot } = await import('../snapshot/create-snapshot.ts')
  const temporary = join(folder, `.snapshot.${randomUUID()}`)
  try {
    const name = await createSnapshot(temporary, source, rules, key).catch(invalidRules(options.rules))
    const file = options.out.replaceAll('{name}', name.replace(/\.surveyor\.zip$/, ''))
    await rename(temporary, file)
    const { size } = await stat(file)
    printResult(
      context,
      options,
      { file, bytes: size, redaction: rules.name },
      () => `${file} written (${size} bytes).`,
    )
  } finally {
    await rm(temporary, { force: true })
  }
}

function notCompleted({ id, status }: ScanRecord): OperatorError {
  return new OperatorError('CONFLICT', `Scan ${id} has the status "${status}". A snapshot needs a completed scan.`)
}

async function rulesIn(file: string): Promise<RedactionRules> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new OperatorError('USAGE', `The file ${file} can't be read.`)
  })
  try {
    return parseRules(text)
  } catch (error) {
    return invalidRules(file)(error)
  }
}

const invalidRules =
  (file = '') =>
  (error: unknown): never => {
    if (!(error instanceof RulesError)) throw error
    throw new OperatorError('INVALID_ARGUMENT', `The rules in ${file}: ${error.message}`)
  }
