/** POST /api/share-links: shows a saved view to everyone who has the link. */
import { noParameters } from '../../../contract/path-parameters.ts'
import { createdShareLink, createShareLinkRequest } from '../../../contract/share-link.ts'
import { dataRoute } from '../route.ts'
import { createShareLinkOf, mostLinks } from '../share-links.ts'

export const createShareLink = dataRoute({
  operationId: 'createShareLink',
  summary: 'Create a share link',
  description: `Creates a link to a saved view (\`viewId\`), or saves a view and creates its link (\`view\`). The link shows the view as a page, an SVG, and a PNG, without a session or an API key. Its token is returned only once. An organization has at most ${mostLinks} open share links; above that, the response is \`CONFLICT\`.`,
  tag: 'Sharing',
  method: 'POST',
  path: '/api/share-links',
  scope: 'write',
  pathParameters: noParameters,
  query: noParameters,
  body: createShareLinkRequest,
  errors: ['NOT_FOUND', 'CONFLICT'],
  success: {
    status: 201,
    description: 'The share link with its token.',
    headers: { Location: 'The address of the share link.' },
    data: createdShareLink,
  },

  async handle({ body, caller, dependencies }) {
    const created = await dependencies.store.tenant(caller.organizationId, (tenant) =>
      createShareLinkOf(tenant, caller, body, dependencies),
    )
    return { data: created, headers: { location: `${dependencies.publicUrl ?? ''}/api/share-links/${created.id}` } }
  },
})
