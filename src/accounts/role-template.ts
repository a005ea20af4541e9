/** The IAM role that a customer installs: its trust policy, its read permissions, and a CloudFormation template of both. */
import type { RoleArn } from './role-arn.ts'

/** A name, or a reference to a parameter of the template that holds it. */
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
  /** IAM actions, e.g. `ec2:DescribeVpcs`. */
  readonly permissions: readonly string[]
}

/** IAM's quota for a managed policy: 6,144 characters, white space not counted. */
const maxPolicyLength = 6_144

/**
 * What is read of actions that would allow more: resources of an ARN after its partition. `apigateway:GET` alone would read API keys
 * and usage plans as well. Source: "Resource types defined by Amazon API Gateway Management" in the service authorization reference.
 */
export const readPaths: Readonly<Record<string, readonly string[]>> = {
  'apigateway:GET': [
    '/apis',
    '/apis/*/integrations',
    '/apis/*/routes',
    '/apis/*/stages',
    '/domainnames',
    '/domainnames/*/apimappings',
    '/domainnames/*/basepathmappings',
    '/restapis',
    '/restapis/*/resources',
    '/restapis/*/stages',
    '/vpclinks',
  ].map((path) => `apigateway:*::${path}`),
}

/** The trust policy with its values filled in: what to paste where no template is used. */
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
      // Each session then carries the organization that it was opened for, which the customer sees in CloudTrail.
      { Sid: 'NameOrganization', Effect: 'Allow', Principal: { AWS: principal }, Action: 'sts:SetSourceIdentity' },
    ],
  }
}

/** The condition that a trust policy lacks when the role is open to anyone's external id. */
export function externalIdCondition(externalId: string): string {
  return `"Condition": ${JSON.stringify({ StringEquals: { 'sts:ExternalId': externalId } })}`
}

/** The read permissions, sorted, in as many policies as their quota asks for. */
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

/** What one policy allows: on all resources, and on those of `readPaths`. */
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

/** A template that can be used as it is: every parameter has the connection's own value as its default. */
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
          // Attached from the role's side, so that a role that exists can already read.
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
