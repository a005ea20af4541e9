/** POST /session/scans/{id}/resource-names: the names of resources by their IDs. */
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { resourceNames, resourceNamesRequest } from '../../../contract/session/resources.ts'
import { findScan } from '../../api/find-scan.ts'
import { sessionRoute } from '../route.ts'

/** A POST, because a hundred ARNs are too long for a URL. */
export const listResourceNames = sessionRoute({
  method: 'POST',
  path: '/session/scans/{id}/resource-names',
  access: 'viewer',
  pathParameters: idPath('The scan ID.'),
  query: noParameters,
  body: resourceNamesRequest,
  data: resourceNames,

  handle: ({ path, body, caller, dependencies }) =>
    dependencies.store.tenant(caller.organizationId, async (tenant) => {
      await findScan(tenant, path.id)
      const found = await tenant.graphs.find(path.id, body.resources)
      return { data: { resources: found.map(({ type, id, name }) => ({ type, id, name })) } }
    }),
})
