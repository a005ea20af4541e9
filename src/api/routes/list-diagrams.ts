/** GET /api/diagrams: the diagrams of the organization's scans, newest first. */
import { Type } from 'typebox'
import { diagram } from '../../../contract/diagram.ts'
import { pageMeta } from '../../../contract/envelope.ts'
import { idFilter, pageQuery, textFilter } from '../../../contract/list-query.ts'
import { noParameters } from '../../../contract/path-parameters.ts'
import { diagramObject } from '../diagram-object.ts'
import { filterId } from '../id-filter.ts'
import { timePage } from '../../http/time-page.ts'
import { dataRoute } from '../route.ts'

export const listDiagrams = dataRoute({
  operationId: 'listDiagrams',
  summary: 'List diagrams',
  description: 'Newest first.',
  tag: 'Diagrams',
  method: 'GET',
  path: '/api/diagrams',
  scope: 'read',
  pathParameters: noParameters,
  query: Type.Object(
    {
      scanId: idFilter('Only diagrams of this scan.'),
      accountId: idFilter('Only diagrams of this account connection.'),
      type: textFilter('Only diagrams of this view, for example `architecture`.'),
      ...pageQuery,
    },
    { additionalProperties: false },
  ),
  body: null,
  errors: [],
  success: {
    status: 200,
    description: 'One page of diagrams.',
    data: Type.Object({ diagrams: Type.Array(diagram), meta: pageMeta }, { additionalProperties: false }),
  },

  async handle({ query, caller, dependencies }) {
    const scanId = filterId(query.scanId)
    const connectionId = filterId(query.accountId)
    const { items, meta } = await timePage('diagrams', query, async (page) =>
      scanId === null || connectionId === null
        ? { items: [], hasMore: false }
        : dependencies.store.tenant(caller.organizationId, ({ diagrams }) =>
            diagrams.list(
              {
                ...(scanId !== undefined && { scanId }),
                ...(connectionId !== undefined && { connectionId }),
                ...(query.type !== undefined && { type: query.type }),
              },
              page,
            ),
          ),
    )
    return { data: { diagrams: items.map((item) => diagramObject(item, dependencies.diagramFormats)), meta } }
  },
})
