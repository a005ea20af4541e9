/** GET /api/views: the saved views of the organization, newest first. */
import { Type } from 'typebox'
import { pageMeta } from '../../../contract/envelope.ts'
import { idFilter, pageQuery, textFilter } from '../../../contract/list-query.ts'
import { noParameters } from '../../../contract/path-parameters.ts'
import { savedView } from '../../../contract/saved-view.ts'
import { timePage } from '../../http/time-page.ts'
import { filterId } from '../id-filter.ts'
import { dataRoute } from '../route.ts'
import { userOf, viewObject } from '../saved-views.ts'

export const listViews = dataRoute({
  operationId: 'listViews',
  summary: 'List saved views',
  description: "Newest first. Users' personal views aren't listed.",
  tag: 'Sharing',
  method: 'GET',
  path: '/api/views',
  scope: 'read',
  pathParameters: noParameters,
  query: Type.Object(
    {
      accountId: idFilter('Only views of this account connection.'),
      region: textFilter('Only views of this AWS region.'),
      ...pageQuery,
    },
    { additionalProperties: false },
  ),
  body: null,
  errors: [],
  success: {
    status: 200,
    description: 'One page of saved views.',
    data: Type.Object({ views: Type.Array(savedView), meta: pageMeta }, { additionalProperties: false }),
  },

  handle: ({ query, caller, dependencies }) =>
    dependencies.store.tenant(caller.organizationId, async ({ savedViews }) => {
      const connectionId = filterId(query.accountId)
      const filter = {
        ...(connectionId != null && { connectionId }),
        ...(query.region !== undefined && { region: query.region }),
      }
      const { items, meta } = await timePage('views', query, async (page) =>
        connectionId === null ? { items: [], hasMore: false } : savedViews.list(filter, userOf(caller), page),
      )
      return { data: { views: items.map(viewObject), meta } }
    }),
})
