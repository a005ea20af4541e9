/** Lists, creates, changes, verifies, and deletes account connections. */
import { Type } from 'typebox'
import { pageMeta } from '../../../contract/envelope.ts'
import { pageQuery } from '../../../contract/list-query.ts'
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import {
  changeAccountRequest,
  createAccountRequest,
  removedAccount,
  sessionAccount,
  sessionAccountDetails,
  verifiedAccount,
} from '../../../contract/session/accounts.ts'
import { defaultRoleArn, parseRoleArn } from '../../accounts/role-arn.ts'
import { ApiError, notFound, validationError } from '../../http/api-error.ts'
import { timePage } from '../../http/time-page.ts'
import { findAccount } from '../find-account.ts'
import { stillAllowed } from '../member-transaction.ts'
import { sessionAccountDetailsObject, sessionAccountObjects } from '../account-object.ts'
import { type SessionRoute, sessionRoute } from '../route.ts'

const byId = idPath('The account connection ID.')

const aliasTaken = (alias: string) =>
  new ApiError(
    'CONFLICT',
    `Another account connection has the name "${alias}" or one that looks the same. Choose another name.`,
  )
const changedMeanwhile = () =>
  new ApiError('CONFLICT', 'Another user changed the account connection at the same time. Try again.')

const isImported = () =>
  new ApiError(
    'CONFLICT',
    'The scans of this account connection were imported from snapshots. It has no IAM role. Connect the account separately.',
  )

const list = sessionRoute({
  method: 'GET',
  path: '/session/accounts',
  access: 'viewer',
  pathParameters: noParameters,
  query: Type.Object(pageQuery, { additionalProperties: false }),
  body: null,
  data: Type.Object({ accounts: Type.Array(sessionAccount), meta: pageMeta }, { additionalProperties: false }),

  handle: ({ query, caller, dependencies }) =>
    dependencies.store.tenant(caller.organizationId, async (tenant) => {
      const { items, meta } = await timePage('accounts', query, (page) => tenant.accounts.list(page))
      return { data: { accounts: await sessionAccountObjects(tenant, items), meta } }
    }),
})

const create = sessionRoute({
  method: 'POST',
  path: '/session/accounts',
  access: 'admin',
  status: 201,
  pathParameters: noParameters,
  query: noParameters,
  body: createAccountRequest,
  data: sessionAccountDetails,

  async handle({ body, caller, dependencies }) {
    const { alias, cloudAccountId: accountNumber, partition } = body
    const { organizationId, actor, address } = caller
    const roleArn = body.roleIdentifier ?? defaultRoleArn(partition, accountNumber)
    checkRole(roleArn, { accountNumber, partition })
    const authorize = stillAllowed(caller, 'admin')
    const account = { alias: alias.trim(), accountNumber, partition, roleArn, actor, address, authorize }
    const connection = await dependencies.accounts.connect(organizationId, account)
    if (connection === null) throw aliasTaken(alias.trim())
    return { data: await sessionAccountDetailsObject(dependencies.store, connection, caller.role) }
  },
})

const get = sessionRoute({
  method: 'GET',
  path: '/session/accounts/{id}',
  access: 'viewer',
  pathParameters: byId,
  query: noParameters,
  body: null,
  data: sessionAccountDetails,

  async handle({ path, caller, dependencies: { store } }) {
    const connection = await findAccount(store, caller.organizationId, path.id)
    return { data: await sessionAccountDetailsObject(store, connection, caller.role) }
  },
})

const change = sessionRoute({
  method: 'PATCH',
  path: '/session/accounts/{id}',
  access: 'admin',
  pathParameters: byId,
  query: noParameters,
  body: changeAccountRequest,
  data: sessionAccountDetails,

  async handle({ path, body, caller, dependencies: { store, accounts } }) {
    const { organizationId, actor, address } = caller
    const alias = body.alias?.trim()
    if (body.roleIdentifier !== undefined) {
      checkRole(body.roleIdentifier, await findAccount(store, organizationId, path.id))
    }
    const outcome = await accounts.change(organizationId, path.id, {
      ...(alias !== undefined && { alias }),
      ...(body.roleIdentifier !== undefined && { roleArn: body.roleIdentifier }),
      actor,
      address,
      authorize: stillAllowed(caller, 'admin'),
    })
    switch (outcome.kind) {
      case 'done':
        return { data: await sessionAccountDetailsObject(store, outcome.connection, caller.role) }
      case 'alias taken':
        throw aliasTaken(alias ?? '')
      case 'imported':
        throw isImported()
      case 'changed meanwhile':
        throw changedMeanwhile()
      case 'account not found':
        throw notFound('The account connection')
      default:
        throw new Error(outcome satisfies never)
    }
  },
})

const remove = sessionRoute({
  method: 'DELETE',
  path: '/session/accounts/{id}',
  access: 'admin',
  pathParameters: byId,
  query: noParameters,
  body: null,
  data: removedAccount,

  async handle({ path, caller, dependencies }) {
    const { organizationId, actor, address } = caller
    const outcome = await dependencies.accounts.remove(organizationId, path.id, {
      actor,
      address,
      authorize: stillAllowed(caller, 'admin'),
    })
    if (outcome.kind === 'account not found') throw notFound('The account connection')
    if (outcome.kind === 'scan running') {
      throw new ApiError('CONFLICT', 'A scan of this account is running. Try again after it ends.')
    }
    return { data: { removedScans: outcome.scans } }
  },
})

const verify = sessionRoute({
  method: 'POST',
  path: '/session/accounts/{id}/verify',
  access: 'admin',
  pathParameters: byId,
  query: noParameters,
  body: noParameters,
  data: verifiedAccount,

  async handle({ path, caller, dependencies: { store, accounts }, signal }) {
    const { organizationId, actor, address } = caller
    const { openRoleAllowed: allowOpenRole } = await findAccount(store, organizationId, path.id)
    const authorize = stillAllowed(caller, 'admin')
    const request = { allowOpenRole, waitSeconds: 0, actor, address, authorize, signal }
    const outcome = await accounts.verify(organizationId, path.id, request)
    if (outcome.kind === 'account not found') throw notFound('The account connection')
    if (outcome.kind === 'imported') throw isImported()
    if (outcome.kind === 'changed meanwhile') throw changedMeanwhile()
    const { connection, verification } = outcome
    return {
      data: {
        account: await sessionAccountDetailsObject(store, connection, caller.role),
        outcome: verification.event,
        message: verification.event === 'verified' ? null : verification.message,
      },
    }
  },
})

/** Throws `VALIDATION_ERROR` if the role doesn't belong to the connection's account. */
function checkRole(roleArn: string, owner: { readonly accountNumber: string; readonly partition: string }): void {
  const role = parseRoleArn(roleArn)
  const message =
    role === null
      ? 'must be the ARN of an IAM role, for example arn:aws:iam::123456789012:role/SurveyorScan. Path and name may contain letters, digits, and +=,.@_-'
      : role.accountNumber !== owner.accountNumber
        ? `must be a role in the AWS account ${owner.accountNumber}, not ${role.accountNumber}`
        : role.partition !== owner.partition
          ? `must be a role in the partition ${owner.partition}, not ${role.partition}`
          : null
  if (message !== null) throw validationError([{ path: ['roleIdentifier'], message }])
}

export const accountRoutes: readonly SessionRoute[] = [list, create, get, change, remove, verify]
