/** Runs the demo: the whole service with a simulated account, up to a completed scan and its diagrams. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type RoleAssumer } from '../cloud/assume-role.ts'
import type { RunningService } from '../composition/service.ts'
import { type ApiClient, apiClient } from './api-client.ts'
import { type DemoAccount, prepareDemoTenant } from './demo-tenant.ts'
import { progressLine, resultText } from './demo-text.ts'

const region = 'us-east-1'
/** Where the account has a second application. */
const secondRegion = 'us-west-2'

export type DemoOptions = {
  readonly service: RunningService
  readonly roles: RoleAssumer
  readonly account: DemoAccount
  readonly trust: (role: { roleArn: string; externalId: string }) => void
  /** The folder for the diagrams. */
  readonly folder: string
  /** The URL of the pages, for cookies; `null` for the address that the service listens on. */
  readonly publicUrl: string | null
  /** Whether the service keeps running after the scan. */
  readonly staysOpen: boolean
  readonly signal: AbortSignal
  /** Prints a line of progress. */
  readonly say: (line: string) => void
}

export type DemoResult = {
  readonly baseUrl: string
  readonly key: string
  readonly organizationId: string
  /** The ID of the account connection. */
  readonly accountId: string
  readonly scanId: string
  readonly diagramFile: string
}

export async function runDemo(options: DemoOptions): Promise<DemoResult> {
  const { service, roles, account, trust, folder, signal, say } = options
  const { baseUrl, store } = service
  const tenant = await prepareDemoTenant({ store, roles, account, trust, signal })
  say(`Connected account ${account.accountId} ("${tenant.connection.alias}") with its IAM role and external ID.`)

  const api = apiClient(baseUrl, tenant.key, signal)
  const scan = await watchScan(api, tenant.connection.id, region, say)
  if (scan.status === 'failed') throw new Error(`The scan failed: ${scan.errorMessage ?? 'no reason given'}`)
  const diagramFile = await savePictures(api, scan.id, folder)
  const coverage = await api.coverage(scan.id)
  await watchScan(api, tenant.connection.id, secondRegion, say)
  const signInPath = options.staysOpen ? await service.signInLink(tenant.email) : null
  say(
    resultText({
      baseUrl,
      key: tenant.key,
      connectionId: tenant.connection.id,
      region,
      scanId: scan.id,
      diagramFile,
      coverage,
      signInLink: signInPath === null ? null : `${options.publicUrl ?? baseUrl}${signInPath}`,
    }),
  )
  const { organizationId, connection, key } = tenant
  return { baseUrl, key, organizationId, accountId: connection.id, scanId: scan.id, diagramFile }
}

async function watchScan(api: ApiClient, connectionId: string, scanned: string, say: (line: string) => void) {
  let scan = await api.createScan(connectionId, scanned)
  say(`Scanning ${scanned} …`)
  let shown = ''
  while (scan.status === 'queued' || scan.status === 'scanning') {
    await wait(100)
    scan = await api.scan(scan.id)
    const line = progressLine(scan.progress)
    if (line !== shown && line !== '') say(`  ${line}`)
    shown = line
  }
  return scan
}

async function savePictures(api: ApiClient, scanId: string, folder: string): Promise<string> {
  const diagram = (await api.diagrams(scanId)).find(({ type }) => type === 'architecture')
  if (diagram === undefined) throw new Error('The scan has no architecture diagram.')
  const diagramFile = join(folder, 'architecture.svg')
  await writeFile(diagramFile, await api.picture(diagram.id, 'svg'))
  await writeFile(join(folder, 'architecture.mmd'), await api.picture(diagram.id, 'mermaid'))
  return diagramFile
}
