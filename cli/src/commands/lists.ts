/** The commands that print a list: accounts, scans, resources, exposure, reach, impact. */
import { collect } from '../client/index.ts'
import type { Exposure, ReachAnswer } from '../client/index.ts'
import { exitCodes, usageError } from '../exit-codes.ts'
import type { ExitCode } from '../exit-codes.ts'
import { findAccount, findScan } from '../look-up.ts'
import type { ScanChoice } from '../look-up.ts'
import { formatList } from '../report/formats.ts'
import type { List, ListFormat } from '../report/formats.ts'
import { spacedList } from '../../../contract/list-text.ts'
import { exposureText } from '../report/gate.ts'
import { plural, resourceCount, timeText } from '../report/report.ts'
import { withSession } from '../session.ts'
import type { CommonOptions, Session } from '../session.ts'
import type { Terminal } from '../terminal/terminal.ts'

type ListOptions = CommonOptions & { readonly format: ListFormat }
type OfScan = ListOptions & ScanChoice

async function printList(
  options: ListOptions,
  terminal: Terminal,
  load: (session: Session) => Promise<List>,
): Promise<ExitCode> {
  const list = await withSession(options, terminal, load)
  terminal.output.write(formatList(list, options.format))
  return exitCodes.fine
}

export function listAccounts(options: ListOptions, terminal: Terminal): Promise<ExitCode> {
  return printList(options, terminal, async ({ client }) => {
    const accounts = await collect(client.list('/api/accounts'))
    return {
      columns: ['Alias', 'Account ID', 'Status', 'ID'],
      rows: accounts.map(({ alias, cloudAccountId, status, id }) => [alias, cloudAccountId, status, id]),
      data: accounts,
      empty: 'No accounts are connected. Connect one in the dashboard.',
    }
  })
}

export function listScans(
  options: ListOptions &
    ScanChoice & { readonly status?: 'queued' | 'scanning' | 'completed' | 'failed'; readonly limit: number },
  terminal: Terminal,
): Promise<ExitCode> {
  return printList(options, terminal, async ({ client }) => {
    const aliases = new Map<string, string>()
    for await (const { id, alias } of client.list('/api/accounts')) aliases.set(id, alias)
    const account = options.account === undefined ? null : await findAccount(client, options.account)
    const query = {
      ...(account !== null && { accountId: account.id }),
      ...(options.status !== undefined && { status: options.status }),
    }
    const scans = []
    for await (const scan of client.list('/api/scans', { query })) {
      if (options.region !== undefined && scan.region !== options.region) continue
      scans.push(scan)
      if (scans.length === options.limit) break
    }
    return {
      columns: ['ID', 'Account', 'Region', 'Status', 'Created', 'Resources'],
      rows: scans.map((scan) => [
        scan.id,
        aliases.get(scan.cloudAccountId) ?? scan.customerCloudAccountId,
        scan.region,
        scan.status,
        timeText(scan.createdAt),
        String(resourceCount(scan)),
      ]),
      data: scans,
      empty: 'No scans match.',
    }
  })
}

export function listResources(
  id: string | undefined,
  options: OfScan & { readonly type?: string; readonly tag?: string; readonly search?: string },
  terminal: Terminal,
): Promise<ExitCode> {
  return printList(options, terminal, async ({ client }) => {
    const scan = await findScan(client, id, options)
    const query = {
      ...(options.type !== undefined && { type: options.type }),
      ...(options.tag !== undefined && { tag: options.tag }),
      ...(options.search !== undefined && { q: options.search }),
    }
    const resources = await collect(client.list('/api/scans/{id}/resources', { path: { id: scan.id }, query }))
    return {
      columns: ['Type', 'ID', 'Name'],
      rows: resources.map(({ type, id, name }) => [type, id, name ?? '']),
      data: resources,
      empty: 'No resources match.',
    }
  })
}

