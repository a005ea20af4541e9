/** GET /api/accounts/{id}/baselines: the baselines of an account connection, the last set first. */
import { Type } from 'typebox'
import { baseline, baselineRegion } from '../../../contract/baseline.ts'
import { pageMeta } from '../../../contract/envelope.ts'
import { pageQuery } from '../../../contract/list-query.ts'
import { idPath } from '../../../contract/path-parameters.ts'
import { notFound } from '../../http/api-error.ts'
import { timePage } from '../../http/time-page.ts'
import { baselineObject } from '../baselines.ts'
import { dataRoute } from '../route.ts'

export const listBaselines = dataRoute({
  operationId: 'listBaselines',
  summary: 'List baselines',
  description: 'The last set first.',
  tag: 'Accounts',
  method: 'GET',
  path: '/api/accounts/{id}/baselines',
  scope: 'read',
  pathParameters: idPath('The account connection ID.'),
  query: Type.Object({ region: Type.Optional(baselineRegion), ...pageQuery }, { additionalProperties: false }),
  body: null,
  errors: ['NOT_FOUND'],
  success: {
    status: 200,
    description: 'One page of baselines.',
    data: Type.Object({ baselines: Type.Array(baseline), meta: pageMeta }, { additionalProperties: false }),
  },

  async handle({ path, query, caller, dependencies }) {
    const { items, meta } = await timePage('baselines', query, (page) =>
      dependencies.store.tenant(caller.organizationId, async ({ accounts, baselines }) => {
        if ((await accounts.find(path.id)) === null) throw notFound('The account connection')
        return baselines.list(path.id, query.region, page)
      }),
    )
    return { data: { baselines: items.map(baselineObject), meta } }
  },
})
