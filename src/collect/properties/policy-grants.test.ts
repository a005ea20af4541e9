import { describe, expect, test } from 'vitest'
import { policyGrants } from './policy-grants.ts'

const own = '444455556666'
const other = '111122223333'

const allow = { Effect: 'Allow', Principal: '*', Action: 'sqs:*', Resource: '*' }
const deny = { Effect: 'Deny', Principal: '*', Action: '*', Resource: '*' }

function grants(...statements: readonly object[]) {
  return policyGrants(JSON.stringify({ Version: '2012-10-17', Statement: statements }), own) ?? []
}

/** Each grant as `everyone` or `everyone: condition`. */
const told = (...statements: readonly object[]) =>
  grants(...statements).map(({ to, condition }) => (condition === null ? to : `${to}: ${condition}`))

const principalAccount = (account: string) => ({ StringEquals: { 'aws:PrincipalAccount': account } })
const under = (Condition: object) => told({ ...allow, Condition })
const exceptUnder = (Condition: object) => told(allow, { ...deny, Condition })

describe('principals', () => {
  test.each<[statement: object, expected: readonly string[]]>([
    [{}, ['everyone']],
    [{ Principal: { AWS: '*' } }, ['everyone']],
    [{ Principal: { AWS: [`arn:aws:iam::${other}:root`, '*'] } }, ['everyone']],
    [{ Principal: { AWS: `arn:aws:iam::${other}:role/reader` } }, [other]],
    [{ Principal: { AWS: other } }, [other]],
    [{ Principal: { AWS: [`arn:aws:iam::${own}:root`, `arn:aws:iam::${other}:root`] } }, [other]],
    [{ Principal: { AWS: `arn:aws:iam::${own}:root` } }, []],
    [{ Principal: { AWS: 'AIDAEXAMPLEOFADELETED' } }, []],
    [{ Principal: { Service: 's3.amazonaws.com' } }, []],
    [{ Principal: undefined, NotPrincipal: { AWS: `arn:aws:iam::${other}:root` } }, ['everyone']],
    [{ Principal: undefined, NotPrincipal: '*' }, []],
    [{ Principal: undefined, NotPrincipal: { AWS: [other, '*'] } }, []],
    [{ Effect: 'Deny' }, []],
  ])('of %j are %j', (statement, expected) => expect(told({ ...allow, ...statement })).toEqual(expected))

  test('a missing policy grants nothing', () => {
    expect(policyGrants(undefined, own)).toEqual([])
    expect(policyGrants('', own)).toEqual([])
  })

  test.each([
    'null',
    '[]',
    '"text"',
    'no JSON',
    '{"Statement":[null]}',
    '{"Statement":["text"]}',
    '{"Statement":[{"Effect":"Allow","Principal":"*","Condition":null}]}',
    '{"Statement":[{"Effect":"Allow","Principal":"*","Condition":{"Bool":null}}]}',
  ])('the grants of the policy %s are unknown', (policy) => expect(policyGrants(policy, own)).toBeUndefined())

  test('accepts a single statement and escaped quotes', () => {
    const policy = JSON.stringify({ Statement: allow })
    expect(policyGrants(policy, own)).toEqual([{ to: 'everyone', condition: null }])
    expect(policyGrants(policy.replaceAll('"', String.raw`\"`), own)).toEqual([{ to: 'everyone', condition: null }])
  })
})

