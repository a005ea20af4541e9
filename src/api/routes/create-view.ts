/** POST /api/views: saves a diagram with its options and place under a name. */
import { noParameters } from '../../../contract/path-parameters.ts'
import { createViewRequest, savedView } from '../../../contract/saved-view.ts'
import { dataRoute } from '../route.ts'
import { createViewOf, mostViews, viewObject } from '../saved-views.ts'

export const createView = dataRoute({
  operationId: 'createView',
  summary: 'Save a view',
  description: `Saves what a diagram shows: its filter, layers, collapsed groups, and place. The view shows the newest completed scan of the account and region, or always the same one (\`pinned\`). An organization has at most ${mostViews} saved views. Above that, and for a name that is taken, the response is \`CONFLICT\`.`,
  tag: 'Sharing',
  method: 'POST',
  path: '/api/views',
  scope: 'write',
  pathParameters: noParameters,
  query: noParameters,
  body: createViewRequest,
  errors: ['NOT_FOUND', 'CONFLICT'],
  success: {
    status: 201,
    description: 'The saved view.',
    headers: { Location: 'The address of the saved view.' },
    data: savedView,
  },

  async handle({ body, caller, dependencies }) {
    const { store, publicUrl } = dependencies
    const view = await store.tenant(caller.organizationId, (tenant) => createViewOf(tenant, caller, body, dependencies))
    return { data: viewObject(view), headers: { location: `${publicUrl ?? ''}/api/views/${view.id}` } }
  },
})
