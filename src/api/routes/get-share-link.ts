/** GET /api/share-links/{id}: one share link. */
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { shareLink } from '../../../contract/share-link.ts'
import { dataRoute } from '../route.ts'
import { findShareLink, shareLinkObject } from '../share-links.ts'

export const getShareLink = dataRoute({
  operationId: 'getShareLink',
  summary: 'Get a share link',
  tag: 'Sharing',
  method: 'GET',
  path: '/api/share-links/{id}',
  scope: 'read',
  pathParameters: idPath('The share link ID.'),
  query: noParameters,
  body: null,
  errors: ['NOT_FOUND'],
  success: { status: 200, description: 'The share link, without its token.', data: shareLink },

  handle: ({ path, caller, dependencies }) =>
    dependencies.store.tenant(caller.organizationId, async (tenant) => ({
      data: shareLinkObject(await findShareLink(tenant, path.id)),
    })),
})
