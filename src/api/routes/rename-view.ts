/** PUT /api/views/{id}: renames a saved view. */
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { renameViewRequest, savedView } from '../../../contract/saved-view.ts'
import { dataRoute } from '../route.ts'
import { renameViewOf } from '../saved-views.ts'

export const renameView = dataRoute({
  operationId: 'renameView',
  summary: 'Rename a saved view',
  description: 'What it shows never changes, so that share links never show more than they were created for.',
  tag: 'Sharing',
  method: 'PUT',
  path: '/api/views/{id}',
  scope: 'write',
  pathParameters: idPath('The saved view ID.'),
  query: noParameters,
  body: renameViewRequest,
  errors: ['NOT_FOUND', 'CONFLICT'],
  success: { status: 200, description: 'The saved view.', data: savedView },

  async handle({ path, body, caller, dependencies }) {
    const renamed = await dependencies.store.tenant(caller.organizationId, (tenant) =>
      renameViewOf(tenant, caller, path.id, body.name),
    )
    return { data: renamed }
  },
})
