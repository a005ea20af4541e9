/**
 * Tests that the role's policy is exactly what scans use: no called action is missing, and no granted action is unused.
 */
import * as rest from '@aws-sdk/client-api-gateway'
import * as http from '@aws-sdk/client-apigatewayv2'
import type { StaticOperationSchema } from '@smithy/types'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPaths } from '../../src/accounts/role-template.ts'
import { roleActions } from '../../src/collect/role-actions.ts'
import { type RunningTestService, startRunningService } from '../support/running-service.ts'

let running: RunningTestService

beforeAll(async () => {
  running = await startRunningService({ world: 'full' })
})
afterAll(() => running.close())

test('scans of the full world, of a region without Config and of a disabled one use every declared action and no other', async () => {
  expect((await running.scan('us-east-1')).status).toBe('completed')
  // Other resources are counted by the sources that replace Config.
  expect((await running.scan('eu-west-1')).status).toBe('completed')
  expect((await running.scan('af-south-1')).status).toBe('failed')
  const calls = running.cloud.calls.filter(({ service }) => service !== 'sts')
  // AWS rejects sessions in a disabled region before it checks the operation.
  expect(calls.filter(({ iamAction, region }) => iamAction === null && region !== 'af-south-1')).toEqual([])
  // More pages are more calls, and calls determine the time of a scan.
  expect(calls.flatMap(({ operation, askedForLess }) => (askedForLess ? [operation] : []))).toEqual([])
  const used = new Set(calls.flatMap(({ iamAction, furtherActions }) => [iamAction ?? [], furtherActions].flat()))
  expect([...used].toSorted()).toEqual(roleActions)
})

test('grants exactly the API Gateway paths that scans read', () => {
  const operations = running.cloud.calls.flatMap(({ iamAction, operation }) =>
    iamAction === 'apigateway:GET' ? operation : [],
  )
  // Both services have operations of the same name and are called for them.
  const commands = [rest, http].flatMap((sdk: object) =>
    operations.flatMap((operation) => (sdk as Readonly<Record<string, Command>>)[`${operation}Command`] ?? []),
  )
  const used = new Set(commands.map(arnOf))
  expect(used.size).toBeGreaterThan(1)
  expect([...used].toSorted()).toEqual(readPaths['apigateway:GET'])
})

type Command = new (input: object) => { readonly schema: StaticOperationSchema }

/** Returns the ARN that the operation reads: its HTTP path without the version. */
function arnOf(Command: Command): string {
  const [, , , traits] = new Command({}).schema
  const [, path = ''] = (traits as { readonly http?: readonly [string, string, number] }).http ?? []
  return `apigateway:*::${path
    .replace(/^\/v2/, '')
    .replace(/\?.*/, '')
    .replaceAll(/\{\w+\}/g, '*')}`
}

test('a role with only the declared actions is enough for a complete scan', async () => {
  const externalId = await running.service.store.tenant(running.organizationId, async ({ accounts }) => {
    const connection = await accounts.find(running.connectionId)
    return connection?.externalId ?? null
  })
  const roleArn = running.cloud.accounts[0]?.roleArn ?? ''
  running.cloud.setRole({ roleArn, externalId, allowedActions: roleActions })
  const scan = await running.scan()
  expect(scan.status).toBe('completed')
  for (const entry of await running.coverage(scan.id)) expect(entry).toMatchObject({ status: 'collected' })
})
