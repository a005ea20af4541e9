/** GET /api/scan-runs: the organization's scan runs, newest first. */
import { Type } from 'typebox'
import { pageMeta } from '../../../contract/envelope.ts'
import { idFilter, pageQuery } from '../../../contract/list-query.ts'
import { noParameters } from '../../../contract/path-parameters.ts'
import { scanRun } from '../../../contract/scan-run.ts'
import { scanStatus } from '../../../contract/scan.ts'
import { timePage } from '../../http/time-page.ts'
import { filterId } from '../id-filter.ts'
import { dataRoute } from '../route.ts'
import { runObjects } from '../scan-runs.ts'

export const listScanRuns = dataRoute({
  operationId: 'listScanRuns',
  summary: 'List scan runs',
  description: 'Newest first.',
  tag: 'Scans',
  method: 'GET',
  path: '/api/scan-runs',
  scope: 'read',
  pathParameters: noParameters,
  query: Type.Object(
    {
      accountId: idFilter('Only runs of this account connection.'),
      scheduleId: idFilter('Only runs of this schedule.'),
      status: Type.Optional(scanStatus),
      ...pageQuery,
    },
    { additionalProperties: false },
  ),
  body: null,
  errors: [],
  success: {
    status: 200,
    description: 'One page of scan runs.',
    data: Type.Object({ scanRuns: Type.Array(scanRun), meta: pageMeta }, { additionalProperties: false }),
  },

  handle: ({ query, caller, dependencies }) =>
    dependencies.store.tenant(caller.organizationId, async (tenant) => {
      const { status } = query
      const [connectionId, scheduleId] = [filterId(query.accountId), filterId(query.scheduleId)]
      const { items, meta } = await timePage('scan runs', query, async (page) =>
        connectionId === null || scheduleId === null
          ? { items: [], hasMore: false }
          : tenant.scanRuns.list(
              {
                ...(connectionId !== undefined && { connectionId }),
                ...(scheduleId !== undefined && { scheduleId }),
                ...(status !== undefined && { status }),
              },
              page,
            ),
      )
      return { data: { scanRuns: await runObjects(tenant, items), meta } }
    }),
})
