/** GET /api/views/{id}: one saved view. */
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { savedView } from '../../../contract/saved-view.ts'
import { dataRoute } from '../route.ts'
import { findView, viewObject } from '../saved-views.ts'

export const getView = dataRoute({
  operationId: 'getView',
  summary: 'Get a saved view',
  description: '`diagramId` and `options` give its content with `GET /api/diagrams/{id}/content`.',
  tag: 'Sharing',
  method: 'GET',
  path: '/api/views/{id}',
  scope: 'read',
  pathParameters: idPath('The saved view ID.'),
  query: noParameters,
  body: null,
  errors: ['NOT_FOUND'],
  success: { status: 200, description: 'The saved view.', data: savedView },

  handle: ({ path, caller, dependencies }) =>
    dependencies.store.tenant(caller.organizationId, async (tenant) => ({
      data: viewObject(await findView(tenant, caller, path.id)),
    })),
})
