import { DescribeVpcsCommand } from '@aws-sdk/client-ec2'
import { AssumeRoleCommand, GetCallerIdentityCommand } from '@aws-sdk/client-sts'
import type { AssumeRoleCommandInput, STSClient } from '@aws-sdk/client-sts'
import { beforeEach, expect, test } from 'vitest'
import { assumeFirstRole, createClients, homeCredentials } from '../../../test/support/simulated-account.ts'
import { startSimulatedCloud } from '../simulated-cloud.ts'
import type { SimulatedCloud } from '../simulated-cloud.ts'

let cloud: SimulatedCloud
let sts: STSClient
let roleArn: string

beforeEach(async () => {
  cloud = await startSimulatedCloud({ world: 'three-tier' })
  sts = createClients(cloud, homeCredentials(cloud)).sts
  roleArn = cloud.accounts[0]?.roleArn ?? ''
  return () => cloud.close()
})

function assume(more: Partial<AssumeRoleCommandInput> = {}) {
  return sts.send(new AssumeRoleCommand({ RoleArn: roleArn, RoleSessionName: 'scan-1', ...more }))
}

const refused = (action = 'sts:AssumeRole') => ({
  name: 'AccessDenied',
  message: `User: ${cloud.caller.arn} is not authorized to perform: ${action} on resource: ${roleArn}`,
})

test('a role trusts no principal until its trust policy is set', async () => {
  await expect(assume()).rejects.toMatchObject(refused())
})

test('a role with an external ID can only be assumed with that ID', async () => {
  cloud.setRole({ roleArn, externalId: 'right' })
  await expect(assume()).rejects.toMatchObject(refused())
  await expect(assume({ ExternalId: 'wrong' })).rejects.toMatchObject(refused())
  const { AssumedRoleUser, Credentials } = await assume({ ExternalId: 'right', DurationSeconds: 900 })
  expect(AssumedRoleUser?.Arn).toBe('arn:aws:sts::444455556666:assumed-role/surveyor/scan-1')
  const lifetimeMs = (Credentials?.Expiration?.getTime() ?? 0) - Date.now()
  expect(lifetimeMs).toBeGreaterThan(890_000)
  expect(lifetimeMs).toBeLessThanOrEqual(900_000)
})

test('an open role can be assumed with any external ID or none', async () => {
  cloud.setRole({ roleArn, externalId: null })
  await expect(assume()).resolves.toHaveProperty('Credentials')
  await expect(assume({ ExternalId: 'anything' })).resolves.toHaveProperty('Credentials')
})

const anyone = { Effect: 'Allow', Principal: { AWS: '*' }, Action: 'sts:AssumeRole' } as const

test.each([
  [[{ StringEquals: { 'sts:ExternalId': ['one', 'two'] } }], ['one', 'two'], ['three', undefined]],
  [[{ StringLike: { 'sts:ExternalId': '*' } }], ['one', 'two'], [undefined]],
  [[{ StringLike: { 'sts:ExternalId': ['o?e', 't*'] } }], ['one', 'two', 'three'], ['on', undefined]],
  [[{ StringEqualsIfExists: { 'sts:ExternalId': 'one' } }], ['one', undefined], ['two']],
  [[{ Null: { 'sts:ExternalId': 'true' } }], [undefined], ['one']],
  [[{ Null: { 'sts:ExternalId': 'false' } }], ['one'], [undefined]],
  [
    [{ StringEquals: { 'sts:ExternalId': 'one' } }, { StringEquals: { 'sts:ExternalId': 'two' } }],
    ['one', 'two'],
    ['three', undefined],
  ],
  [
    [{ StringLike: { 'sts:ExternalId': '*' }, StringNotEquals: { 'sts:ExternalId': ['one', 'three'] } }],
    ['two'],
    ['one', 'three', undefined],
  ],
  [[{}], ['one', undefined], []],
  [[], [], ['one', undefined]],
])('statements with the conditions %j allow %j and deny %j', async (conditions, allowed, denied) => {
  cloud.setRole({ roleArn, trustPolicy: { Statement: conditions.map((Condition) => ({ ...anyone, Condition })) } })
  for (const ExternalId of allowed) await expect(assume({ ExternalId })).resolves.toHaveProperty('Credentials')
  for (const ExternalId of denied) await expect(assume({ ExternalId })).rejects.toMatchObject(refused())
})

test('a Deny statement overrides Allow statements', async () => {
  const denied = { ...anyone, Effect: 'Deny', Condition: { StringEquals: { 'sts:ExternalId': 'one' } } } as const
  cloud.setRole({ roleArn, trustPolicy: { Statement: [anyone, denied] } })
  await expect(assume({ ExternalId: 'one' })).rejects.toMatchObject(refused())
  await expect(assume({ ExternalId: 'two' })).resolves.toHaveProperty('Credentials')
})

