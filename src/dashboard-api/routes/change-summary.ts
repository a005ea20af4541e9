/** Summarizes the changes of a scan since the previous one, for the timeline of a region. */
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { changeSummary } from '../../../contract/session/change-summary.ts'
import { changeSummaryOf } from '../../api/change-summary.ts'
import { sessionRoute } from '../route.ts'

export const getChangeSummary = sessionRoute({
  method: 'GET',
  path: '/session/scans/{id}/changes',
  access: 'viewer',
  pathParameters: idPath('The scan ID.'),
  query: noParameters,
  body: null,
  data: changeSummary,

  handle: ({ path, caller, dependencies }) =>
    dependencies.store.tenant(caller.organizationId, async (tenant) => ({
      data: await changeSummaryOf(tenant, dependencies, path.id),
    })),
})
