import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openOperatorCommands, type OperatorCommands } from '../../test/support/operator-commands.ts'

const principalArn = 'arn:aws:iam::111122223333:role/surveyor'
const accountNumber = '444455556666'
let commands: OperatorCommands

beforeAll(async () => {
  commands = await openOperatorCommands()
  return () => commands.close()
})

beforeEach(() => commands.cloud.setFaults({}))

test('returns the fields of the API, the trust policy, and a template for the default role', async () => {
  const org = await commands.createOrganization()
  const connected = await commands.answered([
    'account',
    'connect',
    '--org',
    org,
    '--alias',
    'prod',
    '--account-id',
    accountNumber,
  ])
  expect(connected).toMatchObject({
    id: expect.any(String),
    alias: 'prod',
    cloudAccountId: accountNumber,
    status: 'pending',
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
    roleIdentifier: `arn:aws:iam::${accountNumber}:role/SurveyorScan`,
    externalId: expect.any(String),
    errorMessage: null,
    organization: org,
    openRoleAllowed: false,
  })
  expect(connected.trustPolicy).toMatchObject({
    Statement: [
      {
        Principal: { AWS: commands.cloud.caller.arn },
        Condition: { StringEquals: { 'sts:ExternalId': connected.externalId } },
      },
      { Action: 'sts:SetSourceIdentity' },
    ],
  })
  expect(connected.cloudFormation).toMatchObject({ Parameters: { RoleName: { Default: 'SurveyorScan' } } })
  expect(JSON.parse((await commands.run(['account', 'template', connected.id])).output)).toEqual(
    connected.cloudFormation,
  )
})

test('uses a configured principal without an STS call', async () => {
  const org = await commands.createOrganization()
  commands.cloud.setFaults({ rules: [{ service: 'sts', effect: 'unavailable' }] })
  const words = ['account', 'connect', '--org', org, '--alias', 'prod', '--account-id', accountNumber]
  const connected = await commands.answered(words, { principalArn: () => principalArn })
  expect(connected.trustPolicy).toMatchObject({ Statement: [{ Principal: { AWS: principalArn } }, {}] })
})

test('fails before any write if STS does not return the principal', async () => {
  const org = await commands.createOrganization()
  commands.cloud.setFaults({ rules: [{ service: 'sts', effect: 'unavailable' }] })
  const words = ['account', 'connect', '--org', org, '--alias', 'prod', '--account-id', accountNumber]
  expect(await commands.refused(words)).toMatchObject({
    exitCode: 1,
    code: 'PRINCIPAL_UNKNOWN',
    message: expect.stringContaining('SURVEYOR_PRINCIPAL_ARN'),
  })
  expect(await commands.answered(['account', 'list', '--org', org])).toEqual([])
})

test('prints the next steps', async () => {
  const org = await commands.createOrganization()
  const { output } = await commands.run([
    'account',
    'connect',
    '--org',
    org,
    '--alias',
    'prod',
    '--account-id',
    accountNumber,
  ])
  expect(output).toMatch(/account template .*aws cloudformation deploy .*sts:ExternalId.*account verify /s)
})

test.each([
  [['--account-id', '12345678901'], 'INVALID_ARGUMENT'],
  [['--account-id', '1234567890123'], 'INVALID_ARGUMENT'],
  [['--account-id', '４４４４５５５５６６６６'], 'INVALID_ARGUMENT'],
  [['--alias', ''], 'INVALID_ARGUMENT'],
  [['--alias', 'a\u0007b'], 'INVALID_ARGUMENT'],
  [['--role-arn', 'SurveyorScan'], 'INVALID_ARGUMENT'],
  [['--role-arn', 'arn:aws:iam::999999999999:role/SurveyorScan'], 'INVALID_ARGUMENT'],
  [['--role-arn', `arn:aws-nowhere:iam::${accountNumber}:role/SurveyorScan`], 'INVALID_ARGUMENT'],
  [['--partition', 'aws-nowhere'], 'INVALID_ARGUMENT'],
  [['--partition', 'aws-cn', '--role-arn', `arn:aws:iam::${accountNumber}:role/x`], 'INVALID_ARGUMENT'],
  [['--unknown'], 'USAGE'],
])('%j is rejected and connects nothing', async (words, code) => {
  const org = await commands.createOrganization()
  const valid = ['account', 'connect', '--org', org, '--alias', 'prod', '--account-id', accountNumber]
  expect(await commands.refused([...valid, ...words])).toMatchObject({ exitCode: 2, code })
  expect(await commands.answered(['account', 'list', '--org', org])).toEqual([])
})

test('names a missing option in the usage error', async () => {
  expect(await commands.refused(['account', 'connect', '--org', 'x', '--alias', 'prod'])).toMatchObject({
    exitCode: 2,
    code: 'USAGE',
    message: expect.stringContaining('--account-id'),
  })
})

test('a duplicate alias is a conflict only in the same organization', async () => {
  const org = await commands.createOrganization()
  const words = ['--alias', 'prod', '--account-id', accountNumber]
  await commands.answered(['account', 'connect', '--org', org, ...words])
  expect(await commands.refused(['account', 'connect', '--org', org, ...words])).toMatchObject({
    exitCode: 4,
    code: 'CONFLICT',
  })
  await commands.answered(['account', 'connect', '--org', await commands.createOrganization(), ...words])
})
