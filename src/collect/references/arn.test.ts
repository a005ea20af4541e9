import { expect, test } from 'vitest'
import {
  arnName,
  functionName,
  instanceProfileName,
  kmsKeyId,
  jobDefinitionName,
  layerName,
  logGroupName,
  parameterName,
  parseArn,
  roleName,
} from './arn.ts'

const place = { region: 'us-east-1', accountNumber: '444455556666' }
const keyId = '1234abcd-12ab-34cd-56ef-1234567890ab'

test('parses ARNs of all partitions, also without region or account', () => {
  expect(parseArn('arn:aws-us-gov:iam::444455556666:role/service-role/orders')).toEqual({
    partition: 'aws-us-gov',
    service: 'iam',
    region: '',
    accountNumber: '444455556666',
    resource: 'role/service-role/orders',
  })
  expect(parseArn('arn:aws:s3:::assets')).toMatchObject({ region: '', accountNumber: '', resource: 'assets' })
  for (const text of [undefined, '', 'assets', 'arn:aws:s3', 'arn:aws:s3:::assets*', 'see arn:aws:s3:::assets']) {
    expect(parseArn(text)).toBeUndefined()
  }
})

test('returns the name in the scanned account and region, and the whole ARN elsewhere', () => {
  expect(arnName('arn:aws:dynamodb:us-east-1:444455556666:table/orders', 'table/', place)).toBe('orders')
  expect(arnName('arn:aws:dynamodb:us-east-1:444455556666:index/orders', 'table/', place)).toBeUndefined()
  expect(arnName('arn:aws:s3:::assets', '', place)).toBe('assets')
  for (const foreign of [
    'arn:aws:dynamodb:eu-west-1:444455556666:table/orders',
    'arn:aws:dynamodb:us-east-1:777788889999:table/orders',
  ]) {
    expect(arnName(foreign, 'table/', place)).toBe(foreign)
  }
})

test('removes the path of roles and instance profiles, the version of functions, and the wildcard of log groups', () => {
  expect(roleName('arn:aws:iam::444455556666:role/service-role/deep/orders', place)).toBe('orders')
  expect(roleName('arn:aws:iam::777788889999:role/orders', place)).toBe('arn:aws:iam::777788889999:role/orders')
  expect(instanceProfileName('arn:aws:iam::444455556666:instance-profile/web', place)).toBe('web')
  expect(functionName('arn:aws:lambda:us-east-1:444455556666:function:orders:live', place)).toBe('orders')
  expect(functionName('arn:aws:lambda:eu-west-1:444455556666:function:orders:7', place)).toBe(
    'arn:aws:lambda:eu-west-1:444455556666:function:orders',
  )
  expect(layerName('arn:aws:lambda:us-east-1:444455556666:layer:tracing:14', place)).toBe('tracing')
  expect(layerName('arn:aws:lambda:us-east-1:580247275435:layer:LambdaInsightsExtension:14', place)).toBe(
    'arn:aws:lambda:us-east-1:580247275435:layer:LambdaInsightsExtension',
  )
  const jobDefinitions = ['us-east-1', 'eu-west-1'].map(
    (region) => `arn:aws:batch:${region}:444455556666:job-definition`,
  )
  const names = [`${jobDefinitions[0]}/report:7`, `${jobDefinitions[0]}/report`, 'report:7', 'report', undefined]
  expect(names.map((each) => jobDefinitionName(each, place))).toEqual([
    'report',
    'report',
    'report',
    'report',
    undefined,
  ])
  expect(jobDefinitionName(`${jobDefinitions[1]}/report:7`, place)).toBe(`${jobDefinitions[1]}/report`)
  expect(parameterName('arn:aws:ssm:us-east-1:444455556666:parameter/storefront/salt', place)).toBe('/storefront/salt')
  expect(parameterName('arn:aws:ssm:us-east-1:444455556666:parameter/salt', place)).toBe('salt')
  expect(parameterName('/storefront/salt', place)).toBe('/storefront/salt')
  expect(parameterName('arn:aws:secretsmanager:us-east-1:444455556666:secret:salt-a1b2c3', place)).toBeUndefined()
  expect(logGroupName('arn:aws:logs:us-east-1:444455556666:log-group:/aws/vpc:*', place)).toBe('/aws/vpc')
})

test('finds the ID of a key, in an ARN or alone, but not for an alias', () => {
  expect(kmsKeyId(keyId)).toBe(keyId)
  expect(kmsKeyId(`arn:aws:kms:us-east-1:444455556666:key/${keyId}`)).toBe(keyId)
  expect(kmsKeyId('arn:aws:kms:us-east-1:444455556666:key/mrk-1234abcd12ab34cd56ef1234567890ab')).toBe(
    'mrk-1234abcd12ab34cd56ef1234567890ab',
  )
  for (const text of ['alias/aws/ebs', 'arn:aws:kms:us-east-1:444455556666:alias/orders', '', undefined]) {
    expect(kmsKeyId(text)).toBeUndefined()
  }
})
