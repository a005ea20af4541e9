/** Runs the service without scans for a bench, with its own database and an empty simulated cloud. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { latestVersion } from '../contract/versions.ts'
import { type RunningService, startService } from '../src/composition/service.ts'
import { readConfiguration } from '../src/configuration.ts'
import { startSimulatedCloud } from '../src/simulated/simulated-cloud.ts'
import { generateApiKey } from '../src/store/keys/api-key.ts'
import { testCloudSettings } from '../test/support/test-cloud.ts'

/** Ends the service after the work. */
export async function withEmptyService<Result>(work: (service: RunningService) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-bench-'))
  // As root, the server runs as another account, which needs access to its data here.
  await chmod(folder, 0o755)
  const cloud = await startSimulatedCloud({ world: 'empty' })
  const settings = testCloudSettings(cloud)
  try {
    const configuration = readConfiguration({ DATA_DIR: folder, PORT: '0' })
    const service = await startService(configuration, settings, pino({ level: 'silent' }))
    try {
      return await work(service)
    } finally {
      await service.close()
    }
  } finally {
    settings.requestHandler.close()
    await cloud.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns an API key with both scopes. */
export async function newKey({ store }: RunningService, organizationId: string): Promise<string> {
  const { key, hash } = generateApiKey()
  await store.tenant(organizationId, ({ apiKeys }) =>
    apiKeys.insert({ name: 'bench', scopes: ['read', 'write'], version: latestVersion, expiresAt: null, hash }),
  )
  return key
}
