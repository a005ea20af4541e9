/** Finds the scan that a question is about, and what every answer says of it. */
import { Type, type Static } from 'typebox'
import { uuidPattern } from '../../contract/fields.ts'
import { partitionOf } from '../../contract/regions.ts'
import { notFound } from '../http/api-error.ts'
import type { ScanRecord } from '../store/scans.ts'
import type { Tenant } from '../store/store.ts'
import { accountNamed } from './account-named.ts'
import type { Question } from './question.ts'

/** The input of every tool that reads a scan. */
export const scanInput = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 512,
    description: 'Scan ID or ACCOUNT[/REGION]. Default: newest',
  }),
)

export const scanFacts = Type.Object({
  id: Type.String(),
  account: Type.String(),
  region: Type.String(),
  status: Type.String(),
  ageMinutes: Type.Integer(),
  /** Resource types that it couldn't read. */
  unreadTypes: Type.Integer(),
})
export type ScanFacts = Static<typeof scanFacts>

export type FoundScan = { readonly record: ScanRecord; readonly facts: ScanFacts }

const uuid = new RegExp(uuidPattern, 'u')
const minuteMs = 60_000

/** Throws `NOT_FOUND`, also for scans and accounts of other organizations. */
export function scanOf(question: Question, wanted: string | undefined): Promise<FoundScan> {
  return question.read(async (tenant) => {
    const record = await recordOf(tenant, wanted)
    return { record, facts: await factsOf(tenant, record) }
  })
}

async function recordOf(tenant: Tenant, wanted: string | undefined): Promise<ScanRecord> {
  if (wanted === undefined) return newest(tenant, {})
  const byId = uuid.test(wanted) ? await tenant.scans.find(wanted.toLowerCase()) : null
  if (byId !== null) return byId
  const [, account = wanted, region] = /^(.+)\/([^/]+)$/su.exec(wanted) ?? []
  const isRegion = region !== undefined && partitionOf(region) !== null
  const connection = await accountNamed(tenant, isRegion ? account : wanted)
  if (connection === null) throw notFound('The scan or account')
  return newest(tenant, { connectionId: connection.id, ...(isRegion && { region }) })
}

type Place = { readonly connectionId?: string; readonly region?: string }

async function newest(tenant: Tenant, place: Place): Promise<ScanRecord> {
  const { items } = await tenant.scans.list({ ...place, status: 'completed' }, { limit: 1, after: null })
  const [first] = items
  if (first === undefined) throw notFound('A completed scan')
  return first
}

async function factsOf(tenant: Tenant, scan: ScanRecord): Promise<ScanFacts> {
  const counts = await tenant.graphs.coverageCounts([scan.id])
  const unread = counts.filter(({ status }) => status === 'denied' || status === 'failed')
  return {
    id: scan.id,
    account: scan.accountNumber,
    region: scan.region,
    status: scan.status,
    ageMinutes: ageMinutes(scan),
    unreadTypes: unread.reduce((sum, { types }) => sum + types, 0),
  }
}

/** Since its last change: since it ended, unless it still runs. */
export const ageMinutes = ({ updatedAt }: Pick<ScanRecord, 'updatedAt'>) =>
  Math.max(0, Math.round((Date.now() - updatedAt.getTime()) / minuteMs))