describe('conditions that any caller can meet', () => {
  test.each([
    { Bool: { 'aws:SecureTransport': 'true' } },
    { IpAddress: { 'aws:SourceIp': '0.0.0.0/0' } },
    { IpAddress: { 'aws:SourceIp': ['0.0.0.0/1', '128.0.0.0/1'] } },
    { NotIpAddress: { 'aws:SourceIp': '203.0.113.0/24' } },
    { NotIpAddress: { 'aws:SourceIp': '::/0' } },
    { NotIpAddress: { 'aws:SourceIp': '0.0.0.0/0' } },
    { StringLike: { 'aws:Referer': 'a-secret' } },
    { StringLike: { 'aws:PrincipalArn': '*' } },
    { StringLike: { 'aws:SourceIp': '*' } },
    { StringLike: { 'aws:PrincipalOrgID': 'o-*' } },
    { 'ForAnyValue:StringLike': { 'aws:PrincipalOrgPaths': 'o-*/*' } },
    { StringLike: { 'aws:PrincipalAccount': ['*', own] } },
    { StringLike: { 'aws:SourceVpce': 'vpce-*' } },
    { ArnLike: { 'aws:PrincipalArn': 'arn:aws:iam::*:*' } },
    { ArnEquals: { 'aws:PrincipalArn': 'arn:aws:iam::*:role/*' } },
    { ArnLike: { 'aws:SourceArn': 'arn:aws:sns:*:*:*' } },
    { ArnLike: { 'aws:SourceArn': 'arn:aws:s3:::*' } },
    { StringLike: { 'aws:SourceArn': 'arn:aws:sns:*' } },
    { StringNotEquals: { 'aws:PrincipalOrgID': 'o-example' } },
    // A direct caller has no VPC endpoint.
    { StringEqualsIfExists: { 'aws:SourceVpce': 'vpce-1' } },
    { 'ForAllValues:StringEquals': { 'aws:SourceVpce': 'vpce-1' } },
    { Bool: { 'aws:PrincipalIsAWSService': 'false' } },
    { Null: { 'aws:SourceVpce': 'true' } },
    { Null: { 'aws:MultiFactorAuthAge': 'true' } },
    { Null: { 'aws:Referer': 'false' } },
    { Null: { 'aws:SourceIp': 'false' } },
    { Null: { 'aws:SecureTransport': 'false' } },
    { Null: { 'aws:ViaAWSService': 'false' } },
    // Users and roles can have the same name in any account.
    { ArnLike: { 'aws:PrincipalArn': 'arn:aws:iam::*:role/x' } },
    { StringLike: { 'aws:PrincipalArn': [`arn:aws:iam::${other}:user/x`, 'arn:aws-cn:iam::*:user/x'] } },
    { ArnLike: { 'aws:PrincipalArn': 'arn:aws:iam::*:root' } },
    // It is the account of the resource, not of the caller.
    { StringEquals: { 'aws:ResourceAccount': own } },
    { StringEquals: { 'aws:ResourceAccount': [own, other] } },
    { StringNotEquals: { 'aws:ResourceAccount': other } },
    { DateLessThan: { 'aws:CurrentTime': ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z'] } },
    { DateGreaterThan: { 'aws:CurrentTime': '2020-01-01T00:00:00Z' } },
    { DateLessThan: { 'aws:CurrentTime': 'not a time' } },
    { DateGreaterThan: { 'aws:CurrentTime': ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z'] } },
    { DateGreaterThan: { 'aws:EpochTime': '1577836800' } },
    { DateNotEquals: { 'aws:CurrentTime': '2020-01-01T00:00:00Z' } },
    { DateLessThan: { 'aws:CurrentTime': '2999' } },
    { DateLessThan: { 'aws:EpochTime': '32503680000' } },
    { NumericLessThan: { 'aws:EpochTime': '32503680000' } },
    // Text that is compared with a flag.
    { StringEquals: { 'aws:SecureTransport': 'true' } },
    { StringEquals: { 'aws:ViaAWSService': 'false' } },
    { StringNotEquals: { 'aws:PrincipalIsAWSService': 'true' } },
    { StringEqualsIfExists: { 'aws:MultiFactorAuthPresent': 'true' } },
  ])('%j', (condition) => expect(under(condition)).toEqual(['everyone']))
})

describe('conditions that admit some callers', () => {
  test.each<[condition: object, expected: string]>([
    [{ StringEquals: { 'aws:PrincipalOrgID': 'o-example' } }, 'only where aws:PrincipalOrgID is o-example'],
    [{ StringEquals: { 'aws:SourceVpce': ['vpce-2', 'vpce-1'] } }, 'only where aws:SourceVpce is vpce-1 or vpce-2'],
    [{ 'ForAnyValue:StringEquals': { 'aws:SourceVpce': 'vpce-1' } }, 'only where aws:SourceVpce is vpce-1'],
    [{ IpAddress: { 'aws:SourceIp': '203.0.113.0/24' } }, 'only where aws:SourceIp is 203.0.113.0/24'],
    [
      { IpAddressIfExists: { 'aws:SourceIp': '203.0.113.0/24' } },
      'only where aws:SourceIp is 203.0.113.0/24 or missing (through VPC endpoints of any account)',
    ],
    [{ NotIpAddress: { 'aws:SourceIp': ['0.0.0.0/0', '::/0'] } }, 'only through VPC endpoints of any account'],
    [{ StringNotLike: { 'aws:SourceIp': '*' } }, 'only through VPC endpoints of any account'],
    [
      { ArnLike: { 'aws:PrincipalArn': 'arn:aws:iam::*:role/aws-service-role/x/y' } },
      'only where aws:PrincipalArn is arn:aws:iam::*:role/aws-service-role/x/y',
    ],
    [
      { ArnLike: { 'aws:SourceArn': 'arn:aws:cloudfront::*:distribution/E1' } },
      'only where aws:SourceArn is arn:aws:cloudfront::*:distribution/E1',
    ],
    [{ StringEquals: { 'aws:MultiFactorAuthPresent': 'true' } }, 'only if aws:MultiFactorAuthPresent is true'],
    [{ StringNotEquals: { 'aws:ViaAWSService': 'false' } }, 'only if aws:ViaAWSService is true'],
    [{ StringEquals: { 'aws:ViaAWSService': 'yes' } }, 'only if its condition on aws:ViaAWSService is met'],
    [{ StringEquals: { 'aws:ViaAWSService': ['true', 'no'] } }, 'only if its condition on aws:ViaAWSService is met'],
    // Not met before that time.
    [
      { DateGreaterThan: { 'aws:CurrentTime': '2999-01-01T00:00:00Z' } },
      'only if its condition on aws:CurrentTime is met',
    ],
    [{ NumericGreaterThan: { 'aws:EpochTime': '32503680000' } }, 'only if its condition on aws:EpochTime is met'],
    [{ DateEquals: { 'aws:CurrentTime': '2999-01-01T00:00:00Z' } }, 'only if its condition on aws:CurrentTime is met'],
    [{ Null: { 'aws:SourceIp': 'true' } }, 'only through VPC endpoints of any account'],
    // The tags of the resource decide, not the caller.
    [{ StringNotEquals: { 'aws:ResourceTag/team': 'a' } }, 'only if its condition on aws:ResourceTag/team is met'],
    [{ StringEqualsIfExists: { 'aws:ResourceTag/team': 'a' } }, 'only if its condition on aws:ResourceTag/team is met'],
    [
      { Null: { 'secretsmanager:ResourceTag/a': 'true' } },
      'only if its condition on secretsmanager:ResourceTag/a is met',
    ],
    [{ StringNotEquals: { 'aws:ResourceOrgID': 'o-1' } }, 'only if its condition on aws:ResourceOrgID is met'],
    [{ StringLike: { 'aws:ResourceAccount': '4444*' } }, 'only if its condition on aws:ResourceAccount is met'],
    [{ IpAddress: { 'aws:SourceIp': '0.0.0.0/1' } }, 'only where aws:SourceIp is 0.0.0.0/1'],
    [{ ArnLike: { 'aws:SourceArn': 'arn:aws:s3:::logs' } }, 'only where aws:SourceArn is arn:aws:s3:::logs'],
    [{ ArnLike: { 'aws:SourceArn': 'arn:aws:sns*' } }, 'only where aws:SourceArn is arn:aws:sns*'],
    [{ StringLike: { 'aws:PrincipalOrgID': 'o-a*' } }, 'only where aws:PrincipalOrgID is o-a*'],
    [{ StringEquals: { 'aws:PrincipalOrgID': ['*', 'o-1'] } }, 'only where aws:PrincipalOrgID is o-1'],
    [{ StringEquals: { 'lambda:EventSourceToken': '*' } }, 'only if its condition on lambda:EventSourceToken is met'],
    [{ StringLike: { 'aws:SourceIp': '203.0.113.*' } }, 'only where aws:SourceIp is 203.0.113.*'],
    [{ IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } }, 'only where aws:SourceIp is 10.0.0.0/8, which is private'],
    [
      { Bool: { 'elasticfilesystem:AccessedViaMountTarget': 'true' } },
      'only if elasticfilesystem:AccessedViaMountTarget is true',
    ],
    [
      { 'ForAnyValue:StringNotLike': { 'aws:PrincipalOrgPaths': ['o-1/*'] } },
      'only where aws:PrincipalOrgPaths exists and is not o-1/*',
    ],
    [{ Null: { 'aws:SourceVpce': 'false' } }, 'only with aws:SourceVpce'],
    [{ Null: { 'aws:MultiFactorAuthAge': 'false' } }, 'only with aws:MultiFactorAuthAge'],
    // The value may be a secret between two parties.
    [
      { StringEquals: { 'lambda:EventSourceToken': 'a-secret' } },
      'only if its condition on lambda:EventSourceToken is met',
    ],
    [
      { StringEquals: { 'aws:PrincipalOrgID': 'o-1' }, IpAddress: { 'aws:SourceIp': '203.0.113.0/24' } },
      'only where aws:PrincipalOrgID is o-1 and only where aws:SourceIp is 203.0.113.0/24',
    ],
  ])('%j', (condition, expected) => expect(under(condition)).toEqual([`everyone: ${expected}`]))

  test('shows only the first of many values', () => {
    const vpcs = ['vpc-1', 'vpc-2', 'vpc-3', 'vpc-4', 'vpc-5', 'vpc-6', 'vpc-7']
    expect(under({ StringEquals: { 'aws:SourceVpc': vpcs } })).toEqual([
      'everyone: only where aws:SourceVpc is vpc-1 or vpc-2 or vpc-3 or vpc-4 or vpc-5, or 2 more',
    ])
  })
})

describe('conditions that no caller can meet', () => {
  test.each([
    { StringEquals: { 'aws:ResourceAccount': other } },
    { StringEqualsIfExists: { 'aws:ResourceAccount': other } },
    { StringNotEquals: { 'aws:ResourceAccount': [own, other] } },
    { DateLessThan: { 'aws:CurrentTime': '2020-01-01T00:00:00Z' } },
    { DateLessThan: { 'aws:EpochTime': '1577836800' } },
    { NumericLessThanEquals: { 'aws:EpochTime': '1577836800' } },
    { DateLessThanEquals: { 'AWS:CurrentTime': ['2020-01-01T00:00:00Z', '2021-01-01T00:00:00Z'] } },
    { 'ForAnyValue:StringNotLike': { 'aws:SourceIp': '*' } },
    { 'ForAnyValue:StringNotLike': { 'aws:PrincipalArn': '*' } },
    // No request lacks these keys.
    { Null: { 'aws:SecureTransport': 'true' } },
    { Null: { 'aws:CurrentTime': 'true' } },
    { Null: { 'aws:ViaAWSService': 'true' } },
    { Null: { 'kms:CallerAccount': 'true' } },
    // `StringEquals` compares `*` literally.
    { StringEquals: { 'aws:PrincipalOrgID': '*' } },
    { StringEqualsIgnoreCase: { 'aws:PrincipalAccount': '????????????' } },
    { StringEquals: { 'aws:PrincipalOrgID': [] } },
    { Bool: { 'aws:PrincipalIsAWSService': [] } },
  ])('%j', (condition) => expect(under(condition)).toEqual([]))

  test('an empty list of values matches nothing', () => {
    expect(under({ StringNotEquals: { 'aws:SourceIp': [] } })).toEqual(['everyone'])
    expect(under({ StringEqualsIfExists: { 'aws:PrincipalOrgID': [] } })).toEqual(['everyone'])
    expect(under({ IpAddressIfExists: { 'aws:SourceIp': [] } })).toEqual([])
    expect(exceptUnder({ StringEquals: { 'aws:PrincipalOrgID': [] } })).toEqual(['everyone'])
    expect(exceptUnder({ StringNotEquals: { 'aws:PrincipalOrgID': [] } })).toEqual([])
  })
})

describe('conditions on accounts', () => {
  test.each<[condition: object, expected: readonly string[]]>([
    [{ StringEquals: { 'AWS:SourceOwner': own } }, []],
    [{ StringEquals: { 'aws:SourceAccount': own } }, []],
    [{ StringEquals: { 'aws:SourceAccount': other } }, [other]],
    [{ StringEquals: { 'kms:CallerAccount': [own, other] } }, [other]],
    [{ ArnLike: { 'aws:SourceArn': `arn:aws:sns:us-east-1:${own}:topic` } }, []],
    [{ ArnLike: { 'aws:SourceArn': `arn:aws:sns:us-east-1:${other}:topic` } }, [other]],
  ])('%j leave %j', (condition, expected) => expect(under(condition)).toEqual(expected))

  test.each<[conditions: object, expected: readonly string[]]>([
    [{ 'aws:PrincipalAccount': other, 'aws:SourceAccount': '777788889999' }, []],
    [{ 'aws:PrincipalAccount': [other, '777788889999'], 'aws:SourceAccount': ['777788889999'] }, ['777788889999']],
  ])('both of %j have to name an account', (conditions, expected) => {
    expect(under({ StringEquals: conditions })).toEqual(expected)
  })

  test.each<[condition: object, expected: readonly string[]]>([
    [{ StringEquals: { 'aws:PrincipalAccount': other } }, []],
    [{ StringEqualsIfExists: { 'aws:PrincipalAccount': [own, other] } }, []],
    [{ StringEquals: { 'kms:CallerAccount': other } }, []],
    [{ StringEquals: { 'aws:PrincipalAccount': '777788889999' } }, [other]],
    // A direct caller has no source account.
    [{ StringEquals: { 'aws:SourceAccount': other } }, [other]],
  ])('a Deny under %j leaves the account %j', (Condition, expected) => {
    expect(told({ ...allow, Principal: { AWS: other } }, { ...deny, Condition })).toEqual(expected)
  })

  test('a condition that excludes an account leaves everyone else', () => {
    const exceptOther = { StringNotEquals: { 'aws:PrincipalAccount': other } }
    expect(under(exceptOther)).toEqual(['everyone'])
    expect(told({ ...allow, Principal: { AWS: other }, Condition: exceptOther })).toEqual([])
    expect(exceptUnder({ StringEquals: { 'aws:PrincipalAccount': other } })).toEqual(['everyone'])
  })

  test('an account that the condition does not name gets no grant', () => {
    const principal = { Principal: { AWS: other } }
    expect(told({ ...allow, ...principal, Condition: principalAccount('777788889999') })).toEqual([])
    expect(told({ ...allow, ...principal, Condition: principalAccount(other) })).toEqual([other])
  })
})

describe('a service', () => {
  const service = { ...allow, Principal: { Service: 'sns.amazonaws.com' } }
  const forOther = { StringEquals: { 'aws:SourceAccount': other } }

  test.each<[condition: object, expected: readonly string[]]>([
    [{ ArnEquals: { 'aws:SourceArn': `arn:aws:sns:us-east-1:${other}:topic` } }, [other]],
    [forOther, [other]],
    [{ ...forOther, StringLike: { 'aws:SourceOrgID': 'o-1' } }, [`${other}: only where aws:SourceOrgID is o-1`]],
    [{ StringEquals: { 'aws:SourceAccount': own } }, []],
    [{ StringEquals: { 'aws:SourceOrgID': 'o-1' } }, []],
  ])('that acts under %j is granted for %j', (Condition, expected) => {
    expect(told({ ...service, Condition })).toEqual(expected)
  })

  test('is granted beside accounts', () => {
    const both = { ...allow, Principal: { Service: 'sns.amazonaws.com', AWS: '777788889999' } }
    expect(told(both)).toEqual(['777788889999'])
    expect(told({ ...both, Condition: forOther })).toEqual([other])
  })

  test.each<[deny: object, expected: readonly string[]]>([
    [{}, []],
    [{ Condition: { StringNotEquals: { 'aws:SourceAccount': own } } }, []],
    [{ Condition: { StringNotEquals: { 'aws:SourceAccount': other } } }, [other]],
    [{ Principal: service.Principal }, []],
    // These aren't about what a service does for the account.
    [{ Principal: { AWS: other } }, [other]],
    [{ Condition: principalAccount(other) }, [other]],
    [{ Principal: undefined, NotPrincipal: { Service: 'sns.amazonaws.com' } }, [other]],
    [{ Principal: undefined, NotPrincipal: '*' }, [other]],
    [{ Principal: undefined, NotPrincipal: { Service: 's3.amazonaws.com' } }, []],
    [{ Principal: { Service: 's3.amazonaws.com' } }, [other]],
  ])('after the Deny %j is granted for %j', (denied, expected) => {
    expect(told({ ...service, Condition: forOther }, { ...deny, ...denied })).toEqual(expected)
  })
})

describe('a Deny', () => {
  test.each<[deny: object, expected: readonly string[]]>([
    [{}, []],
    [{ Action: 'sqs:*' }, []],
    [{ Action: 'SQS:*' }, []],
    [{ Resource: undefined }, []],
    [{ Action: ['sqs:Send*', 'sqs:Receive*'] }, ['everyone']],
    [{ NotAction: 'sqs:SendMessage', Action: undefined }, ['everyone']],
    [{ Resource: 'arn:aws:sqs:us-east-1:444455556666:other' }, ['everyone']],
    [{ Principal: { AWS: other } }, ['everyone']],
    [{ Principal: undefined, NotPrincipal: { AWS: [own, other] } }, [other]],
    [{ Principal: undefined, NotPrincipal: { AWS: own } }, []],
    [{ Principal: undefined, NotPrincipal: '*' }, ['everyone']],
  ])('%j leaves %j', (statement, expected) => expect(told(allow, { ...deny, ...statement })).toEqual(expected))

  test('compares resources by letter case, and actions without it', () => {
    const orders = 'arn:aws:sqs:us-east-1:444455556666:Orders'
    const allowOrders = { ...allow, Resource: orders }
    expect(told(allowOrders, { ...deny, Resource: orders })).toEqual([])
    expect(told(allowOrders, { ...deny, Resource: orders.toLowerCase() })).toEqual(['everyone'])
    expect(told({ ...allowOrders, Action: 'sqs:SendMessage' }, { ...deny, Action: 'SQS:send*' })).toEqual([])
  })

  test('a question mark covers one character, not all that a wildcard allows', () => {
    const denyOne = { ...deny, Action: 'sqs:SendMessag?' }
    expect(told({ ...allow, Action: 'sqs:SendMessage' }, denyOne)).toEqual([])
    expect(told({ ...allow, Action: 'sqs:SendMessag*' }, denyOne)).toEqual(['everyone'])
  })

  test('a Deny for one account removes its grant', () => {
    const granted = { ...allow, Principal: { AWS: other } }
    expect(told(granted, { ...deny, Principal: { AWS: other } })).toEqual([])
    expect(told(granted, deny)).toEqual([])
  })

  test.each<[allowed: string, denied: string | readonly string[], expected: readonly string[]]>([
    [other, `arn:aws:iam::${other}:role/intern`, [other]],
    [other, `arn:aws:iam::${other}:user/intern`, [other]],
    [other, `arn:aws:sts::${other}:assumed-role/intern/session`, [other]],
    [other, `arn:aws:iam::${other}:root`, []],
    [`arn:aws:iam::${other}:root`, other, []],
    [`arn:aws:iam::${other}:role/intern`, other, []],
    [`arn:aws:iam::${other}:role/intern`, `arn:aws:iam::${other}:role/intern`, []],
    [`arn:aws:iam::${other}:role/intern`, `arn:aws:iam::${other}:role/guest`, [other]],
    [other, `arn:aws:iam::${own}:root`, [other]],
    [other, '*', []],
  ])('that %s is granted, for %s, leaves %j', (allowed, denied, expected) => {
    const granted = { ...allow, Principal: { AWS: allowed } }
    expect(told(granted, { ...deny, Principal: { AWS: denied } })).toEqual(expected)
  })

  test('a Deny for one principal does not remove what a condition grants its account', () => {
    const granted = { ...allow, Principal: { AWS: [`arn:aws:iam::${other}:role/intern`, '*'] } }
    const intern = { ...deny, Principal: { AWS: `arn:aws:iam::${other}:role/intern` } }
    expect(told({ ...granted, Condition: principalAccount(other) }, intern)).toEqual([other])
  })

  test.each<[condition: object, expected: readonly string[]]>([
    [{ Bool: { 'aws:SecureTransport': 'false' } }, ['everyone']],
    [{ StringEquals: { 'aws:SourceVpce': 'vpce-1' } }, ['everyone']],
    [{ StringNotEquals: { 'aws:PrincipalOrgID': 'o-1' } }, ['everyone: only where aws:PrincipalOrgID is o-1']],
    [{ StringNotEqualsIfExists: { 'aws:SourceVpce': 'vpce-1' } }, ['everyone: only where aws:SourceVpce is vpce-1']],
    [{ NotIpAddress: { 'aws:SourceIp': '203.0.113.0/24' } }, ['everyone: only where aws:SourceIp is 203.0.113.0/24']],
    [{ NotIpAddress: { 'aws:SourceIp': '0.0.0.0/0' } }, ['everyone']],
    // Requests through VPC endpoints don't have the key.
    [{ IpAddress: { 'aws:SourceIp': ['0.0.0.0/0', '::/0'] } }, ['everyone: only through VPC endpoints of any account']],
    [{ StringLike: { 'aws:SourceIp': '*' } }, ['everyone: only through VPC endpoints of any account']],
    [{ IpAddressIfExists: { 'aws:SourceIp': ['0.0.0.0/0', '::/0'] } }, []],
    [{ Null: { 'aws:SourceIp': 'true' } }, ['everyone']],
    [{ Null: { 'aws:SourceIp': 'false' } }, ['everyone: only through VPC endpoints of any account']],
    [{ Null: { 'aws:SecureTransport': 'true' } }, ['everyone']],
    [{ Null: { 'aws:SecureTransport': 'false' } }, []],
    [{ Null: { 'aws:EpochTime': 'false' } }, []],
    [{ ArnNotLike: { 'aws:PrincipalArn': 'arn:aws:iam::*:role/x' } }, ['everyone']],
    [
      { ArnLikeIfExists: { 'aws:PrincipalArn': 'arn:aws:iam::*:role/x' } },
      ['everyone: only where aws:PrincipalArn exists and is not arn:aws:iam::*:role/x'],
    ],
    // Callers that are roles are exempt.
    [
      { ArnLikeIfExists: { 'aws:PrincipalArn': 'arn:aws:iam::*:user/*' } },
      ['everyone: only where aws:PrincipalArn exists and is not arn:aws:iam::*:user/*'],
    ],
    [{ ArnLikeIfExists: { 'aws:PrincipalArn': 'arn:*' } }, []],
    [{ StringLikeIfExists: { 'aws:PrincipalArn': '*' } }, []],
    [{ StringEquals: { 'aws:ResourceAccount': own } }, []],
    [{ StringEquals: { 'aws:ResourceAccount': other } }, ['everyone']],
    [{ DateGreaterThan: { 'aws:CurrentTime': ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z'] } }, []],
    [{ DateGreaterThanEquals: { 'aws:CurrentTime': '2999-01-01T00:00:00Z' } }, ['everyone']],
    [{ DateLessThan: { 'aws:CurrentTime': '2020-01-01T00:00:00Z' } }, ['everyone']],
    [
      { DateLessThan: { 'aws:CurrentTime': '2999-01-01T00:00:00Z' } },
      ['everyone: only if its condition on aws:CurrentTime is met'],
    ],
    [{ DateEquals: { 'aws:CurrentTime': '2999-01-01T00:00:00Z' } }, ['everyone']],
    [{ NumericGreaterThan: { 'aws:EpochTime': '1577836800' } }, []],
    [{ NumericGreaterThan: { 'aws:EpochTime': '32503680000' } }, ['everyone']],
    // The other IP family is left.
    [{ IpAddress: { 'aws:SourceIp': '0.0.0.0/0' } }, ['everyone']],
    [{ IpAddress: { 'aws:SourceIp': '::/0' } }, ['everyone']],
    [{ StringLikeIfExists: { 'aws:SourceVpce': '*' } }, []],
    [{ StringNotEquals: { 'aws:PrincipalAccount': own } }, []],
    [{ StringNotEquals: { 'aws:PrincipalAccount': [own, other] } }, [other]],
    [{ Null: { 'aws:SourceVpce': 'true' } }, ['everyone: only with aws:SourceVpce']],
    [{ Null: { 'aws:MultiFactorAuthAge': 'true' } }, ['everyone: only with aws:MultiFactorAuthAge']],
    [{ Null: { 'aws:SourceVpce': 'false' } }, ['everyone']],
    [
      { StringNotEquals: { 'aws:PrincipalOrgID': 'o-1' }, BoolIfExists: { 'aws:PrincipalIsAWSService': 'false' } },
      ['everyone: only if aws:PrincipalIsAWSService is true', 'everyone: only where aws:PrincipalOrgID is o-1'],
    ],
    // Callers without the key are exempt, unless the condition has `IfExists` or `ForAllValues`.
    [{ Bool: { 'aws:MultiFactorAuthPresent': 'false' } }, ['everyone']],
    [
      { BoolIfExists: { 'aws:MultiFactorAuthPresent': 'false' } },
      ['everyone: only if aws:MultiFactorAuthPresent is true'],
    ],
    [{ Bool: { 'aws:ViaAWSService': 'false' } }, ['everyone: only if aws:ViaAWSService is true']],
    [{ StringEquals: { 'aws:ViaAWSService': 'false' } }, ['everyone: only if aws:ViaAWSService is true']],
    [{ StringNotEquals: { 'aws:ViaAWSService': 'true' } }, ['everyone: only if aws:ViaAWSService is true']],
    [{ StringEquals: { 'aws:SecureTransport': 'false' } }, ['everyone']],
    [
      { StringEquals: { 'aws:ResourceTag/public': 'false' } },
      ['everyone: only if its condition on aws:ResourceTag/public is met'],
    ],
    [{ StringEquals: { 'aws:PrincipalTag/team': 'a' } }, ['everyone']],
    [{ 'ForAnyValue:StringNotLike': { 'aws:PrincipalOrgPaths': ['o-1/*'] } }, ['everyone']],
    [
      { 'ForAllValues:StringNotLike': { 'aws:PrincipalOrgPaths': ['o-1/*'] } },
      ['everyone: only where aws:PrincipalOrgPaths is o-1/*'],
    ],
    [
      { StringEqualsIfExists: { 'aws:SourceVpce': 'vpce-1' } },
      ['everyone: only where aws:SourceVpce exists and is not vpce-1'],
    ],
    [
      { 'ForAllValues:StringEquals': { 'aws:SourceVpce': 'vpce-1' } },
      ['everyone: only where aws:SourceVpce exists and is not vpce-1'],
    ],
    [
      { StringEqualsIfExists: { 'lambda:EventSourceToken': 'a-secret' } },
      ['everyone: only if its condition on lambda:EventSourceToken is met'],
    ],
    // Callers that use TLS are exempt.
    [{ StringNotEquals: { 'aws:PrincipalOrgID': 'o-1' }, Bool: { 'aws:SecureTransport': 'false' } }, ['everyone']],
  ])('under %j leaves %j', (condition, expected) => expect(exceptUnder(condition)).toEqual(expected))
})

describe('an Allow for other resources', () => {
  const arn = `arn:aws:sqs:us-east-1:${own}:orders`
  const granted = (Resource: unknown, of: string) =>
    policyGrants(JSON.stringify({ Statement: { ...allow, Resource } }), own, { arn: of })?.map(({ to }) => to)

  test.each<[resource: unknown, expected: readonly string[]]>([
    [`${arn}-2`, []],
    ['arn:aws:sqs:us-east-1:*:*-2', []],
    [[`${arn}-2`, arn], ['everyone']],
    [`${arn}*`, ['everyone']],
    [undefined, ['everyone']],
    // Not an ARN, or not a known one.
    [`/${own}/orders`, ['everyone']],
    ['arn:aws:sqs:us-east-1:${aws:PrincipalAccount}:orders', ['everyone']],
  ])('%j leaves %j', (resource, expected) => expect(granted(resource, arn)).toEqual(expected))

  test('may be one for a part of the resource', () => {
    expect(granted(`${arn}/a`, `${arn}/*`)).toEqual(['everyone'])
  })
})

test('several Deny statements together cover an Allow', () => {
  const both = { ...allow, Action: ['sqs:SendMessage', 'sqs:ReceiveMessage'] }
  const [noSend, noReceive] = both.Action.map((Action) => ({ ...deny, Action }))
  const org = { Condition: { StringNotEquals: { 'aws:PrincipalOrgID': 'o-1' } } }
  expect(told(both, { ...noSend })).toEqual(['everyone'])
  expect(told(both, { ...noSend }, { ...noReceive })).toEqual([])
  expect(told(both, { ...noSend }, { ...noReceive, ...org })).toEqual([
    'everyone: only where aws:PrincipalOrgID is o-1',
  ])
})

test.each<[isSigned: boolean, condition: string | null]>([
  [false, null],
  [true, 'only if aws:PrincipalIsAWSService is true'],
])('only unsigned requests lack aws:PrincipalIsAWSService: %j', (isSigned, condition) => {
  const signedOnly = { ...deny, Condition: { Bool: { 'aws:PrincipalIsAWSService': 'false' } } }
  const policy = JSON.stringify({ Statement: [allow, signedOnly] })
  expect(policyGrants(policy, own, { isSigned })).toEqual([{ to: 'everyone', condition }])
})

describe('a Deny for the resource itself', () => {
  const arn = `arn:aws:sqs:us-east-1:${own}:orders`
  const left = (allowed: object, denied: object, of: string | null = arn) => {
    const policy = JSON.stringify({
      Statement: [
        { ...allow, ...allowed },
        { ...deny, ...denied },
      ],
    })
    return policyGrants(policy, own, { arn: of ?? undefined })?.map(({ to }) => to)
  }

  test('covers an Allow for all resources', () => {
    expect(left({}, { Resource: arn })).toEqual([])
    expect(left({ Resource: ['*'] }, { Resource: 'arn:aws:sqs:*:*:ord*' })).toEqual([])
    expect(left({}, { Resource: `${arn}-2` })).toEqual(['everyone'])
    expect(left({}, { Resource: arn }, null)).toEqual(['everyone'])
    expect(left({}, { Resource: arn }, `${arn}/*`)).toEqual(['everyone'])
    expect(left({}, { Resource: `${arn}/*` }, `${arn}/*`)).toEqual([])
  })

  test('covers an Allow for all actions', () => {
    expect(left({ Action: '*' }, { Action: 'sqs:*' })).toEqual([])
    expect(left({ Action: ['*'] }, { Action: 'SQS:*' })).toEqual([])
    expect(left({ Action: '*' }, { Action: 'sns:*' })).toEqual(['everyone'])
    expect(left({ Action: '*' }, { Action: 'sqs:SendMessage' })).toEqual(['everyone'])
    expect(left({ Action: '*' }, { Action: 'sqs:*' }, null)).toEqual(['everyone'])
  })

  test('covers an Allow for a pattern that matches it', () => {
    expect(left({ Resource: 'arn:aws:sqs:*:*:*' }, { Resource: arn })).toEqual([])
    expect(left({ Resource: 'arn:aws:sqs:*:*:*' }, { Resource: `${arn}-2` })).toEqual(['everyone'])
    expect(left({ Resource: 'arn:aws:sqs:*:*:*' }, { Resource: arn }, `${arn}/*`)).toEqual(['everyone'])
  })

  test('with a resource does not cover an Allow without one', () => {
    expect(left({ Resource: undefined }, { Resource: arn })).toEqual(['everyone'])
  })
})

test('drops conditional grants that an unconditional grant covers', () => {
  const conditional = { ...allow, Condition: { StringEquals: { 'aws:SourceVpce': 'vpce-1' } } }
  expect(told(conditional, allow, conditional)).toEqual(['everyone'])
  expect(told(conditional, conditional)).toEqual(['everyone: only where aws:SourceVpce is vpce-1'])
})
