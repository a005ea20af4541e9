/** Functions, tables, and roles in Terraform. */
import { attribute, flagOf, type Mapping, type Mappings, textOf } from '../../mapping.ts'
import { NotKnown, type PlanObject, type PlanValue } from '../../plan.ts'
import { functionGrants, functionName, type Permission } from '../function-permissions.ts'

const lastPart =
  (name: string): Mapping['id'] =>
  ({ [name]: value }): PlanValue =>
    typeof value === 'string' ? value.slice(value.lastIndexOf('/') + 1) : (value ?? null)

const permissions = 'Permissions of IAM roles are not evaluated for plans.'
const ofRole = { type: 'AWS::IAM::Role', part: true, id: attribute('role'), unjudged: permissions } as const

function permissionIn(values: PlanObject): Permission {
  return {
    action: values['action'],
    principal: values['principal'],
    sourceArn: values['source_arn'],
    sourceAccount: values['source_account'],
    organization: values['principal_org_id'],
    authorization: values['function_url_auth_type'],
    alias: values['qualifier'],
  }
}

export const applications: Mappings = {
  aws_lambda_function: {
    type: 'AWS::Lambda::Function',
    id: attribute('function_name'),
    name: 'function_name',
    properties: { runtime: 'runtime', handler: 'handler', memorySizeMb: 'memory_size', timeoutSeconds: 'timeout' },
    relations: [
      { verb: 'attached to', type: 'AWS::EC2::Subnet', at: ['vpc_config', 'subnet_ids'], isListed: true },
      {
        verb: 'associated with',
        type: 'AWS::EC2::SecurityGroup',
        at: ['vpc_config', 'security_group_ids'],
        isListed: true,
      },
      { verb: 'uses', type: 'AWS::IAM::Role', at: ['role'] },
    ],
    more: () => ({ items: { urls: [], policyGrants: [] } }),
  },
  aws_lambda_permission: {
    type: 'AWS::Lambda::Function',
    part: true,
    id: ({ function_name: name }) => functionName(name),
    decides: ['action', 'principal', 'source_arn', 'source_account', 'principal_org_id', 'function_url_auth_type'],
    removal: 'Other statements of its policy may still allow the same callers.',
    more: (values, context) => functionGrants(permissionIn(values), context),
  },
  aws_lambda_function_url: {
    type: 'AWS::Lambda::Function',
    part: true,
    id: ({ function_name: name }) => functionName(name),
    decides: ['authorization_type'],
    more: ({ authorization_type: type, qualifier, function_url: url }) => {
      const [authorization, alias, address] = [textOf(type), textOf(qualifier), textOf(url)]
      if (typeof authorization !== 'string') return {}
      // Terraform adds the permission for everyone to a URL without authorization.
      const grants = authorization === 'NONE' ? [{ to: 'everyone', condition: null }] : []
      return {
        items: {
          urls: [
            {
              address: typeof address === 'string' ? address : 'the new URL',
              alias: typeof alias === 'string' ? alias : null,
              authorization,
              grants,
            },
          ],
        },
      }
    },
  },
  aws_dynamodb_table: {
    type: 'AWS::DynamoDB::Table',
    id: attribute('name'),
    name: 'name',
    properties: { billingMode: 'billing_mode', tableClass: 'table_class' },
    more: ({ deletion_protection_enabled: isProtected }) => {
      const flag = flagOf(isProtected)
      return { properties: flag === null || flag instanceof NotKnown ? {} : { deletionProtection: flag } }
    },
  },
  aws_dynamodb_resource_policy: {
    type: 'AWS::DynamoDB::Table',
    part: true,
    id: lastPart('resource_arn'),
    unjudged: 'Resource policies of DynamoDB tables are not evaluated.',
  },
  aws_iam_role: {
    type: 'AWS::IAM::Role',
    id: attribute('name'),
    name: 'name',
    properties: { description: 'description', path: 'path' },
    unjudged: permissions,
    unjudgedChanges: ['assume_role_policy', 'inline_policy', 'managed_policy_arns', 'permissions_boundary'],
  },
  aws_iam_role_policy: ofRole,
  aws_iam_role_policy_attachment: ofRole,
  aws_iam_role_policies_exclusive: { ...ofRole, id: attribute('role_name') },
  aws_iam_instance_profile: { type: 'AWS::IAM::InstanceProfile', id: attribute('name'), name: 'name' },
}
