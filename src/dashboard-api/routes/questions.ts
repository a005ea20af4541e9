/** Searches a scan’s resources by ports and properties, and lists its unused ones. */
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { foundResources, searchQuery, unusedList } from '../../../contract/session/questions.ts'
import { findScan } from '../../api/find-scan.ts'
import { graphOfScan } from '../../api/graph-of-scan.ts'
import type { ResourceReference } from '../../graph/resource-graph.ts'
import { unusedResources } from '../../meaning/unused/unused.ts'
import { type SessionRoute, sessionRoute } from '../route.ts'
import { searchOf } from '../search-resources.ts'

const foundAtMost = 2_000

const search = sessionRoute({
  method: 'GET',
  path: '/session/scans/{id}/search',
  access: 'viewer',
  pathParameters: idPath('The scan ID.'),
  query: searchQuery,
  body: null,
  data: foundResources,

  handle: ({ path, query, caller, dependencies }) =>
    dependencies.store.tenant(caller.organizationId, async (tenant) => {
      const { graph } = await graphOfScan(dependencies, tenant, await findScan(tenant, path.id))
      const isFound = searchOf(query.q)
      const found = isFound === null ? [] : graph.resources.filter((resource) => isFound(resource))
      return { data: { resources: found.slice(0, foundAtMost).map(reference), matches: found.length } }
    }),
})

const unused = sessionRoute({
  method: 'GET',
  path: '/session/scans/{id}/unused',
  access: 'viewer',
  pathParameters: idPath('The scan ID.'),
  query: noParameters,
  body: null,
  data: unusedList,

  handle: ({ path, caller, dependencies }) =>
    dependencies.store.tenant(caller.organizationId, async (tenant) => {
      const found = unusedResources(await graphOfScan(dependencies, tenant, await findScan(tenant, path.id)))
      return { data: { resources: found.unused.map(reference), unknown: [...found.unknown] } }
    }),
})

function reference({ type, id }: ResourceReference) {
  return { type, id }
}

export const questionRoutes: readonly SessionRoute[] = [search, unused]
