/** Lists, creates, renames, and deletes saved views. Viewers have personal ones only. */
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { createViewRequest, renameViewRequest, savedView } from '../../../contract/saved-view.ts'
import type { Role } from '../../../contract/session/roles.ts'
import { getView } from '../../api/routes/get-view.ts'
import { listViews } from '../../api/routes/list-views.ts'
import { createViewOf, findView, removeViewOf, renameViewOf, viewObject } from '../../api/saved-views.ts'
import type { Tenant } from '../../store/store.ts'
import { checkRole, memberTransaction } from '../member-transaction.ts'
import { fromApiRoute, type Member, type SessionRoute, sessionRoute } from '../route.ts'

const viewById = idPath('The saved view ID.')

const create = sessionRoute({
  method: 'POST',
  path: '/session/views',
  access: 'viewer',
  status: 201,
  pathParameters: noParameters,
  query: noParameters,
  body: createViewRequest,
  data: savedView,

  handle: ({ body, caller, dependencies }) =>
    memberTransaction(
      dependencies.store,
      caller,
      body.visibility === 'personal' ? 'viewer' : 'member',
      async (tenant) => ({
        data: viewObject(await createViewOf(tenant, caller, body, dependencies)),
      }),
    ),
})

const rename = sessionRoute({
  method: 'PUT',
  path: '/session/views/{id}',
  access: 'viewer',
  pathParameters: viewById,
  query: noParameters,
  body: renameViewRequest,
  data: savedView,

  handle: ({ path, body, caller, dependencies: { store } }) =>
    memberTransaction(store, caller, 'viewer', async (tenant, role) => {
      await checkMayChange(tenant, caller, path.id, role)
      return { data: await renameViewOf(tenant, caller, path.id, body.name) }
    }),
})

const remove = sessionRoute({
  method: 'DELETE',
  path: '/session/views/{id}',
  access: 'viewer',
  pathParameters: viewById,
  query: noParameters,
  body: null,
  data: savedView,

  handle: ({ path, caller, dependencies: { store } }) =>
    memberTransaction(store, caller, 'viewer', async (tenant, role) => {
      await checkMayChange(tenant, caller, path.id, role)
      return { data: await removeViewOf(tenant, caller, path.id) }
    }),
})

/** Throws `NOT_FOUND`, or `FORBIDDEN` for a viewer and a view of the organization. */
async function checkMayChange(tenant: Tenant, caller: Member, id: string, role: Role): Promise<void> {
  const { ownerId } = await findView(tenant, caller, id)
  if (ownerId === null) checkRole(role, 'member')
}

export const savedViewRoutes: readonly SessionRoute[] = [
  fromApiRoute(listViews, '/session/views'),
  fromApiRoute(getView, '/session/views/{id}'),
  create,
  rename,
  remove,
]
