/** Finds the scan to compare with. */
import { baseTimePattern } from '../../contract/comparison-base.ts'
import { uuidPattern } from '../../contract/fields.ts'
import { notFound, validationError } from '../http/api-error.ts'
import type { ScanRecord } from '../store/scans.ts'
import type { Tenant } from '../store/store.ts'

/** `parameter`: the name of the query parameter, for errors. Throws `NOT_FOUND`, or `VALIDATION_ERROR` for a scan of another account or region, or a date that does not exist. */
export async function findBase(tenant: Tenant, scan: ScanRecord, base: string, parameter: string): Promise<ScanRecord> {
  if (uuid.test(base)) return findBaseById(tenant, scan, base.toLowerCase(), parameter)
  if (base !== 'previous' && !time.test(base)) return findBaseline(tenant, scan, base)
  const found = await tenant.scans.previousCompleted(
    scan,
    base === 'previous' ? undefined : endOf(base, scan, parameter),
  )
  if (found === null)
    throw notFound(base === 'previous' ? 'An earlier completed scan' : 'A completed scan before that time')
  return found
}

const uuid = new RegExp(uuidPattern)
const time = new RegExp(baseTimePattern)

async function findBaseline(tenant: Tenant, { connectionId, region }: ScanRecord, name: string): Promise<ScanRecord> {
  const baseline = await tenant.baselines.find({ connectionId, region, name })
  const scan = baseline && (await tenant.scans.find(baseline.scanId))
  if (scan === null) throw notFound(`A baseline "${name}" of this account in ${region}`)
  return scan
}

async function findBaseById(tenant: Tenant, scan: ScanRecord, id: string, parameter: string): Promise<ScanRecord> {
  const found = await tenant.scans.find(id)
  if (found === null) throw notFound('The base scan')
  if (found.connectionId !== scan.connectionId || found.region !== scan.region) {
    throw validationError([{ path: [parameter], message: 'must be a scan of the same account and region' }])
  }
  return found
}

const hoursOf = { d: 24, h: 1 }

/** Base scans were created before: a day in UTC, or so many days or hours after which this scan was created. */
function endOf(base: string, scan: ScanRecord, parameter: string): Date {
  const [, count, unit] = /^(\d+)([dh])$/.exec(base) ?? []
  if (count !== undefined) {
    const age = Number(count) * hoursOf[unit as keyof typeof hoursOf] * 3_600_000
    // A scan of exactly this age counts. Dates have milliseconds, and the database microseconds.
    return new Date(scan.createdAt.getTime() - age + 1)
  }
  const time = new Date(`${base}T00:00:00Z`)
  if (time.toJSON()?.slice(0, base.length) === base) return time
  throw validationError([{ path: [parameter], message: 'must be a day of the calendar' }])
}
