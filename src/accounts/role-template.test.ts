import { expect, test } from 'vitest'
import { cloudFormationTemplate, readPolicies, trustPolicy } from './role-template.ts'

const principalArn = 'arn:aws:iam::111122223333:role/surveyor'
const role = { partition: 'aws', accountNumber: '123456789012', path: '/audit/', name: 'Scan' }

test('the trust policy allows one principal with one external ID, and the source identity', () => {
  expect(trustPolicy(principalArn, 'svy-1')).toEqual({
    Version: '2012-10-17',
    Statement: [
      {
        Sid: 'AssumeWithExternalId',
        Effect: 'Allow',
        Principal: { AWS: principalArn },
        Action: 'sts:AssumeRole',
        Condition: { StringEquals: { 'sts:ExternalId': 'svy-1' } },
      },
      {
        Sid: 'NameOrganization',
        Effect: 'Allow',
        Principal: { AWS: principalArn },
        Action: 'sts:SetSourceIdentity',
      },
    ],
  })
})

test('read policies have every action once, within the quota of 6,144 characters', () => {
  const permissions = Array.from({ length: 700 }, (_, index) => `service${index % 40}:DescribeSomething${index}`)
  const policies = readPolicies([...permissions, ...permissions], 'aws')
  expect(policies.length).toBeGreaterThan(1)
  for (const policy of policies) expect(JSON.stringify(policy).length).toBeLessThanOrEqual(6_144)
  const actions = policies.flatMap((policy) => policy.Statement.flatMap((statement) => statement.Action))
  expect(actions).toEqual([...permissions].sort())
})

test('the order of permissions has no effect', () => {
  const permissions = ['s3:ListAllMyBuckets', 'ec2:DescribeVpcs', 'lambda:ListFunctions']
  const description = { role, principalArn, externalId: 'svy-1', permissions }
  expect(JSON.stringify(cloudFormationTemplate({ ...description, permissions: permissions.toReversed() }))).toBe(
    JSON.stringify(cloudFormationTemplate(description)),
  )
})

test('the template can be deployed unchanged: it has defaults, and every reference exists', () => {
  const template = cloudFormationTemplate({
    role,
    principalArn,
    externalId: 'svy-1',
    permissions: ['ec2:DescribeVpcs'],
  })
  expect(template.Parameters).toMatchObject({
    RoleName: { Default: 'Scan' },
    PrincipalArn: { Default: principalArn },
    ExternalId: { Default: 'svy-1' },
  })
  expect(template.Resources.ScanRole).toMatchObject({
    Type: 'AWS::IAM::Role',
    Properties: { Path: '/audit/', ManagedPolicyArns: [{ Ref: 'ReadPolicy1' }] },
  })
  const names = new Set([...Object.keys(template.Parameters), ...Object.keys(template.Resources)])
  const references = [...JSON.stringify(template).matchAll(/"(?:Ref":|Fn::GetAtt":\[)"(\w+)"/g)].map(
    (match) => match[1],
  )
  expect(references.length).toBeGreaterThan(4)
  for (const reference of references) expect(names).toContain(reference)
})

test('allows no more than the requested permissions', () => {
  const [policy] = readPolicies(['ec2:DescribeVpcs'], 'aws')
  expect(policy?.Statement).toEqual([
    { Sid: 'ReadForScans', Effect: 'Allow', Action: ['ec2:DescribeVpcs'], Resource: '*' },
  ])
})

test('allows only the API Gateway paths that scans read, in the role’s own partition', () => {
  const [policy] = readPolicies(['ec2:DescribeVpcs', 'apigateway:GET'], 'aws-cn')
  const [all, limited] = policy?.Statement ?? []
  expect(all).toMatchObject({ Action: ['ec2:DescribeVpcs'], Resource: '*' })
  expect(limited).toMatchObject({ Sid: 'ReadapigatewayGET', Effect: 'Allow', Action: 'apigateway:GET' })
  expect(limited?.Resource).toContain('arn:aws-cn:apigateway:*::/restapis/*/stages')
  expect(JSON.stringify(policy)).not.toMatch(/apikeys|usageplans|"apigateway:GET","Resource":"\*"/)
  expect(readPolicies(['apigateway:GET'], 'aws').map(({ Statement }) => Statement.length)).toEqual([1])
})
