import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertEmptyScan } from '../../test/support/insert-empty-scan.ts'
import { startTestService, type TestOrganization, type TestService } from '../../test/support/test-service.ts'
import { runCli } from './run-cli.ts'

let service: TestService
let organization: TestOrganization
let folder: string
let scanId: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surveyor-snapshots-'))
  service = await startTestService()
  organization = await service.createOrganization()
  const connection = await organization.connectAccount()
  scanId = await insertEmptyScan(service, organization, connection)
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

const command = (...words: string[]) =>
  runCli(words, { environment: { SURVEYOR_URL: service.baseUrl, SURVEYOR_API_KEY: organization.key } })

test('the command line downloads a snapshot, and verifies it without a service', async () => {
  const file = join(folder, 'cli.zip')
  expect(await command('snapshot', 'create', scanId, '--out', file, '--redact', 'strict', '-q')).toMatchObject({
    exitCode: 0,
  })
  const { exitCode, output } = await command('snapshot', 'verify', file, '--json')
  expect({ exitCode, ...(JSON.parse(output) as object) }).toMatchObject({ exitCode: 0, valid: true, problems: [] })
  const other = await command('snapshot', 'verify', file, '--json', '--key', `SHA256:${'A'.repeat(43)}`)
  expect(other.exitCode).toBe(1)
  expect(JSON.parse(other.output)).toMatchObject({ valid: false, problems: [{ code: 'OTHER_KEY' }] })
  expect((await command('snapshot', 'verify', join(folder, 'none'))).exitCode).toBe(2)
  expect((await command('snapshot', 'verify', file, '--key', 'x')).exitCode).toBe(2)
})
