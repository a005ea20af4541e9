/** Measures the memory of a service process that scans accounts with oversized responses. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { latestVersion } from '../contract/versions.ts'
import { defaultScanMemoryMib } from '../src/cloud/responses/response-memory.ts'
import { generateApiKey } from '../src/store/keys/api-key.ts'
import type { Faults } from '../src/simulated/faults.ts'
import { serviceNames } from '../src/simulated/service-catalogue.ts'
import { openEmbeddedPostgres } from '../src/store/embedded-postgres.ts'
import { openStore, type Store } from '../src/store/store.ts'
import { type CloudAddress, startCloudProcess } from './cloud-process.ts'
import { type Figure, figure } from './figure.ts'
import { externalId, region } from './region-scan.ts'

const secretKey = 'a secret of the bench alone, of no other use'
/** As many as a worker runs concurrently. */
const scansAtOnce = 8
const scanTimeoutSeconds = 240
/** The memory of the process without scans, as docs/operations.md states it. */
const processMib = 300
const mostMib = scansAtOnce * defaultScanMemoryMib + processMib

/** All services except STS, because no scan works without a role. */
const everywhere = (rule: { readonly effect: 'padded' | 'long-texts'; readonly sizeKib: number }): Faults => ({
  rules: serviceNames.filter((name) => name !== 'sts').map((service) => ({ ...rule, service })),
})

const kinds: readonly (readonly [label: string, faults: Faults, goal: number | null])[] = [
  ['normal responses', {}, null],
  ['60 MiB responses to every call', everywhere({ effect: 'padded', sizeKib: 60 * 1024 }), mostMib],
  ['1 MiB names in every response', everywhere({ effect: 'long-texts', sizeKib: 1024 }), mostMib],
]

export async function benchHostile(say: (line: string) => void): Promise<readonly Figure[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'surveyor-bench-'))
  // As root, the server runs as another account, which needs access to its data here.
  await chmod(dataDirectory, 0o755)
  const postgres = await openEmbeddedPostgres({ dataDirectory, onNotice: say })
  const cloud = await startCloudProcess('three-tier')
  try {
    const figures: Figure[] = []
    for (const [label, faults, goal] of kinds) {
      await cloud.setFaults(faults)
      const peakBytes = await peakOfScans(postgres.ownerUrl, cloud.address, (line) => say(`${label}: ${line}`))
      const name = `${scansAtOnce} scans at once, ${label}: resident memory at the peak`
      figures.push(figure(name, peakBytes / 2 ** 20, 'MiB', goal))
    }
    return figures
  } finally {
    await cloud.stop()
    await postgres.close()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

/** In its own process, started like the service. */
async function peakOfScans(ownerUrl: string, cloud: CloudAddress, say: (line: string) => void): Promise<number> {
  const child = spawn(join(import.meta.dirname, '..', 'bin', 'surveyor'), ['start'], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATABASE_URL: ownerUrl,
      SECRET_KEY: secretKey,
      AWS_ENDPOINT_URL: cloud.endpoint,
      AWS_ACCESS_KEY_ID: cloud.accessKeyId,
      AWS_SECRET_ACCESS_KEY: cloud.secretAccessKey,
      SCAN_TIMEOUT_SECONDS: String(scanTimeoutSeconds),
      PORT: '0',
      DRAIN_SECONDS: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  try {
    const baseUrl = await addressOf(createInterface(child.stdout))
    child.stdout.resume()
    const store = await openStore({ ownerUrl, secretKey })
    const connections = Array.from({ length: scansAtOnce }, (_, index) => connect(store, cloud, index))
    const keysAndConnections = await Promise.all(connections)
    await store.close()
    const startedAt = performance.now()
    const statuses = await Promise.all(keysAndConnections.map((each) => scan(baseUrl, each)))
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    say(`${scansAtOnce} scans ended after ${seconds} s: ${[...new Set(statuses)].join(', ')}`)
    return await peakBytesOf(child.pid ?? 0)
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

async function addressOf(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const baseUrl = /listening on (http:\/\/[\d.:]+)/.exec(line)?.[1]
    if (baseUrl !== undefined) return baseUrl
  }
  throw new Error('The service ended before it listened')
}

type Connected = { readonly key: string; readonly connectionId: string }

/** With its own organization, because scans of one account and region run one after the other. */
async function connect(store: Store, cloud: CloudAddress, index: number): Promise<Connected> {
  const organization = await store.organizations.insert(`bench ${performance.timeOrigin + performance.now()} ${index}`)
  if (organization === null) throw new Error('There is already such an organization')
  const { key, hash } = generateApiKey()
  return store.tenant(organization.id, async ({ accounts, apiKeys }) => {
    const { accountNumber, roleArn } = cloud
    const made = await accounts.insert({ alias: 'bench', accountNumber, partition: 'aws', roleArn, externalId })
    if (made === null) throw new Error('There is already such an account')
    await accounts.update(made.id, 'pending', { status: 'connected', errorMessage: null })
    await apiKeys.insert({ name: 'bench', scopes: ['read', 'write'], version: latestVersion, expiresAt: null, hash })
    return { key, connectionId: made.id }
  })
}

/** Returns the final status. */
async function scan(baseUrl: string, { key, connectionId }: Connected): Promise<string> {
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', prefer: 'respond-async' }
    const answer = await fetch(`${baseUrl}${path}`, { ...init, headers })
    // A machine that is too busy for the scans may be too busy for this request too.
    if (answer.status >= 500) return null
    if (!answer.ok) throw new Error(`${path} returned ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { data: { id: string; status: string; errorMessage: string | null } }).data
  }
  const body = JSON.stringify({ cloudAccountId: connectionId, region })
  const created = await call('/api/scans', { method: 'POST', body })
  if (created === null) throw new Error('The scan could not be created')
  for (;;) {
    const ended = await call(`/api/scans/${created.id}`)
    const { status, errorMessage } = ended ?? created
    if (status === 'completed' || status === 'failed') return [status, errorMessage].filter(Boolean).join(': ')
    await delay(500)
  }
}

/** Returns the peak resident memory of a process, from Linux's `/proc`. */
async function peakBytesOf(processId: number): Promise<number> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}
