/** Describes events for messages: what happened, where, and the changes of a scan. */
import { groupChanges, groupSummary } from '../../contract/alike-changes.ts'
import { visibleText } from '../graph/visible-text.ts'
import { type Change, typeName } from '../meaning/changes/describe-changes.ts'
import type { ConnectionRecord } from '../store/account-connections.ts'
import type { AlertEventRecord } from '../store/alert-events.ts'
import type { ScanRecord } from '../store/scans.ts'
import { type AlertContent, type AlertItem, counted, mostItems, shortText } from './alert-content.ts'

/** The changes of a scan since the previous one of its account and region. */
export type ScanChanges = { readonly base: ScanRecord; readonly changes: readonly Change[] }

export type Described = {
  readonly event: AlertEventRecord
  readonly connection: ConnectionRecord
  /** Without a slash at the end. */
  readonly publicUrl: string | null
}

export function scanEnded({ event, connection, publicUrl }: Described, scan: ScanRecord): AlertContent {
  const hasFailed = event.kind === 'scan.failed'
  return {
    ...basics(event, event.kind, connection),
    summary: `The scan of ${aliasOf(connection)} in ${scan.region} ${hasFailed ? 'failed' : 'completed'}.`,
    reason: hasFailed ? readable(event.reason) : null,
    region: scan.region,
    scanId: scan.id,
    url: pageOf(publicUrl, `/scans/${scan.id}`),
  }
}

/** `event`: one that a comparison finds. Returns `null` if there is nothing to tell. */
export function changesFound(
  { event: { createdAt }, connection, publicUrl }: Described,
  scan: ScanRecord,
  { base, changes }: ScanChanges,
  event: 'changes.found' | 'exposure.opened' | 'exposure.closed',
): AlertContent | null {
  if (changes.length === 0) return null
  const groups = groupChanges(changes.map((change) => ({ ...change, resource: named(change.resource) })))
  const shown = groups.slice(0, mostItems)
  const isShown = shown.reduce((sum, group) => sum + group.length, 0)
  const what = {
    'changes.found': counted(changes.length, 'change'),
    'exposure.opened': `${counted(changes.length, 'exposure')} opened`,
    'exposure.closed': `${counted(changes.length, 'exposure')} closed`,
  }[event]
  return {
    ...basics({ createdAt }, event, connection),
    summary: `${what} in ${aliasOf(connection)}, ${scan.region}.`,
    region: scan.region,
    scanId: scan.id,
    baseScanId: base.id,
    url: pageOf(publicUrl, `/scans/${scan.id}/changes`),
    items: shown.map((group): AlertItem => {
      const [{ rank, kind, resource }] = group
      const { type, id, arn, name } = resource
      return {
        rank,
        kind,
        summary: shortText(groupSummary(group)),
        count: group.length,
        resource: { type, id, arn, name },
      }
    }),
    moreItems: changes.length - isShown,
  }
}

export function connectionFailed({ event, connection, publicUrl }: Described): AlertContent {
  return {
    ...basics(event, event.kind, connection),
    summary: `${aliasOf(connection)} is no longer connected.`,
    reason: readable(event.reason),
    url: pageOf(publicUrl, `/accounts/${connection.id}`),
  }
}

export function connectionRestored({ event, connection, publicUrl }: Described): AlertContent {
  return {
    ...basics(event, event.kind, connection),
    summary: `${aliasOf(connection)} is connected again.`,
    url: pageOf(publicUrl, `/accounts/${connection.id}`),
  }
}

export function schedulePaused({ event, connection, publicUrl }: Described): AlertContent {
  return {
    ...basics(event, event.kind, connection),
    summary: `A schedule of ${aliasOf(connection)} was paused.`,
    reason: readable(event.reason),
    scheduleId: event.subjectId,
    url: pageOf(publicUrl, '/schedules'),
  }
}

export function testMessage(alertName: string, publicUrl: string | null): AlertContent {
  return {
    ...nowhere('test', new Date()),
    summary: `Test of the alert ${shortText(visibleText(alertName))}.`,
    reason: 'A user or an API key requested this message.',
    url: pageOf(publicUrl, '/alerts'),
  }
}

/** More events of a digest are only counted. */
export const mostEntries = 50

export function digestOf(
  frequency: 'daily' | 'weekly',
  entries: readonly AlertContent[],
  count: number,
  publicUrl: string | null,
): AlertContent {
  return {
    ...nowhere('digest', new Date()),
    summary: `${frequency === 'daily' ? 'Daily' : 'Weekly'} digest: ${counted(count, 'event')}.`,
    url: pageOf(publicUrl, '/scans'),
    entries,
    moreEntries: count - entries.length,
  }
}

function basics(
  { createdAt }: { readonly createdAt: Date },
  event: string,
  connection: ConnectionRecord,
): AlertContent {
  const { id, accountNumber: accountId } = connection
  return { ...nowhere(event, createdAt), account: { id, alias: aliasOf(connection), accountId } }
}

function nowhere(event: string, at: Date): AlertContent {
  return {
    event,
    occurredAt: at.toISOString(),
    summary: '',
    reason: null,
    account: null,
    region: null,
    scanId: null,
    baseScanId: null,
    scheduleId: null,
    url: null,
    items: [],
    moreItems: 0,
    entries: [],
    moreEntries: 0,
  }
}

const aliasOf = ({ alias }: ConnectionRecord) => shortText(visibleText(alias))

const named = (resource: Change['resource']) => ({ ...resource, typeName: typeName(resource.type) })

const readable = (text: string | null) => (text === null ? null : visibleText(text).slice(0, 1_000).toWellFormed())

function pageOf(publicUrl: string | null, path: string): string | null {
  return publicUrl === null ? null : `${publicUrl}${path}`
}
