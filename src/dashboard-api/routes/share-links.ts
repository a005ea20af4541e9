/** Lists, creates, and revokes share links. Members see and revoke those that they created, and admins all. */
import { Type } from 'typebox'
import { pageMeta } from '../../../contract/envelope.ts'
import { pageQuery } from '../../../contract/list-query.ts'
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { includesRole } from '../../../contract/session/roles.ts'
import { createdShareLink, createShareLinkRequest, shareLink } from '../../../contract/share-link.ts'
import { createShareLinkOf, findShareLink, revokeShareLinkOf, shareLinkObject } from '../../api/share-links.ts'
import { notFound } from '../../http/api-error.ts'
import { timePage } from '../../http/time-page.ts'
import { memberTransaction } from '../member-transaction.ts'
import { type SessionRoute, sessionRoute } from '../route.ts'

const list = sessionRoute({
  method: 'GET',
  path: '/session/share-links',
  access: 'member',
  pathParameters: noParameters,
  query: Type.Object(pageQuery, { additionalProperties: false }),
  body: null,
  data: Type.Object({ shareLinks: Type.Array(shareLink), meta: pageMeta }, { additionalProperties: false }),

  handle: ({ query, caller, dependencies: { store } }) =>
    store.tenant(caller.organizationId, async ({ shareLinks }) => {
      const filter = includesRole(caller.role, 'admin') ? {} : { actor: caller.actor }
      const { items, meta } = await timePage('share links', query, (page) => shareLinks.list(filter, page))
      return { data: { shareLinks: items.map(shareLinkObject), meta } }
    }),
})

const create = sessionRoute({
  method: 'POST',
  path: '/session/share-links',
  access: 'member',
  status: 201,
  pathParameters: noParameters,
  query: noParameters,
  body: createShareLinkRequest,
  data: createdShareLink,

  handle: ({ body, caller, dependencies }) =>
    memberTransaction(dependencies.store, caller, 'member', async (tenant) => ({
      data: await createShareLinkOf(tenant, caller, body, dependencies),
    })),
})

const revoke = sessionRoute({
  method: 'DELETE',
  path: '/session/share-links/{id}',
  access: 'member',
  pathParameters: idPath('The share link ID.'),
  query: noParameters,
  body: null,
  data: shareLink,

  handle: ({ path, caller, dependencies: { store } }) =>
    memberTransaction(store, caller, 'member', async (tenant, role) => {
      const { actor } = await findShareLink(tenant, path.id)
      if (actor !== caller.actor && !includesRole(role, 'admin')) throw notFound('The share link')
      return { data: await revokeShareLinkOf(tenant, caller, path.id) }
    }),
})

export const shareLinkRoutes: readonly SessionRoute[] = [list, create, revoke]
