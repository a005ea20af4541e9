/** GET /api/scans/{id}/compare: what changed since another scan of the same account and region. */
import { Type } from 'typebox'
import { comparison } from '../../../contract/comparison.ts'
import { uuidPattern } from '../../../contract/fields.ts'
import { idPath } from '../../../contract/path-parameters.ts'
import { compareGraphs } from '../../graph/compare.ts'
import { basisOf, type Relation } from '../../graph/resource-graph.ts'
import { compareExposures } from '../../meaning/exposure/compare-exposures.ts'
import type { ScanRecord } from '../../store/scans.ts'
import type { Tenant } from '../../store/store.ts'
import { notFound, validationError } from '../../http/api-error.ts'
import { findScan } from '../find-scan.ts'
import { dataRoute } from '../route.ts'
import { scanObject } from '../scan-object.ts'

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
        pattern: `^previous$|${uuidPattern}`,
        default: 'previous',
        description:
          'The ID of the scan to compare with, or `previous` for the last completed scan of the same account and region before this one.',
      }),
    },
    { additionalProperties: false },
  ),
  body: null,
  errors: ['NOT_FOUND'],
  success: { status: 200, description: 'The differences.', data: comparison },

  async handle({ path, query, caller, dependencies }) {
    const { base, before, after, exposures } = await dependencies.store.tenant(
      caller.organizationId,
      async (tenant) => {
        const scan = await findScan(tenant, path.id)
        const base = await findBase(tenant, scan, query.base.toLowerCase())
        const graphs = await tenant.graphs.loadDifference(base.id, scan.id)
        // One after the other: two large graphs at once may be more than the process may hold.
        const exposedBefore = graphs.base && (await dependencies.exposures(tenant, base.id))
        const exposedAfter = graphs.scan && (await dependencies.exposures(tenant, scan.id))
        const exposures = compareExposures(exposedBefore, exposedAfter)
        return { base, before: graphs.base, after: graphs.scan, exposures }
      },
    )
    const { relationsAdded, relationsRemoved, ...resources } = compareGraphs(before ?? unread, after ?? unread)
    return {
      data: {
        base: scanObject(base),
        ...resources,
        relationsAdded: relationsAdded.map(withBasis),
        relationsRemoved: relationsRemoved.map(withBasis),
        exposures: {
          opened: [...exposures.opened],
          closed: [...exposures.closed],
          changed: [...exposures.changed],
          unknown: [...exposures.unknown],
        },
      },
    }
  },
})

const unread = { resources: [], relations: [], coverage: [] }

function withBasis(relation: Relation) {
  return { ...relation, basis: basisOf(relation) }
}

/** Throws `NOT_FOUND`, and `VALIDATION_ERROR` for a scan of something else. */
async function findBase(tenant: Tenant, scan: ScanRecord, base: string): Promise<ScanRecord> {
  const found = await (base === 'previous' ? tenant.scans.previousCompleted(scan) : tenant.scans.find(base))
  if (found === null) throw notFound(base === 'previous' ? 'An earlier completed scan' : 'The base scan')
  if (found.connectionId !== scan.connectionId || found.region !== scan.region) {
    throw validationError([{ path: ['base'], message: 'must be a scan of the same account and region' }])
  }
  return found
}
