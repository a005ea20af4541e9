/** GET /api/accounts/{id}: one account connection with its IAM role. */
import { accountDetails } from '../../../contract/account.ts'
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { accountDetailsObject } from '../account-object.ts'
import { notFound } from '../../http/api-error.ts'
import { dataRoute } from '../route.ts'

export const getAccount = dataRoute({
  operationId: 'getAccount',
  summary: 'Get one account connection',
  tag: 'Accounts',
  method: 'GET',
  path: '/api/accounts/{id}',
  scope: 'read',
  pathParameters: idPath('The account connection ID.'),
  query: noParameters,
  body: null,
  errors: ['NOT_FOUND'],
  success: { status: 200, description: 'The account connection.', data: accountDetails },

  async handle({ path, caller, dependencies }) {
    const connection = await dependencies.store.tenant(caller.organizationId, ({ accounts }) => accounts.find(path.id))
    if (connection === null) throw notFound('The account connection')
    return { data: accountDetailsObject(connection) }
  },
})
