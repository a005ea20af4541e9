/** Tests lost database connections under constant load: no process ends, no create hangs, and everything recovers. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type SimulatedCloud, startSimulatedCloud } from '../../src/simulated/simulated-cloud.ts'
import { openEmbeddedPostgres } from '../../src/store/embedded-postgres.ts'
import { type Environment, startSurveyor, type SurveyorProcess, temporaryFolder } from '../support/surveyor-process.ts'
import { startBreakableProxy } from './breakable-proxy.ts'
import { type ConstantLoad, type LoadAnswer, startConstantLoad } from './constant-load.ts'
import { type DatabaseServer, databaseServer } from '../support/database-server.ts'
import { connectAccount, scanForPicture } from './drill-tenant.ts'
import { roundsOf } from './fault-rounds.ts'

const listening = /listening on (http:\/\/[\d.:]+)/
/** The limit until every process is ready again after a fault. */
const recoveryMs = 30_000
/** An interrupted scan is taken up again within 15 s, maybe more than once. */
const longestCreateMs = 90_000

/** For any number of rounds. Each has its own limit of `recoveryMs`. */
const drillTimeoutMs = 1_800_000

type Fault = () => Promise<void>

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let cloud: SimulatedCloud
const closing: (() => Promise<unknown> | void)[] = []

beforeAll(async () => {
  folder = await temporaryFolder()
  cloud = await startSimulatedCloud({ world: 'three-tier', latencyMs: 150 })
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})
afterAll(async () => {
  await cloud.close()
  await folder.remove()
})

function cloudEnvironment(): Environment {
  return {
    AWS_ENDPOINT_URL: cloud.endpoint,
    AWS_ACCESS_KEY_ID: cloud.accessKeyId,
    AWS_SECRET_ACCESS_KEY: cloud.secretAccessKey,
    PORT: '0',
    LOG_LEVEL: 'fatal',
  }
}

async function start(environment: Environment): Promise<{ process: SurveyorProcess; baseUrl: string }> {
  const service = startSurveyor(['start'], { ...environment, LOG_LEVEL: 'info' })
  closing.push(() => service.stop())
  const [, baseUrl = ''] = await service.waitFor(listening)
  return { process: service, baseUrl }
}

function serverFaults(server: DatabaseServer, baseUrls: readonly string[]): Record<string, Fault> {
  const one = async () => {
    const sessions = await server.sessions()
    return sessions.slice(Math.floor(Math.random() * sessions.length)).slice(0, 1)
  }
  return {
    'one session is terminated': async () => server.terminate(await one()),
    'all sessions are terminated': async () => server.terminate(await server.sessions()),
    'a session is told to end by its process id': async () =>
      (await one()).forEach((pid) => process.kill(pid, 'SIGTERM')),
    'a session is killed': async () => (await one()).forEach((pid) => process.kill(pid, 'SIGKILL')),
    'the server is killed': () => server.signal('SIGKILL'),
    'the server is restarted': () => server.signal('SIGINT'),
    'the server is down for two seconds': () =>
      server.whileDown(async () => {
        for (const baseUrl of baseUrls) expect((await fetch(`${baseUrl}/readyz`)).status).toBe(503)
        await sleep(2_000)
      }),
  }
}

async function isReady(baseUrl: string): Promise<boolean> {
  return (await fetch(`${baseUrl}/readyz`).catch(() => null))?.status === 200
}

/**
 * Applies the faults in sequence under load. Each ends once every process is ready again and has responded to each kind
 * of request.
 */
async function drill(faults: Record<string, Fault>, baseUrls: readonly string[], load: ConstantLoad): Promise<void> {
  const names = Object.keys(faults)
  for (let round = 0; round < roundsOf(names); round++) {
    const name = names[round % names.length] ?? ''
    await faults[name]?.()
    for (const baseUrl of baseUrls) {
      await expect
        .poll(() => isReady(baseUrl), { message: `ready after: ${name}`, timeout: recoveryMs, interval: 200 })
        .toBe(true)
    }
    // The load continues for a moment, so that the next fault affects connections in use.
    await sleep(500)
  }
  for (const answer of await load.once()) expect(answer).toMatchObject({ status: answer.what === 'create' ? 201 : 200 })
  await load.stop()
}

function expectBounded(answers: readonly LoadAnswer[]): void {
  const allowed = { read: [200, 500], picture: [200, 500], create: [201, 500] }
  const wrong = answers.filter(
    ({ what, status, requestId, durationMs }) =>
      status === null || !allowed[what].includes(status) || requestId === null || durationMs > longestCreateMs,
  )
  expect(wrong).toEqual([])
  const unfinished = answers.filter(({ scan }) => scan !== null && scan.status !== 'completed')
  expect(unfinished).toEqual([])
  const count = (what: LoadAnswer['what'], failed: boolean) =>
    answers.filter((answer) => answer.what === what && (answer.status === 500) === failed).length
  for (const what of ['read', 'picture', 'create'] as const)
    expect(count(what, false)).toBeGreaterThan(count(what, true))
}

test(
  'one process with its embedded database',
  async () => {
    const dataDirectory = `${folder.path}/embedded`
    const environment = { ...cloudEnvironment(), DATA_DIR: dataDirectory }
    const { process: service, baseUrl } = await start(environment)
    const target = await connectAccount(environment, cloud, [baseUrl])
    const load = startConstantLoad(target, await scanForPicture(target))
    await drill(serverFaults(await databaseServer(dataDirectory), [baseUrl]), [baseUrl], load)
    expectBounded(load.answers)
    expect(await service.stop()).toBe(0)
  },
  drillTimeoutMs,
)

test(
  'an API process and two workers, with one external database behind an unreliable network',
  async () => {
    const dataDirectory = `${folder.path}/external`
    // A supervisor for the test, which restarts the server on the same port like an operator's.
    const external = await openEmbeddedPostgres({ dataDirectory, onNotice: () => undefined })
    closing.push(() => external.close())
    const server = await databaseServer(dataDirectory)
    const url = new URL(external.ownerUrl)
    const proxy = await startBreakableProxy(Number(url.port))
    closing.push(() => proxy.close())
    url.port = String(proxy.port)
    const environment = { ...cloudEnvironment(), DATABASE_URL: url.href, SECRET_KEY: 'a'.repeat(32) }
    const started = [
      await start({ ...environment, ROLE: 'api' }),
      await start({ ...environment, ROLE: 'worker' }),
      await start({ ...environment, ROLE: 'worker' }),
    ]
    const baseUrls = started.map(({ baseUrl }) => baseUrl)
    const target = await connectAccount(environment, cloud, baseUrls.slice(0, 1))
    const load = startConstantLoad(target, await scanForPicture(target))
    const network: Record<string, Fault> = {
      'connections are reset': async () => proxy.reset(),
      'connections are ended': async () => proxy.end(),
      'connections stand still, then are reset': async () => {
        proxy.freeze()
        await sleep(1_000)
        proxy.reset()
      },
    }
    await drill({ ...network, ...serverFaults(server, baseUrls) }, baseUrls, load)
    expectBounded(load.answers)
    for (const { process: service } of started) expect(await service.stop()).toBe(0)
  },
  drillTimeoutMs,
)
