/** GET /api/scans/{id}/exposure: what can be reached from outside the account or used by other accounts, and why. */
import { Type } from 'typebox'
import { pageMeta } from '../../../contract/envelope.ts'
import { exposure, type ExposureObject, verdicts } from '../../../contract/exposure.ts'
import { pageQuery, textFilter } from '../../../contract/list-query.ts'
import { idPath } from '../../../contract/path-parameters.ts'
import { decodeCursor, encodeCursor, notACursor } from '../../http/cursor.ts'
import type { Exposure } from '../../meaning/exposure/exposure.ts'
import { findScan } from '../find-scan.ts'
import { dataRoute } from '../route.ts'

export const listScanExposure = dataRoute({
  operationId: 'listScanExposure',
  summary: 'List the exposures of a scan',
  description:
    "Sorted by type, then ID. An exposure that couldn't be determined has the verdict `unknown`. It is in every response, regardless of `from` and `port`.",
  tag: 'Scans',
  method: 'GET',
  path: '/api/scans/{id}/exposure',
  scope: 'read',
  pathParameters: idPath('The scan ID.'),
  query: Type.Object(
    {
      type: textFilter('Only this CloudFormation type.'),
      from: textFilter(
        'Only exposures to this source: `internet`, `other accounts`, or a CIDR block as in the entries.',
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
    const list = `exposures of ${path.id}`
    const after = query.cursor === undefined ? -1 : position(decodeCursor(list, query.cursor))
    const all = await dependencies.store.tenant(caller.organizationId, async (tenant) => {
      await findScan(tenant, path.id)
      return dependencies.exposures(tenant, path.id)
    })
    if (after >= all.length) throw notACursor()
    const matches = all
      .map((each, at) => ({ each, at }))
      .filter(({ each, at }) => at > after && matching(each, query))
      .slice(0, query.limit + 1)
    const page = matches.slice(0, query.limit)
    const last = page.at(-1)
    const meta =
      matches.length > query.limit && last !== undefined
        ? { hasMore: true, cursor: encodeCursor(list, ['', String(last.at)]) }
        : { hasMore: false }
    return { data: { exposures: page.map(({ each }) => exposureObject(each)), meta } }
  },
})

/** The index of the last sent entry among all exposures of the scan, which never change. */
function position([kind, at]: readonly [string, string]): number {
  if (kind !== '' || !/^\d{1,9}$/u.test(at)) throw notACursor()
  return Number(at)
}

type Filter = {
  readonly type?: string
  readonly from?: string
  readonly verdict?: string
  readonly port?: number
}

function matching({ resource, from, ports, verdict }: Exposure, filter: Filter): boolean {
  const isUnknown = verdict === 'unknown'
  return (
    (filter.type === undefined || filter.type === resource.type) &&
    (filter.verdict === undefined || filter.verdict === verdict) &&
    (filter.from === undefined || isUnknown || filter.from === from) &&
    (filter.port === undefined || isUnknown || hasPort(ports, filter.port))
  )
}

/** Exposures of all ports have `null`. */
function hasPort(ports: string | null, wanted: number): boolean {
  if (ports === null) return true
  return ports.split(',').some((part) => {
    const [from, to = from] = part.split('-').map(Number)
    return from !== undefined && to !== undefined && wanted >= from && wanted <= to
  })
}

/** Converts an exposure to the object of the API. */
function exposureObject({ kind: _kind, ...told }: Exposure): ExposureObject {
  return { ...told, path: [...told.path], unknownBecause: [...told.unknownBecause] }
}
