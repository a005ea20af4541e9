/** GET /api/accounts: the organization's account connections, newest first. */
import { Type } from 'typebox'
import { account } from '../../../contract/account.ts'
import { pageMeta } from '../../../contract/envelope.ts'
import { pageQuery } from '../../../contract/list-query.ts'
import { noParameters } from '../../../contract/path-parameters.ts'
import { accountObject } from '../account-object.ts'
import { timePage } from '../../http/time-page.ts'
import { dataRoute } from '../route.ts'

export const listAccounts = dataRoute({
  operationId: 'listAccounts',
  summary: 'List account connections',
  description: 'Newest first.',
  tag: 'Accounts',
  method: 'GET',
  path: '/api/accounts',
  scope: 'read',
  pathParameters: noParameters,
  query: Type.Object(pageQuery, { additionalProperties: false }),
  body: null,
  errors: [],
  success: {
    status: 200,
    description: 'One page of account connections.',
    data: Type.Object({ accounts: Type.Array(account), meta: pageMeta }, { additionalProperties: false }),
  },

  async handle({ query, caller, dependencies }) {
    const { items, meta } = await timePage('accounts', query, (page) =>
      dependencies.store.tenant(caller.organizationId, ({ accounts }) => accounts.list(page)),
    )
    return { data: { accounts: items.map(accountObject), meta } }
  },
})
