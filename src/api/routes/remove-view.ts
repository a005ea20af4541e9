/** DELETE /api/views/{id}: deletes a saved view with its share links. */
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { savedView } from '../../../contract/saved-view.ts'
import { dataRoute } from '../route.ts'
import { removeViewOf } from '../saved-views.ts'

export const removeView = dataRoute({
  operationId: 'removeView',
  summary: 'Delete a saved view',
  description: 'Its share links are deleted.',
  tag: 'Sharing',
  method: 'DELETE',
  path: '/api/views/{id}',
  scope: 'write',
  pathParameters: idPath('The saved view ID.'),
  query: noParameters,
  body: null,
  errors: ['NOT_FOUND'],
  success: { status: 200, description: 'The deleted view.', data: savedView },

  async handle({ path, caller, dependencies }) {
    const removed = await dependencies.store.tenant(caller.organizationId, (tenant) =>
      removeViewOf(tenant, caller, path.id),
    )
    return { data: removed }
  },
})
