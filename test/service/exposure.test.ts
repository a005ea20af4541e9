/** Tests exposure through the whole service, with a scan of an account full of traps. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ExposureObject } from '../../contract/exposure.ts'
import { currentExposures } from '../../src/meaning/exposure/stored-exposures.ts'
import { type RunningTestService, startRunningService } from '../support/running-service.ts'

let running: RunningTestService
let found: readonly ExposureObject[]
let scanId: string

beforeAll(async () => {
  running = await startRunningService({ world: 'exposure-traps' })
  const { id } = await running.scan()
  scanId = id
  found = (await running.get<{ exposures: ExposureObject[] }>(`/api/scans/${id}/exposure?limit=100`)).exposures
})
afterAll(() => running.close())

test('resources named open are open, resources named closed are not listed', () => {
  const named = found.map(({ resource: { name, id }, verdict }) => [name ?? id ?? '', verdict] as const)
  expect(named.length).toBeGreaterThan(25)
  expect(named.filter(([name]) => name.includes('closed'))).toEqual([])
  for (const verdict of ['open', 'conditional', 'unknown'] as const) {
    const wrong = named.filter(([name, actual]) => name.startsWith(verdict) && actual !== verdict)
    expect(wrong).toEqual([])
  }
})

const told = (name: string) =>
  found
    .filter(({ resource }) => (resource.name ?? resource.id) === name)
    .map(({ from, by, accessAnalyzer }) => [from, by, accessAnalyzer])

test('findings of IAM Access Analyzer are evidence of what they match, and entries of what only they show', () => {
  const words = 'IAM Access Analyzer has an active finding:'
  expect(told('open-to-everyone').filter(([, , analyzer]) => analyzer?.startsWith(words) === true)).toEqual([
    ['internet', 'resource policy', `${words} public access (sqs:SendMessage).`],
  ])
  expect(told('open-by-policy')).toEqual([
    ['internet', 'bucket policy', expect.stringContaining('has no such finding')],
    ['other accounts', 'IAM Access Analyzer finding', `${words} access by 111122223333 (s3:GetObject).`],
  ])
})

test('the scan has stored its exposures', async () => {
  const stored = await running.service.store.tenant(running.organizationId, ({ graphs }) => graphs.exposures(scanId))
  const exposures = currentExposures(stored)
  expect(
    exposures?.slice(0, found.length).map(({ resource, from, by, verdict }) => [resource, from, by, verdict]),
  ).toEqual(found.map(({ resource, from, by, verdict }) => [resource, from, by, verdict]))
})

test('stores only the grants of policies', async () => {
  expect(JSON.stringify(found)).not.toContain('Statement')
})
