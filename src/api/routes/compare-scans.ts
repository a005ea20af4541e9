/** GET /api/scans/{id}/compare: the changes since another scan of the same account and region. */
import { Type } from 'typebox'
import { baselineNamePattern } from '../../../contract/baseline-name.ts'
import { comparison } from '../../../contract/comparison.ts'
import { uuidPattern } from '../../../contract/fields.ts'
import { idPath } from '../../../contract/path-parameters.ts'
import { basisOf, type Relation } from '../../graph/resource-graph.ts'
import type { ComparedExposure } from '../../meaning/exposure/compare-exposures.ts'
import type { ScanRecord } from '../../store/scans.ts'
import type { Tenant } from '../../store/store.ts'
import { notFound, validationError } from '../../http/api-error.ts'
import { findScan } from '../find-scan.ts'
import { loadComparison } from '../load-comparison.ts'
import { dataRoute } from '../route.ts'
import { scanObject } from '../scan-object.ts'

/** A date or an age. */
const timePattern = '^\\d{4}-\\d{2}-\\d{2}$|^[1-9]\\d{0,3}[dh]$'

export const compareScans = dataRoute({
  operationId: 'compareScans',
  summary: 'Compare a scan with an earlier one',
  description:
    "Resources that one of the two scans couldn't read are unknown, never added or removed; exposures likewise, never opened or closed. For a scan that hasn't finished or has failed, nothing counts as read.",
  tag: 'Scans',
  method: 'GET',
  path: '/api/scans/{id}/compare',
  scope: 'read',
  pathParameters: idPath('The scan ID.'),
  query: Type.Object(
    {
      base: Type.String({
        pattern: `^previous$|${timePattern}|${uuidPattern}|${baselineNamePattern}`,
        default: 'previous',
        description:
          'The scan to compare with: a scan ID, `previous` for the last completed scan of the same account and region before this one, a UTC date (`2026-11-15`) for the last one before that day, a number of days or hours (`7d`, `12h`) for the last one that is at least that much older than this scan, or the name of a baseline of the account and region.',
      }),
    },
    { additionalProperties: false },
  ),
  body: null,
  errors: ['NOT_FOUND'],
  success: { status: 200, description: 'The differences.', data: comparison },

  async handle({ path, query, caller, dependencies }) {
    const { base, compared, described, exposures } = await dependencies.store.tenant(
      caller.organizationId,
      async (tenant) => {
        const scan = await findScan(tenant, path.id)
        const base = await findBase(tenant, scan, query.base)
        return { base, ...(await loadComparison(tenant, dependencies, base, scan)) }
      },
    )
    const { relationsAdded, relationsRemoved, ...resources } = compared
    return {
      data: {
        base: scanObject(base),
        ...described,
        ...resources,
        relationsAdded: relationsAdded.map(withBasis),
        relationsRemoved: relationsRemoved.map(withBasis),
        exposures: {
          opened: exposures.opened.map(withAccounts),
          closed: exposures.closed.map(withAccounts),
          changed: exposures.changed.map(withAccounts),
          unknown: exposures.unknown.map(withAccounts),
        },
      },
    }
  },
})

function withAccounts({ accounts = [], ...compared }: ComparedExposure) {
  return { ...compared, accounts: [...accounts] }
}

function withBasis(relation: Relation) {
  return { ...relation, basis: basisOf(relation) }
}

/** Throws `NOT_FOUND`, or `VALIDATION_ERROR` for a scan of another account or region, or a date that does not exist. */
async function findBase(tenant: Tenant, scan: ScanRecord, base: string): Promise<ScanRecord> {
  if (uuid.test(base)) return findBaseById(tenant, scan, base.toLowerCase())
  if (base !== 'previous' && !time.test(base)) return findBaseline(tenant, scan, base)
  const found = await tenant.scans.previousCompleted(scan, base === 'previous' ? undefined : endOf(base, scan))
  if (found === null)
    throw notFound(base === 'previous' ? 'An earlier completed scan' : 'A completed scan before that time')
  return found
}

const uuid = new RegExp(uuidPattern)
const time = new RegExp(timePattern)

async function findBaseline(tenant: Tenant, { connectionId, region }: ScanRecord, name: string): Promise<ScanRecord> {
  const baseline = await tenant.baselines.find({ connectionId, region, name })
  const scan = baseline && (await tenant.scans.find(baseline.scanId))
  if (scan === null) throw notFound(`A baseline "${name}" of this account in ${region}`)
  return scan
}

async function findBaseById(tenant: Tenant, scan: ScanRecord, id: string): Promise<ScanRecord> {
  const found = await tenant.scans.find(id)
  if (found === null) throw notFound('The base scan')
  if (found.connectionId !== scan.connectionId || found.region !== scan.region) {
    throw validationError([{ path: ['base'], message: 'must be a scan of the same account and region' }])
  }
  return found
}

const hoursOf = { d: 24, h: 1 }

/** Base scans were created before: a day in UTC, or so many days or hours after which this scan was created. */
function endOf(base: string, scan: ScanRecord): Date {
  const [, count, unit] = /^(\d+)([dh])$/.exec(base) ?? []
  if (count !== undefined) {
    const age = Number(count) * hoursOf[unit as keyof typeof hoursOf] * 3_600_000
    // A scan of exactly this age counts. Dates have milliseconds, and the database microseconds.
    return new Date(scan.createdAt.getTime() - age + 1)
  }
  const time = new Date(`${base}T00:00:00Z`)
  if (time.toJSON()?.slice(0, base.length) === base) return time
  throw validationError([{ path: ['base'], message: 'must be a day of the calendar' }])
}
