/** Scans a region with local AWS credentials and writes diagrams, without a service or a database. */
import type { CloudSettings } from '../cloud/cloud-settings.ts'
import { isRegionDisabled } from '../cloud/region-status.ts'
import { catalogue } from '../collect/catalogue.ts'
import { otherType } from '../collect/other-resources.ts'
import type { ThemeName } from '../diagram/themes/theme.ts'
import type { ResourceGraph } from '../graph/resource-graph.ts'
import { visibleText } from '../graph/visible-text.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { coverageLines } from './coverage-text.ts'
import { type LocalSession, openLocalSession } from './local-session.ts'
import { checkFiles, type MapFiles, renderFiles, writeFiles } from './map-files.ts'
import { openProgress, type ProgressOutput } from './read-progress.ts'
import { readRegion } from './read-region.ts'

export type MapContext = {
  /** The settings with the credentials of a profile. `null`: the default credentials. */
  readonly settingsOf: (profile: string | null) => CloudSettings
  readonly output: { write(text: string): unknown }
  readonly progressOutput: ProgressOutput
  readonly stopSignal: AbortSignal
}

export type MapRequest = {
  readonly region: string
  /** See `MapFiles`. */
  readonly out: string
  readonly view: readonly string[]
  readonly theme: ThemeName
  readonly profile?: string
  readonly roleArn?: string
  readonly externalId?: string
  readonly quiet?: true
}

/** As in the service. */
const scanTimeoutMs = 900_000

/** Throws an `OperatorError` without a file written, unless writing itself fails. */
export async function mapRegion(options: MapRequest, context: MapContext): Promise<void> {
  const { externalId = null } = options
  if (externalId !== null && options.roleArn === undefined)
    throw new OperatorError('USAGE', '--external-id needs --role-arn.')
  const files: MapFiles = { out: options.out, views: options.view, theme: options.theme }
  await checkFiles(files)
  const { profile = null } = options
  const settings = context.settingsOf(profile)
  const access = { region: options.region, profile, roleArn: options.roleArn ?? null, externalId }
  const local = await openLocalSession(settings, access, context.stopSignal)
  try {
    const graph = await read(local, options, context)
    await checkRead(graph, local, settings)
    const written = await renderFiles(graph, files)
    await writeFiles(written)
    const lines = [
      `Account ${graph.accountId}`,
      ...coverageLines(graph.region, graph.coverage),
      ...written.map(({ path }) => `Diagram ${path}`),
    ]
    context.output.write(`${lines.map(visibleText).join('\n')}\n`)
  } finally {
    local.close()
  }
}

async function read(
  { session }: LocalSession,
  { quiet }: MapRequest,
  { progressOutput, stopSignal }: MapContext,
): Promise<ResourceGraph> {
  const progress = openProgress(quiet ? { write: () => true } : progressOutput, session.region, catalogue.length)
  try {
    const graph = await readRegion({
      collectors: catalogue,
      session,
      accountAlias: '',
      signal: AbortSignal.any([stopSignal, AbortSignal.timeout(scanTimeoutMs)]),
      reasonOfAbort: () => `The scan timed out after ${scanTimeoutMs / 1000} s, before this type was read.`,
      onPage: progress.onPage,
      onCoverage: progress.onCoverage,
      // The coverage has the reasons.
      onError: () => undefined,
    })
    stopSignal.throwIfAborted()
    return graph
  } finally {
    progress.close()
  }
}

/** Account-wide lists can succeed in a region that can't be read. Throws `SCAN_FAILED` then. */
async function checkRead(
  { coverage }: ResourceGraph,
  { session }: LocalSession,
  settings: CloudSettings,
): Promise<void> {
  const regional = new Set(catalogue.filter(({ scope }) => scope === 'regional').map(({ type }) => type))
  const types = coverage.filter(({ type }) => type !== otherType && regional.has(type))
  if (types.some(({ status }) => status === 'collected')) return
  const { region: code, accountNumber } = session
  const isUnavailable = types.some(({ status }) => status === 'unavailable')
  if (isUnavailable && (await isRegionDisabled(settings, session, code).catch(() => false)))
    throw new OperatorError('SCAN_FAILED', `The region ${code} is not enabled in account ${accountNumber}.`)
  const reasons = [...new Set(types.flatMap(({ reason }) => reason ?? []))].slice(0, 3)
  throw new OperatorError('SCAN_FAILED', `No resource type could be read in ${code}. ${reasons.join(' ')}`)
}
