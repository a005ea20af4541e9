/** Draws the pictures of the documents from the simulated cloud. With `--check`: fails when one is not up to date. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { roleAssumer } from '../src/cloud/assume-role.ts'
import { openAccountSession } from '../src/cloud/account-session.ts'
import { createRateBudget } from '../src/cloud/rate-budget.ts'
import { SharedRequestHandler } from '../src/cloud/request-handler.ts'
import { catalogue, keepOf } from '../src/collect/catalogue.ts'
import { collectAll } from '../src/collect/runner.ts'
import { drawDiagrams, renderStoredDiagram } from '../src/diagrams.ts'
import { buildGraph } from '../src/graph/build-graph.ts'
import type { ResourceGraph } from '../src/graph/resource-graph.ts'
import { startSimulatedCloud } from '../src/simulated/simulated-cloud.ts'

const folder = join(import.meta.dirname, '../docs/images')
const region = 'us-east-1'

const graph = await scanDemoWorld()
let stale = false
for (const theme of ['light', 'dark'] as const) {
  for (const diagram of await drawDiagrams(graph)) {
    const path = join(folder, `${diagram.type}-${theme}.svg`)
    const picture = await renderStoredDiagram(diagram.content, { format: 'svg', theme, stamp: null })
    if (!process.argv.includes('--check')) {
      await writeFile(path, picture.bytes)
    } else if (!Buffer.from(picture.bytes).equals(await readFile(path).catch(() => Buffer.alloc(0)))) {
      console.error(`${path} is not up to date: run node scripts/generate-pictures.ts`)
      stale = true
    }
  }
}
process.exitCode = stale ? 1 : 0

async function scanDemoWorld(): Promise<ResourceGraph> {
  const cloud = await startSimulatedCloud({ world: 'three-tier' })
  const requestHandler = new SharedRequestHandler()
  const { accessKeyId, secretAccessKey } = cloud
  const settings = {
    endpoint: cloud.endpoint,
    forcePathStyle: true,
    credentials: () => () => Promise.resolve({ accessKeyId, secretAccessKey }),
    homeRegion: () => region,
    requestHandler,
  }
  const roles = roleAssumer(settings)
  try {
    const [account] = cloud.accounts
    if (account === undefined) throw new Error('The demo world has no account')
    const { accountId, roleArn } = account
    cloud.setRole({ roleArn, externalId: null })
    const assumed = await roles.assume({ roleArn, externalId: null, sessionName: 'pictures', sourceIdentity: null })
    if (assumed.kind !== 'assumed') throw new Error(assumed.message)
    const { credentials } = assumed
    const session = openAccountSession({
      settings,
      rateBudget: createRateBudget({ sharePercent: 100 }),
      accountNumber: accountId,
      partition: 'aws',
      region,
      credentials,
      renew: () => Promise.resolve(credentials),
    })
    const collected = await collectAll({
      collectors: catalogue,
      session,
      signal: AbortSignal.timeout(60_000),
      reasonOfAbort: () => 'time over',
      onPage: () => undefined,
      onCoverage: () => undefined,
      onError: (type, error) => console.error(type, error),
    })
    return buildGraph({
      accountId,
      accountAlias: 'storefront-production',
      region,
      resources: collected.flatMap(({ resources }) => resources.map(({ resource }) => resource)),
      relations: collected.flatMap(({ resources }) => resources.flatMap(({ relations }) => relations)),
      coverage: collected.map(({ coverage }) => coverage),
      keepOf,
    })
  } finally {
    roles.close()
    await cloud.close()
    requestHandler.close()
  }
}
