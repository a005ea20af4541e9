/** Returns the IAM role to create in an AWS account, and checks its permissions. */
import { Type } from 'typebox'
import { defaultRegion, partitionOf } from '../../../contract/regions.ts'
import { regionsByPartition } from '../../../contract/region-codes.ts'
import { idPath } from '../../../contract/path-parameters.ts'
import {
  checklist,
  checklistQuery,
  type RoleFormat,
  roleFormats,
  roleInstallation,
} from '../../../contract/session/accounts.ts'
import { parseRoleArn } from '../../accounts/role-arn.ts'
import { cliCommands, quickCreateLink, terraformFile } from '../../accounts/role-files.ts'
import { cloudFormationTemplate, type RoleDescription } from '../../accounts/role-template.ts'
import { PrincipalUnknownError } from '../../accounts/service-principal.ts'
import { ApiError, validationError } from '../../http/api-error.ts'
import { findAccount } from '../find-account.ts'
import { type SessionRoute, sessionRoute } from '../route.ts'

const byId = idPath('The account connection ID.')

const getRole = sessionRoute({
  method: 'GET',
  path: '/session/accounts/{id}/role',
  access: 'admin',
  pathParameters: byId,
  query: Type.Object(
    { format: Type.Enum([...roleFormats], { type: 'string', title: 'RoleFormat' }) },
    { additionalProperties: false },
  ),
  body: null,
  data: roleInstallation,

  async handle({ path, query, caller, dependencies, signal }) {
    const { roleArn, externalId, partition } = await findAccount(dependencies.store, caller.organizationId, path.id)
    const role = parseRoleArn(roleArn)
    // The connection was created before role paths were validated.
    if (role === null) {
      throw new ApiError(
        'CONFLICT',
        `The path of the IAM role ${roleArn} contains unsupported characters. Change the IAM role of the connection.`,
      )
    }
    const principalArn = await dependencies.principalArn(partition, signal).catch((error: unknown) => {
      throw error instanceof PrincipalUnknownError ? new ApiError('CONFLICT', error.message) : error
    })
    const description = { role, principalArn, externalId, permissions: dependencies.permissions }
    return {
      data: {
        format: query.format,
        ...installation(query.format, description, dependencies.templateUrl),
        principal: principalArn,
        externalId,
        roleIdentifier: roleArn,
      },
    }
  },
})

function installation(format: RoleFormat, description: RoleDescription, templateUrl: string | null) {
  switch (format) {
    case 'cloudformation': {
      const content = `${JSON.stringify(cloudFormationTemplate(description), null, 2)}\n`
      return { fileName: 'surveyor-role.json', content, url: null }
    }
    case 'terraform':
      return { fileName: 'surveyor-role.tf', content: terraformFile(description), url: null }
    case 'cli':
      return { fileName: 'surveyor-role.sh', content: cliCommands(description), url: null }
    case 'quick-create':
      return {
        fileName: null,
        content: null,
        url: templateUrl === null ? null : quickCreateLink(templateUrl, description),
      }
    default:
      throw new Error(format satisfies never)
  }
}

const getChecklist = sessionRoute({
  method: 'GET',
  path: '/session/accounts/{id}/checklist',
  access: 'admin',
  pathParameters: byId,
  query: checklistQuery,
  body: null,
  data: checklist,

  async handle({ path, query, caller, dependencies, signal }) {
    const connection = await findAccount(dependencies.store, caller.organizationId, path.id)
    const { partition } = connection
    const region = query.region ?? (partition === partitionOf(defaultRegion) ? defaultRegion : firstRegion(partition))
    if (partitionOf(region) !== partition) {
      throw validationError([
        { path: ['region'], message: `must be a region of the account's partition, "${partition}"` },
      ])
    }
    return { data: await dependencies.checkAccess(connection, region, signal) }
  },
})

function firstRegion(partition: string): string {
  return regionsByPartition[partition]?.[0] ?? defaultRegion
}

export const accountRoleRoutes: readonly SessionRoute[] = [getRole, getChecklist]
