/** GET /api/scans: the organization's scans, newest first. */
import { Type } from 'typebox'
import { pageMeta } from '../../../contract/envelope.ts'
import { idFilter, pageQuery } from '../../../contract/list-query.ts'
import { noParameters } from '../../../contract/path-parameters.ts'
import { scan, scanStatus } from '../../../contract/scan.ts'
import { filterId } from '../id-filter.ts'
import { timePage } from '../../http/time-page.ts'
import { dataRoute } from '../route.ts'
import { scanObject } from '../scan-object.ts'

export const listScans = dataRoute({
  operationId: 'listScans',
  summary: 'List scans',
  description: 'Newest first.',
  tag: 'Scans',
  method: 'GET',
  path: '/api/scans',
  scope: 'read',
  pathParameters: noParameters,
  query: Type.Object(
    {
      accountId: idFilter('Only scans of this account connection.'),
      status: Type.Optional(scanStatus),
      ...pageQuery,
    },
    { additionalProperties: false },
  ),
  body: null,
  errors: [],
  success: {
    status: 200,
    description: 'One page of scans.',
    data: Type.Object({ scans: Type.Array(scan), meta: pageMeta }, { additionalProperties: false }),
  },

  async handle({ query, caller, dependencies }) {
    const connectionId = filterId(query.accountId)
    const { items, meta } = await timePage('scans', query, async (page) =>
      connectionId === null
        ? { items: [], hasMore: false }
        : dependencies.store.tenant(caller.organizationId, ({ scans }) =>
            scans.list(
              {
                ...(connectionId !== undefined && { connectionId }),
                ...(query.status !== undefined && { status: query.status }),
              },
              page,
            ),
          ),
    )
    return { data: { scans: items.map(scanObject), meta } }
  },
})
