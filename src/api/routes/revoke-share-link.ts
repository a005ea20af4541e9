/** DELETE /api/share-links/{id}: revokes a share link. */
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { shareLink } from '../../../contract/share-link.ts'
import { dataRoute } from '../route.ts'
import { revokeShareLinkOf } from '../share-links.ts'

export const revokeShareLink = dataRoute({
  operationId: 'revokeShareLink',
  summary: 'Revoke a share link',
  description: 'It stops working immediately. Revoking it again changes nothing.',
  tag: 'Sharing',
  method: 'DELETE',
  path: '/api/share-links/{id}',
  scope: 'write',
  pathParameters: idPath('The share link ID.'),
  query: noParameters,
  body: null,
  errors: ['NOT_FOUND'],
  success: { status: 200, description: 'The revoked link.', data: shareLink },

  async handle({ path, caller, dependencies }) {
    const revoked = await dependencies.store.tenant(caller.organizationId, (tenant) =>
      revokeShareLinkOf(tenant, caller, path.id),
    )
    return { data: revoked }
  },
})