export function listExposure(
  id: string | undefined,
  options: OfScan & {
    readonly type?: string
    readonly from?: string
    readonly verdict?: Exposure['verdict']
    readonly port?: number
  },
  terminal: Terminal,
): Promise<ExitCode> {
  return printList(options, terminal, async ({ client }) => {
    const scan = await findScan(client, id, options)
    const query = {
      ...(options.type !== undefined && { type: options.type }),
      ...(options.from !== undefined && { from: options.from }),
      ...(options.verdict !== undefined && { verdict: options.verdict }),
      ...(options.port !== undefined && { port: options.port }),
    }
    const exposures = await collect(client.list('/api/scans/{id}/exposure', { path: { id: scan.id }, query }))
    return {
      columns: ['Verdict', 'Type', 'Resource', 'Exposure', 'Condition'],
      rows: exposures.map((exposure) => {
        const { resource, verdict, condition } = exposure
        const because = exposure.unknownBecause.map(({ type }) => `${type} couldn't be read`)
        return [
          verdict,
          resource.type,
          resource.name ?? resource.id ?? 'any',
          spacedList(exposureText(exposure)),
          condition ?? because.join(', '),
        ]
      }),
      data: exposures,
      empty: 'No exposures match.',
    }
  })
}

export async function checkReach(
  id: string | undefined,
  options: OfScan & {
    readonly from: string
    readonly to: string
    readonly protocol: 'tcp' | 'udp' | 'icmp'
    readonly port?: number
    readonly expect?: ReachAnswer['verdict']
  },
  terminal: Terminal,
): Promise<ExitCode> {
  const { from, to, protocol, port, expect } = options
  if (port === undefined && protocol !== 'icmp') throw usageError(`--port is required for ${protocol}.`)
  let verdict: ReachAnswer['verdict'] | null = null
  await printList(options, terminal, async ({ client }) => {
    const scan = await findScan(client, id, options)
    const query = { from, to, protocol, ...(port !== undefined && { port }) }
    const answer = await client.get('/api/scans/{id}/reach', { path: { id: scan.id }, query })
    verdict = answer.verdict
    return {
      title: `${from} to ${to}, ${protocol}${port === undefined ? '' : ` ${port}`}: ${answer.verdict}`,
      columns: ['Step', 'Type', 'ID', 'Evidence'],
      rows: [
        ...hops('out', answer.path),
        ...hops('back', answer.returnPath),
        ...answer.blockedBy.map(({ type, id, reason }) => ['blocked by', type, id, reason]),
        ...answer.unknownBecause.map(({ type, reason }) => ['unknown', type, '', reason]),
      ],
      data: answer,
      empty: 'No path.',
    }
  })
  if (expect === undefined || expect === verdict) return exitCodes.fine
  terminal.errorOutput.write(`surveyor: Expected ${expect}, but the connection is ${String(verdict)}.\n`)
  return exitCodes.gateFailed
}

function hops(direction: string, path: ReachAnswer['path']): readonly (readonly string[])[] {
  return path.map(({ type, id, evidence }) => [direction, type, id, evidence])
}

export function listImpact(
  id: string | undefined,
  options: OfScan & { readonly of: string },
  terminal: Terminal,
): Promise<ExitCode> {
  return printList(options, terminal, async ({ client }) => {
    const scan = await findScan(client, id, options)
    const answer = await client.get('/api/scans/{id}/impact', { path: { id: scan.id }, query: { of: options.of } })
    return {
      title: `${plural(answer.dependents.length, 'resource')} depend on ${options.of}`.replace(
        /^1 resource depend /,
        '1 resource depends ',
      ),
      columns: ['Effect', 'Type', 'Resource', 'Because'],
      rows: [
        ...answer.dependents.map(({ effect, resource, path }) => [
          effect,
          resource.type,
          resource.name ?? resource.id,
          path.map(({ source, verb, target }) => `${source.id} ${verb} ${target.id}`).join(', '),
        ]),
        ...answer.unknownBecause.map(({ type, reason }) => ['unknown', type, '', reason]),
      ],
      data: answer,
      empty: 'Nothing depends on it.',
    }
  })
}
