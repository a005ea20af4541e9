/**
 * Returns the resources of a scan: a page, all matches as CSV, or one resource with its incoming and outgoing
 * relations.
 */
import { Type } from 'typebox'
import { uuid } from '../../../contract/fields.ts'
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { resourceDetails, resourceList, resourceListQuery } from '../../../contract/session/resources.ts'
import { notFound } from '../../http/api-error.ts'
import { findScan } from '../../api/find-scan.ts'
import { decodeCursor, encodeCursor, notACursor } from '../../http/cursor.ts'
import { resourceObject } from '../../api/routes/list-scan-resources.ts'
import { basisOf, type ResourceGraph, type ResourceReference } from '../../graph/resource-graph.ts'
import type { StoredResource } from '../../store/graphs.ts'
import { inOrder, matching, pageAfter } from '../resource-list.ts'
import { resourcesCsv } from '../resources-csv.ts'
import { type SessionRoute, sessionRoute, streamRoute } from '../route.ts'

/** The maximum number of incoming relations that a page shows. */
const incomingAtMost = 500

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
        const { format, limit, cursor, sort, descending, ...filter } = query
        const rows = await dependencies.resourceRows(tenant, path.id)
        const matches = inOrder(matching(rows, filter), { sort, descending }, dependencies.typeName)
        if (format === 'csv') return csvFile(await tenant.graphs.load(path.id), path.id, matches)
        const list = `resources of ${path.id}`
        const after = cursor === undefined ? null : decodeCursor(list, cursor)
        const page = pageAfter(matches, after === null ? null : { type: after[0], id: after[1] }, limit)
        if (page === null) throw notACursor()
        const last = page.items.at(-1)
        const meta =
          page.hasMore && last !== undefined
            ? { hasMore: true, cursor: encodeCursor(list, [last.type, last.id]) }
            : { hasMore: false }
        return { data: { resources: page.items, matches: matches.length, meta } }
      }),
  }),
  data: resourceList,
}

const key = ({ type, id }: ResourceReference) => JSON.stringify([type, id])

/** In the order of the rows. */
function csvFile(graph: ResourceGraph | null, scanId: string, rows: readonly ResourceReference[]) {
  const found = new Map(graph?.resources.map((resource) => [key(resource), resource]))
  return {
    bytes: Buffer.from(resourcesCsv(rows.flatMap((row) => found.get(key(row)) ?? []))),
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
      const names = new Map(targets.map(({ type, id, name }) => [key({ type, id }), name]))
      const sources = await tenant.graphs.sources(path.id, reference, incomingAtMost)
      return {
        data: {
          ...resourceObject(found),
          // Resources that AWS manages, such as its default keys, aren't in the scan.
          outgoing: found.relations.flatMap((relation) => {
            const { type, id } = relation.target
            const name = names.get(key({ type, id }))
            return name === undefined ? [] : related(relation, { type, id, name })
          }),
          incoming: sources.flatMap(({ type, id, name, relations }) =>
            relations
              .filter(({ target }) => target.type === reference.type && target.id === reference.id)
              .map((relation) => related(relation, { type, id, name })),
          ),
        },
      }
    }),
})

function related<Other>(relation: StoredResource['relations'][number], resource: Other) {
  const { verb, evidence } = relation
  return { verb, resource, evidence, basis: basisOf(relation) }
}

export const resourceRoutes: readonly SessionRoute[] = [list, get]