test.each([
  [{ StringEqualsIgnoreCase: { 'sts:ExternalId': 'one' } }, 'StringEqualsIgnoreCase'],
  [{ StringEquals: { 'aws:PrincipalOrgID': 'o-1' } }, 'aws:PrincipalOrgID'],
])('an unsupported condition is rejected by name', (Condition, name) => {
  expect(() => cloud.setRole({ roleArn, trustPolicy: { Statement: [{ ...anyone, Condition }] } })).toThrow(name)
})

test('a removed role denies every caller, and its sessions have no permissions', async () => {
  const clients = createClients(cloud, await assumeFirstRole(cloud))
  cloud.removeRole(roleArn)
  await expect(assume({ ExternalId: 'external-id-of-the-test' })).rejects.toMatchObject(refused())
  await expect(clients.ec2.send(new DescribeVpcsCommand())).rejects.toMatchObject({ name: 'UnauthorizedOperation' })
})

test('the trust policy can be set over HTTP, and invalid settings are named', async () => {
  const put = (body: object) =>
    fetch(`${cloud.endpoint}/_simulated/roles`, { method: 'PUT', body: JSON.stringify(body) })
  expect((await put({ roleArn, externalId: 'by-http' })).status).toBe(200)
  await expect(assume({ ExternalId: 'by-http' })).resolves.toHaveProperty('Credentials')
  const refusal = async (body: object) => {
    const answer = await put(body)
    expect(answer.status).toBe(400)
    return answer.json()
  }
  expect(await refusal({ roleArn })).toEqual({ message: 'role.externalId is missing' })
  expect(await refusal({ roleArn, externalId: 'x', externalID: 'x' })).toEqual({
    message: 'role.externalID is not known',
  })
  expect(await refusal({ roleArn: 7, externalId: 'x' })).toEqual({ message: 'role.roleArn must be string' })
  expect((await put({ roleArn: 'arn:aws:iam::999999999999:role/x', externalId: null })).status).toBe(400)
  expect((await fetch(`${cloud.endpoint}/_simulated/roles`)).status).toBe(404)
})

test('a source identity needs the right to set it', async () => {
  cloud.setRole({ roleArn, externalId: 'right', allowSourceIdentity: false })
  await expect(assume({ ExternalId: 'right', SourceIdentity: 'organization-1' })).rejects.toMatchObject(
    refused('sts:SetSourceIdentity'),
  )
  cloud.setRole({ roleArn, externalId: 'right' })
  await expect(assume({ ExternalId: 'right', SourceIdentity: 'organization-1' })).resolves.toMatchObject({
    SourceIdentity: 'organization-1',
  })
  expect(cloud.calls.at(-1)).toMatchObject({
    operation: 'AssumeRole',
    parameters: { RoleArn: roleArn, RoleSessionName: 'scan-1', ExternalId: 'right', SourceIdentity: 'organization-1' },
  })
})

test('a role trusts the named principal, or any principal of an account whose root it names', async () => {
  cloud.setRole({ roleArn, externalId: null, principalArn: 'arn:aws:iam::111122223333:user/someone-else' })
  await expect(assume()).rejects.toMatchObject(refused())
  cloud.setRole({ roleArn, externalId: null, principalArn: 'arn:aws:iam::111122223333:root' })
  await expect(assume()).resolves.toHaveProperty('Credentials')
})

test.each([
  [{ RoleSessionName: 'a b' }, 'roleSessionName'],
  [{ RoleSessionName: 'x'.repeat(65) }, 'roleSessionName'],
  [{ RoleArn: 'surveyor' }, 'roleArn'],
  [{ ExternalId: 'x' }, 'externalId'],
  [{ SourceIdentity: 'ä'.repeat(3) }, 'sourceIdentity'],
  [{ DurationSeconds: 899 }, 'durationSeconds'],
  [{ DurationSeconds: 43_201 }, 'durationSeconds'],
] satisfies [Partial<AssumeRoleCommandInput>, string][])('%o is a validation error', async (input, name) => {
  cloud.setRole({ roleArn, externalId: null })
  await expect(assume(input)).rejects.toMatchObject({
    name: 'ValidationError',
    message: expect.stringContaining(`'${name}'`),
  })
})

test('rejects a duration above the role maximum', async () => {
  cloud.setRole({ roleArn, externalId: null })
  await expect(assume({ DurationSeconds: 7200 })).rejects.toMatchObject({ name: 'ValidationError' })
})

test('a session has an identity, and loses its permissions with its role', async () => {
  const clients = createClients(cloud, await assumeFirstRole(cloud))
  await expect(clients.sts.send(new GetCallerIdentityCommand())).resolves.toMatchObject({
    Account: '444455556666',
    Arn: 'arn:aws:sts::444455556666:assumed-role/surveyor/scan',
  })
  await expect(clients.ec2.send(new DescribeVpcsCommand())).resolves.toHaveProperty('Vpcs')
  cloud.setRole({ roleArn, externalId: null, allowedActions: ['s3:*', 'ec2:DescribeSub*'] })
  await expect(clients.ec2.send(new DescribeVpcsCommand())).rejects.toMatchObject({
    name: 'UnauthorizedOperation',
    message: expect.stringContaining('because no identity-based policy allows the ec2:DescribeVpcs action'),
  })
})
