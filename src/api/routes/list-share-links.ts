/** GET /api/share-links: the share links of the organization, newest first. */
import { Type } from 'typebox'
import { pageMeta } from '../../../contract/envelope.ts'
import { idFilter, pageQuery } from '../../../contract/list-query.ts'
import { noParameters } from '../../../contract/path-parameters.ts'
import { shareLink } from '../../../contract/share-link.ts'
import { timePage } from '../../http/time-page.ts'
import { filterId } from '../id-filter.ts'
import { dataRoute } from '../route.ts'
import { shareLinkObject } from '../share-links.ts'

export const listShareLinks = dataRoute({
  operationId: 'listShareLinks',
  summary: 'List share links',
  description: 'Newest first, without their tokens. Links are listed until 90 days after their end.',
  tag: 'Sharing',
  method: 'GET',
  path: '/api/share-links',
  scope: 'read',
  pathParameters: noParameters,
  query: Type.Object(
    { viewId: idFilter('Only links to this saved view.'), ...pageQuery },
    { additionalProperties: false },
  ),
  body: null,
  errors: [],
  success: {
    status: 200,
    description: 'One page of share links.',
    data: Type.Object({ shareLinks: Type.Array(shareLink), meta: pageMeta }, { additionalProperties: false }),
  },

  handle: ({ query, caller, dependencies }) =>
    dependencies.store.tenant(caller.organizationId, async ({ shareLinks }) => {
      const viewId = filterId(query.viewId)
      const { items, meta } = await timePage('share links', query, async (page) =>
        viewId === null ? { items: [], hasMore: false } : shareLinks.list(viewId === undefined ? {} : { viewId }, page),
      )
      return { data: { shareLinks: items.map(shareLinkObject), meta } }
    }),
})
