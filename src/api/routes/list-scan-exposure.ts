/** GET /api/scans/{id}/exposure: what can be reached from outside the account or used by other accounts, and why. */
import { Type } from 'typebox'
import { pageMeta } from '../../../contract/envelope.ts'
import { exposure, type ExposureObject, verdicts } from '../../../contract/exposure.ts'
import { pageQuery, textFilter } from '../../../contract/list-query.ts'
import { idPath } from '../../../contract/path-parameters.ts'
import { decodeCursor, encodeCursor, notACursor } from '../../http/cursor.ts'
import { intersection, isEmpty, noAddresses } from '../../graph/address-set.ts'
import { validationError } from '../../http/api-error.ts'
import type { Exposure, Outside } from '../../meaning/exposure/exposure.ts'
import { addressesFrom } from '../../meaning/exposure/outside.ts'
import { hasPort } from '../../meaning/exposure/ports.ts'
import { findScan } from '../find-scan.ts'
import { dataRoute } from '../route.ts'

export const listScanExposure = dataRoute({
  operationId: 'listScanExposure',
  summary: 'List the exposures of a scan',
  description:
    "Sorted by type, then ID. An exposure that couldn't be determined has the verdict `unknown`. It is in every response, regardless of `from` and `port`. For a scan that hasn't finished or has failed, all types are `unknown`.",
  tag: 'Scans',
  method: 'GET',
  path: '/api/scans/{id}/exposure',
  scope: 'read',
  pathParameters: idPath('The scan ID.'),
  query: Type.Object(
    {
      type: textFilter('Only this CloudFormation type.'),
      from: textFilter(
        'Only exposures to this source: `internet` for all public addresses, `other accounts`, or an IP address or CIDR block. Exposures to any of its addresses match.',
      ),
      verdict: Type.Optional(Type.Enum([...verdicts], { type: 'string', description: 'Only this verdict.' })),
      port: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535, description: 'Only exposures of this port.' })),
      ...pageQuery,
    },
    { additionalProperties: false },
  ),
  body: null,
  errors: ['NOT_FOUND'],
  success: {
    status: 200,
    description: 'One page of exposures.',
    data: Type.Object({ exposures: Type.Array(exposure), meta: pageMeta }, { additionalProperties: false }),
  },

  async handle({ path, query, caller, dependencies }) {
    const isMatch = exposureFilter(query)
    const list = `exposures of ${path.id}`
    const after = query.cursor === undefined ? null : position(decodeCursor(list, query.cursor))
    const { scan, all } = await dependencies.store.tenant(caller.organizationId, async (tenant) => {
      const scan = await findScan(tenant, path.id)
      return { scan, all: await dependencies.exposures(tenant, scan) }
    })
    // A scan has another list once it has ended.
    if (after !== null && (after.status !== scan.status || after.at >= all.length)) throw notACursor()
    const matches = all
      .map((each, at) => ({ each, at }))
      .filter(({ each, at }) => at > (after?.at ?? -1) && isMatch(each))
      .slice(0, query.limit + 1)
    const page = matches.slice(0, query.limit)
    const last = page.at(-1)
    const meta =
      matches.length > query.limit && last !== undefined
        ? { hasMore: true, cursor: encodeCursor(list, [scan.status, String(last.at)]) }
        : { hasMore: false }
    return { data: { exposures: page.map(({ each }) => exposureObject(each)), meta } }
  },
})

type Position = { readonly status: string; readonly at: number }

/** The index of the last sent entry among all exposures of the scan, which don't change while it has this status. */
function position([status, at]: readonly [string, string]): Position {
  if (!/^\d{1,9}$/u.test(at)) throw notACursor()
  return { status, at: Number(at) }
}

type Filter = {
  readonly from?: string
  readonly type?: string
  readonly verdict?: string
  readonly port?: number
}

/** Throws `VALIDATION_ERROR` for a source that can't be read. */
export function exposureFilter(filter: Filter): (exposure: Exposure) => boolean {
  const isFrom = sourceFilter(filter.from)
  return (each) => matching(each, filter) && (each.verdict === 'unknown' || isFrom(each.from))
}

function matching({ resource, ports, verdict }: Exposure, filter: Filter): boolean {
  const isUnknown = verdict === 'unknown'
  return (
    (filter.type === undefined || filter.type === resource.type) &&
    (filter.verdict === undefined || filter.verdict === verdict) &&
    (filter.port === undefined || isUnknown || ports === null || hasPort(ports, filter.port))
  )
}

/** Sources that have an address in common with the wanted one. Principals of other accounts have none. */
function sourceFilter(wanted: string | undefined): (from: Outside) => boolean {
  if (wanted === undefined) return () => true
  if (wanted === 'other accounts') return (from) => from === wanted
  const addresses = addressesFrom(wanted)
  if (addresses === null) {
    throw validationError([{ path: ['from'], message: 'must be `internet`, `other accounts`, or a CIDR block' }])
  }
  const known = new Map<Outside, boolean>()
  return (from) => {
    const found = known.get(from) ?? !isEmpty(intersection(addressesFrom(from) ?? noAddresses, addresses))
    known.set(from, found)
    return found
  }
}

/** Converts an exposure to the object of the API. */
function exposureObject({ kind: _kind, ...told }: Exposure): ExposureObject {
  return {
    ...told,
    accounts: [...(told.accounts ?? [])],
    path: [...told.path],
    unknownBecause: [...told.unknownBecause],
    accessAnalyzer: told.accessAnalyzer ?? null,
  }
}
