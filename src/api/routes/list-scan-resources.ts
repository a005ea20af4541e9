/** GET /api/scans/{id}/resources: the resources of a scan with their relations. */
import { Type } from 'typebox'
import { pageMeta } from '../../../contract/envelope.ts'
import { pageQuery, textFilter } from '../../../contract/list-query.ts'
import { idPath } from '../../../contract/path-parameters.ts'
import { resource } from '../../../contract/resource.ts'
import type { ResourceObject } from '../../../contract/resource.ts'
import { basisOf } from '../../graph/resource-graph.ts'
import type { StoredResource } from '../../store/graphs.ts'
import { decodeCursor, encodeCursor } from '../../http/cursor.ts'
import { findScan } from '../find-scan.ts'
import { dataRoute } from '../route.ts'

export const listScanResources = dataRoute({
  operationId: 'listScanResources',
  summary: 'List the resources of a scan',
  description: 'Sorted by type, then ID.',
  tag: 'Scans',
  method: 'GET',
  path: '/api/scans/{id}/resources',
  scope: 'read',
  pathParameters: idPath('The scan ID.'),
  query: Type.Object(
    {
      type: textFilter('Only this CloudFormation type.'),
      tag: textFilter('Only resources with this tag: `key` or `key=value`.'),
      q: textFilter('Only resources with this text in their ID, ARN, or name. Not case-sensitive.'),
      ...pageQuery,
    },
    { additionalProperties: false },
  ),
  body: null,
  errors: ['NOT_FOUND'],
  success: {
    status: 200,
    description: 'One page of resources.',
    data: Type.Object({ resources: Type.Array(resource), meta: pageMeta }, { additionalProperties: false }),
  },

  async handle({ path, query, caller, dependencies }) {
    // The list's name includes the scan, so that cursors of other scans are rejected.
    const list = `resources of ${path.id}`
    const after = query.cursor === undefined ? null : position(decodeCursor(list, query.cursor))
    const { items, hasMore } = await dependencies.store.tenant(caller.organizationId, async (tenant) => {
      await findScan(tenant, path.id)
      const { type, tag, q } = query
      const filter = {
        ...(type !== undefined && { type }),
        ...(tag !== undefined && { tag }),
        ...(q !== undefined && { q }),
      }
      return tenant.graphs.resources(path.id, filter, { limit: query.limit, after })
    })
    const last = items.at(-1)
    const meta =
      hasMore && last !== undefined
        ? { hasMore: true, cursor: encodeCursor(list, [last.type, last.id]) }
        : { hasMore: false }
    return { data: { resources: items.map(resourceObject), meta } }
  },
})

function position([type, id]: readonly [string, string]) {
  return { type, id }
}

const externalByPresence = { read: false, external: true, unknown: null } as const

/** Converts a resource to the object of the API. */
export function resourceObject(found: StoredResource): ResourceObject {
  const { type, id, arn, name, presence, partial = false, tags, properties, relations } = found
  return {
    type,
    id,
    arn,
    name,
    external: externalByPresence[presence],
    partial,
    tags,
    properties,
    relations: relations.map((relation) => {
      const { verb, target, evidence } = relation
      return { verb, target, evidence, basis: basisOf(relation) }
    }),
  }
}
