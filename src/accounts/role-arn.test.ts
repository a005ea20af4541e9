import { expect, test } from 'vitest'
import { defaultRoleArn, parseRoleArn, principalOfCaller } from './role-arn.ts'

test.each([
  ['arn:aws:iam::123456789012:role/SurveyorScan', 'aws', '/', 'SurveyorScan'],
  ['arn:aws-cn:iam::123456789012:role/audit/read/Scan.Role+1', 'aws-cn', '/audit/read/', 'Scan.Role+1'],
  ['arn:aws-us-gov:iam::123456789012:role/x', 'aws-us-gov', '/', 'x'],
  [
    'arn:aws:iam::123456789012:role/aws-reserved/sso.amazonaws.com/eu-west-1/AWSReservedSSO_Read_0123',
    'aws',
    '/aws-reserved/sso.amazonaws.com/eu-west-1/',
    'AWSReservedSSO_Read_0123',
  ],
  ['arn:aws:iam::123456789012:role/..a/...b/a+=,.@-_/x', 'aws', '/..a/...b/a+=,.@-_/', 'x'],
  [`arn:aws:iam::123456789012:role/${'p'.repeat(510)}/x`, 'aws', `/${'p'.repeat(510)}/`, 'x'],
  [`arn:aws:iam::123456789012:role/${'n'.repeat(64)}`, 'aws', '/', 'n'.repeat(64)],
])('parses %s', (arn, partition, path, name) => {
  expect(parseRoleArn(arn)).toEqual({ partition, accountNumber: '123456789012', path, name })
})

test.each([
  '',
  'SurveyorScan',
  'arn:aws:iam::12345678901:role/x',
  'arn:aws:iam::123456789012:user/x',
  'arn:aws:iam::123456789012:role/',
  'arn:aws:iam::123456789012:role/a b',
  'arn:aws:iam::123456789012:role//x/../y ',
  'arn:aws:sts::123456789012:assumed-role/x/session',
  'arn:aws:iam::123456789012:role/x\n',
  `arn:aws:iam::123456789012:role/${'n'.repeat(65)}`,
  `arn:aws:iam::123456789012:role/${'p'.repeat(511)}/x`,
  `arn:aws:iam::123456789012:role/${'p'.repeat(512)}/x`,
  ...[
    '..',
    '.',
    '$(id)',
    '`id`',
    '${x}',
    '{{resolve:ssm:x}}',
    "a'b",
    'a"b',
    'a;b',
    'a&b',
    'a|b',
    'a b',
    'a\nb',
    '<x>',
    '%7b',
    'a\\b',
  ]
    .flatMap((folder) => [folder, `audit/${folder}`, `${folder}/audit`])
    .map((folders) => `arn:aws:iam::123456789012:role/${folders}/x`),
  'arn:aws:iam::123456789012:role/audit//x',
  'arn:aws:iam::123456789012:role/r\u00f6le/x',
  'arn:aws:iam::123456789012:role/$(id)',
])('%j is not a role ARN', (arn) => {
  expect(parseRoleArn(arn)).toBeNull()
})

test('parses the ARN of the default role', () => {
  expect(parseRoleArn(defaultRoleArn('aws-cn', '123456789012'))).toMatchObject({
    partition: 'aws-cn',
    name: 'SurveyorScan',
  })
})

test('the principal of a session is its role, of other callers their own ARN', () => {
  expect(principalOfCaller('arn:aws:sts::111122223333:assumed-role/surveyor/i-0123')).toBe(
    'arn:aws:iam::111122223333:role/surveyor',
  )
  expect(principalOfCaller('arn:aws:iam::111122223333:user/ops/surveyor')).toBe(
    'arn:aws:iam::111122223333:user/ops/surveyor',
  )
  expect(principalOfCaller('arn:aws:iam::111122223333:root')).toBe('arn:aws:iam::111122223333:root')
})
