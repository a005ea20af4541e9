/**
 * Creates the IAM role that a customer installs: its trust policy, its read permissions, and a CloudFormation template
 * of both.
 */
import type { RoleArn } from './role-arn.ts'

/** A text, or a reference to a parameter of the template. */
type TemplateText = string | { readonly Ref: string }

export type PolicyStatement = {
  readonly Sid: string
  readonly Effect: 'Allow'
  readonly Principal?: { readonly AWS: TemplateText }
  readonly Action: string | readonly string[]
  readonly Resource?: '*' | readonly string[]
  readonly Condition?: { readonly StringEquals: Readonly<Record<string, TemplateText>> }
}

export type PolicyDocument = { readonly Version: '2012-10-17'; readonly Statement: readonly PolicyStatement[] }

export type CloudFormationTemplate = {
  readonly AWSTemplateFormatVersion: '2010-09-09'
  readonly Description: string
  readonly Parameters: Readonly<Record<string, Readonly<Record<string, string | number>>>>
  readonly Resources: Readonly<
    Record<string, { readonly Type: string; readonly Properties: Readonly<Record<string, unknown>> }>
  >
  readonly Outputs: Readonly<Record<string, { readonly Description: string; readonly Value: unknown }>>
}

export type RoleDescription = {
  readonly role: RoleArn
  readonly principalArn: string
  readonly externalId: string
  /** IAM actions, for example `ec2:DescribeVpcs`. */
  readonly permissions: readonly string[]
}

/** IAM's quota for a managed policy: 6,144 characters without white space. */
const maxPolicyLength = 6_144

/**
 * Resource paths for actions that would otherwise allow too much, as ARNs without `arn` and partition. Without them,
 * `apigateway:GET` would also allow reading API keys and usage plans. Source: "Resource types defined by Amazon API
 * Gateway Management" in the service authorization reference.
 */
export const readPaths: Readonly<Record<string, readonly string[]>> = {
  'apigateway:GET': [
    '/apis',
    '/apis/*/authorizers',
    '/apis/*/integrations',
    '/apis/*/routes',
    '/apis/*/stages',
    '/domainnames',
    '/domainnames/*/apimappings',
    '/domainnames/*/basepathmappings',
    '/restapis',
    '/restapis/*/authorizers',
    '/restapis/*/resources',
    '/restapis/*/stages',
    '/vpclinks',
  ].map((path) => `apigateway:*::${path}`),
}

/** Returns the trust policy with its values filled in, for customers that don't use a template. */
export function trustPolicy(principalArn: string, externalId: string): PolicyDocument {
  return trustPolicyOf(principalArn, externalId)
}

function trustPolicyOf(principal: TemplateText, externalId: TemplateText): PolicyDocument {
  return {
    Version: '2012-10-17',
    Statement: [
      {
        Sid: 'AssumeWithExternalId',
        Effect: 'Allow',
        Principal: { AWS: principal },
        Action: 'sts:AssumeRole',
        Condition: { StringEquals: { 'sts:ExternalId': externalId } },
      },
      // Each session then has the organization ID as its source identity, which the customer sees in CloudTrail.
      { Sid: 'NameOrganization', Effect: 'Allow', Principal: { AWS: principal }, Action: 'sts:SetSourceIdentity' },
    ],
  }
}

/** Returns the condition that is missing from a trust policy that accepts any external ID. */
export function externalIdCondition(externalId: string): string {
  return `"Condition": ${JSON.stringify({ StringEquals: { 'sts:ExternalId': externalId } })}`
}

/** Returns the read permissions, sorted, in as many policies as the quota requires. */
export function readPolicies(permissions: readonly string[], partition: string): readonly PolicyDocument[] {
  const actions = [...new Set(permissions)].sort()
  const policies: Read[] = [{ actions: [], limited: [] }]
  for (const action of actions) {
    const last = policies.at(-1) ?? { actions: [], limited: [] }
    const more = withAction(last, action)
    if (JSON.stringify(readPolicy(more, partition)).length <= maxPolicyLength) policies[policies.length - 1] = more
    else policies.push(withAction({ actions: [], limited: [] }, action))
  }
  return policies.map((read) => readPolicy(read, partition))
}

/** The content of one policy: actions on all resources, and actions on `readPaths`. */
type Read = { readonly actions: readonly string[]; readonly limited: readonly string[] }

function withAction({ actions, limited }: Read, action: string): Read {
  return action in readPaths ? { actions, limited: [...limited, action] } : { actions: [...actions, action], limited }
}

function readPolicy({ actions, limited }: Read, partition: string): PolicyDocument {
  return {
    Version: '2012-10-17',
    Statement: [
      ...(actions.length > 0
        ? [{ Sid: 'ReadForScans', Effect: 'Allow' as const, Action: actions, Resource: '*' as const }]
        : []),
      ...limited.map((action) => ({
        Sid: `Read${action.replace(/\W/gu, '')}`,
        Effect: 'Allow' as const,
        Action: action,
        Resource: (readPaths[action] ?? []).map((path) => `arn:${partition}:${path}`),
      })),
    ],
  }
}

/** Returns a template that can be deployed unchanged. The connection's values are the defaults of its parameters. */
export function cloudFormationTemplate(description: RoleDescription): CloudFormationTemplate {
  const { role, principalArn, externalId, permissions } = description
  const policies = readPolicies(permissions, role.partition).map(
    (document, index) => [`ReadPolicy${index + 1}`, document] as const,
  )
  return {
    AWSTemplateFormatVersion: '2010-09-09',
    Description: 'A read-only role that lets Surveyor scan this account and draw its architecture.',
    Parameters: {
      RoleName: {
        Type: 'String',
        Description: 'Name of the IAM role. If you change it, change it in Surveyor too.',
        Default: role.name,
        AllowedPattern: '[\\w+=,.@-]{1,64}',
      },
      PrincipalArn: {
        Type: 'String',
        Description: 'ARN of the only principal that may assume this role.',
        Default: principalArn,
      },
      ExternalId: {
        Type: 'String',
        Description: 'External ID of this connection. It prevents use of the role for anyone else.',
        Default: externalId,
        MinLength: 2,
        MaxLength: 1224,
      },
    },
    Resources: {
      ...Object.fromEntries(
        policies.map(([name, document]) => [
          name,
          {
            Type: 'AWS::IAM::ManagedPolicy',
            Properties: { Description: 'Read permissions for scans by Surveyor', PolicyDocument: document },
          },
        ]),
      ),
      ScanRole: {
        Type: 'AWS::IAM::Role',
        Properties: {
          RoleName: { Ref: 'RoleName' },
          Path: role.path,
          Description: 'Lets Surveyor read this account for scans',
          MaxSessionDuration: 3_600,
          AssumeRolePolicyDocument: trustPolicyOf({ Ref: 'PrincipalArn' }, { Ref: 'ExternalId' }),
          // The role attaches the policies, so that it can read as soon as it exists.
          ManagedPolicyArns: policies.map(([name]) => ({ Ref: name })),
        },
      },
    },
    Outputs: {
      RoleArn: {
        Description: 'ARN of the IAM role to verify in Surveyor',
        Value: { 'Fn::GetAtt': ['ScanRole', 'Arn'] },
      },
    },
  }
}
