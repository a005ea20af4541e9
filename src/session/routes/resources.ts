/** Resources of a scan: a page of them, all that match as a file, and one with its relations both ways. */
import { Type } from 'typebox'
import { pageMeta } from '../../../contract/envelope.ts'
import { uuid } from '../../../contract/fields.ts'
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { resource } from '../../../contract/resource.ts'
import { resourceDetails, resourceListQuery } from '../../../contract/session/resources.ts'
import { notFound } from '../../api/api-error.ts'
import { findScan } from '../../api/find-scan.ts'
import { decodeCursor, encodeCursor } from '../../api/cursor.ts'
import { resourceObject } from '../../api/routes/list-scan-resources.ts'
import type { ResourceFilter } from '../../store/resource-filter.ts'
import type { StoredResource } from '../../store/graphs.ts'
import type { Tenant } from '../../store/store.ts'
import { resourcesCsv } from '../resources-csv.ts'
import { type SessionRoute, sessionRoute, streamRoute } from '../session-route.ts'

/** What points to one resource, at most: a page shows no more of it. */
const incomingAtMost = 500
const csvPageSize = 2_000

const listed = Type.Object({ resources: Type.Array(resource), meta: pageMeta }, { additionalProperties: false })

const list: SessionRoute = {
  ...streamRoute({
    method: 'GET',
    path: '/session/scans/{id}/resources',
    access: 'viewer',
    pathParameters: idPath('The scan ID.'),
    query: resourceListQuery,
    body: null,

    handle: ({ path, query, caller, dependencies }) =>
      dependencies.store.tenant(caller.organizationId, async (tenant) => {
        await findScan(tenant, path.id)
        const { format, limit, cursor, ...filter } = query
        if (format === 'csv') return csvFile(tenant, path.id, filter)
        const list = `resources of ${path.id}`
        const after = cursor === undefined ? null : decodeCursor(list, cursor)
        const position = after === null ? null : { type: after[0], id: after[1] }
        const { items, hasMore } = await tenant.graphs.resources(path.id, filter, { limit, after: position })
        const last = items.at(-1)
        const meta =
          hasMore && last !== undefined
            ? { hasMore: true, cursor: encodeCursor(list, [last.type, last.id]) }
            : { hasMore: false }
        return { data: { resources: items.map(resourceObject), meta } }
      }),
  }),
  data: listed,
}

async function csvFile({ graphs }: Tenant, scanId: string, filter: ResourceFilter) {
  const found: StoredResource[] = []
  let after: { readonly type: string; readonly id: string } | null = null
  for (let hasMore = true; hasMore;) {
    const page = await graphs.resources(scanId, filter, { limit: csvPageSize, after })
    found.push(...page.items)
    hasMore = page.hasMore
    after = found.at(-1) ?? null
  }
  return {
    bytes: Buffer.from(resourcesCsv(found)),
    mediaType: 'text/csv',
    headers: { 'content-disposition': `attachment; filename="resources-${scanId}.csv"` },
  }
}

const get = sessionRoute({
  method: 'GET',
  path: '/session/scans/{id}/resources/{type}/{resourceId}',
  access: 'viewer',
  pathParameters: Type.Object(
    {
      id: uuid('The scan ID.'),
      type: Type.String({ minLength: 1, maxLength: 512 }),
      resourceId: Type.String({ minLength: 1, maxLength: 2_048 }),
    },
    { additionalProperties: false },
  ),
  query: noParameters,
  body: null,
  data: resourceDetails,

  handle: ({ path, caller, dependencies }) =>
    dependencies.store.tenant(caller.organizationId, async (tenant) => {
      await findScan(tenant, path.id)
      const reference = { type: path.type, id: path.resourceId }
      const [found] = await tenant.graphs.find(path.id, [reference])
      if (found === undefined) throw notFound('The resource')
      const targets = await tenant.graphs.find(
        path.id,
        found.relations.map(({ target }) => target),
      )
      const names = new Map(targets.map(({ type, id, name }) => [JSON.stringify([type, id]), name]))
      const sources = await tenant.graphs.sources(path.id, reference, incomingAtMost)
      return {
        data: {
          ...resourceObject(found),
          outgoing: found.relations.map(({ verb, target: { type, id }, evidence }) => ({
            verb,
            resource: { type, id, name: names.get(JSON.stringify([type, id])) ?? null },
            evidence,
          })),
          incoming: sources.flatMap(({ type, id, name, relations }) =>
            relations
              .filter(({ target }) => target.type === reference.type && target.id === reference.id)
              .map(({ verb, evidence }) => ({ verb, resource: { type, id, name }, evidence })),
          ),
        },
      }
    }),
})

export const resourceRoutes: readonly SessionRoute[] = [list, get]
