/** GET /api/scans/{id}/impact: the resources that depend on a resource. */
import { Type } from 'typebox'
import { idPath } from '../../../contract/path-parameters.ts'
import { impact } from '../../../contract/reach.ts'
import type { GraphIndex } from '../../graph/graph-index.ts'
import type { Resource } from '../../graph/resource-graph.ts'
import { notFound, validationError } from '../../http/api-error.ts'
import { impactOf } from '../../meaning/impact/impact.ts'
import { resourcesNamed } from '../../meaning/reach/named-resources.ts'
import { findScan } from '../find-scan.ts'
import { graphOfScan } from '../graph-of-scan.ts'
import { dataRoute } from '../route.ts'

export const getImpact = dataRoute({
  operationId: 'getImpact',
  summary: 'Get the resources that depend on a resource',
  description:
    'Resources that break, degrade, or are orphaned without it, directly or indirectly. Each has the relations that prove it.',
  tag: 'Scans',
  method: 'GET',
  path: '/api/scans/{id}/impact',
  scope: 'read',
  pathParameters: idPath('The scan ID.'),
  query: Type.Object(
    {
      of: Type.String({
        minLength: 1,
        maxLength: 2048,
        description: 'The ID or ARN of a resource, or its type and ID: `type/id`.',
      }),
    },
    { additionalProperties: false },
  ),
  body: null,
  errors: ['NOT_FOUND'],
  success: { status: 200, description: 'The dependents. Those that break come first.', data: impact },

  async handle({ path, query, caller, dependencies }) {
    const index = await dependencies.store.tenant(caller.organizationId, async (tenant) =>
      graphOfScan(dependencies, tenant, await findScan(tenant, path.id)),
    )
    const { dependents, unknownBecause } = impactOf(index, resourceNamed(index, query.of))
    return {
      data: {
        dependents: dependents.map(({ resource: { type, id, arn, name }, effect, path: steps }) => ({
          resource: { type, id, arn, name },
          effect,
          path: steps.map(({ source, verb, target, evidence }) => ({ source, verb, target, evidence })),
        })),
        unknownBecause,
      },
    }
  },
})

function resourceNamed(index: GraphIndex, name: string): Resource {
  const [resource, ...others] = resourcesNamed(index, name)
  if (resource === undefined) throw notFound('The resource')
  if (others.length > 0)
    throw validationError([{ path: ['of'], message: 'names resources of several types; use type/id' }])
  return resource
}
