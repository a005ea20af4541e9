/** The simulated cloud: an HTTP server that responds to real SDK clients like AWS, with worlds of plain data. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { Type } from 'typebox'
import { type Answer, answerRequest, type CloudState, type SimulatedCall } from './answer-request.ts'
import { createChangingData } from './changing-data.ts'
import { createCredentialIssuer, type CredentialIssuer, type Credentials } from './credentials.ts'
import { createFaultInjector, type Faults, parse, parseFaults } from './faults.ts'
import { partitionOf, partitions } from './regions.ts'
import { createRoleRegistry, type RoleRegistry, type RoleSettings } from './roles.ts'
import type { ReceivedRequest } from './signature.ts'
import type { World, WorldAccount } from './world.ts'
import { loadWorld, type WorldName } from './world-catalogue.ts'

/** With the credentials of the service's own (home) account in the partition `aws`. */
export type SimulatedCloud = Credentials & {
  /** `http://127.0.0.1:PORT` */
  readonly endpoint: string
  readonly homes: CredentialIssuer['homes']
  /** The customers' accounts, each with its role for the service. */
  readonly accounts: readonly { readonly accountId: string; readonly roleArn: string }[]
  /** The latest requests, oldest first, at most `maximumCalls`. */
  readonly calls: readonly SimulatedCall[]
  /**
   * Throws a `RangeError` if the ARN isn't a role of an account in this world, or a condition of its trust policy isn't
   * supported.
   */
  setRole(role: RoleSettings): void
  /** The role then denies every caller. Existing sessions continue without permissions. */
  removeRole(roleArn: string): void
  /** Replaces all faults. Throws a `RangeError` that names an invalid field. */
  setFaults(faults: Faults): void
  close(): Promise<void>
}

export const maximumCalls = 100_000

const maintenancePage =
  '<!doctype html><html><head><title>Maintenance</title></head><body><p>Back soon.<br></body></html>'

/** Throws a `RangeError` for an unknown world or invalid faults. `world` may also be a world's data. */
export async function startSimulatedCloud(options: {
  readonly world: WorldName | World
  /** 0 or absent for any free port. */
  readonly port?: number
  readonly latencyMs?: number
  readonly faults?: Faults
  /**
   * Milliseconds since 1970. Sessions and signatures expire by this clock, and responses include it (default: the
   * system's).
   */
  readonly now?: () => number
}): Promise<SimulatedCloud> {
  const now = options.now ?? Date.now
  const world = typeof options.world === 'string' ? await loadWorld(options.world) : options.world
  const injector = (faults: Faults) =>
    createFaultInjector(parseFaults(faults), { latencyMs: options.latencyMs ?? 0, now })
  let faults = injector(options.faults ?? {})
  let changed = Promise.withResolvers<void>()
  const credentials = createCredentialIssuer()
  const { homes } = credentials
  const roles = createRoleRegistry(world, homes)
  const state: CloudState = {
    accounts: new Map([...homeAccounts, ...world.accounts].map((account) => [account.accountId, account])),
    credentials,
    roles,
    changingData: createChangingData(),
    async judge(call) {
      let verdict = faults.judge(call)
      while (verdict.rule?.effect === 'hold') {
        await changed.promise
        verdict = faults.judge(call)
      }
      return verdict
    },
    now,
  }
  const calls: SimulatedCall[] = []
  const record = (call: SimulatedCall) => {
    calls.push(call)
    if (calls.length > maximumCalls) calls.splice(0, calls.length - maximumCalls)
  }

  const server = createServer((incoming, outgoing) => {
    serve(state, incoming, outgoing, record).catch((error: unknown) => {
      outgoing.destroy(error instanceof Error ? error : new Error(String(error)))
    })
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    endpoint: `http://127.0.0.1:${port}`,
    ...(homes['aws'] as Credentials),
    homes,
    accounts: world.accounts.map((account) => ({
      accountId: account.accountId,
      roleArn: `arn:${partitionOf(account)}:iam::${account.accountId}:role/${account.roleName}`,
    })),
    calls,
    setRole: (role) => roles.set(role),
    removeRole: (roleArn) => roles.remove(roleArn),
    setFaults(next) {
      faults = injector(next)
      changed.resolve()
      changed = Promise.withResolvers()
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      // Keep-alive connections and hanging calls would keep the server open.
      server.closeAllConnections()
      await closed
    },
  }
}

const homeAccounts: readonly WorldAccount[] = Object.entries(partitions).map(([partition, { homeAccountId }]) => ({
  accountId: homeAccountId,
  partition,
  roleName: '',
  optedInRegions: [],
  denials: [],
  regions: {},
  global: {},
}))

async function serve(
  state: CloudState,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  record: (call: SimulatedCall) => void,
): Promise<void> {
  const body = await buffer(incoming)
  const url = incoming.url ?? '/'
  if (url.startsWith('/_simulated/')) {
    control(state.roles, incoming.method ?? '', url, body, outgoing)
    return
  }
  outgoing.setHeader('date', new Date(state.now()).toUTCString())
  const answer = await answerRequest(state, receivedRequest(incoming, url, body))
  const aborted = new AbortController()
  outgoing.once('close', () => aborted.abort())
  if (answer.verdict.delayMs > 0) {
    await delay(answer.verdict.delayMs, undefined, { signal: aborted.signal }).catch(() => undefined)
  }
  const effect = answer.verdict.rule?.effect
  const isAnswered = effect !== 'reset' && effect !== 'hang'
  record(isAnswered ? answer.call : { ...answer.call, status: null, errorCode: effect })
  send(answer, outgoing)
}

function send({ response: { status, headers, body: content }, verdict: { rule } }: Answer, outgoing: ServerResponse) {
  const body = bytes(content)
  switch (rule?.effect) {
    case 'hang':
      return
    case 'reset':
      outgoing.socket?.resetAndDestroy()
      return
    case 'html':
      outgoing.writeHead(200, { 'content-type': 'text/html' }).end(maintenancePage)
      return
    case 'body':
      outgoing.writeHead(200, { 'content-type': rule.contentType ?? headers['content-type'] ?? '' }).end(rule.body)
      return
    case 'padded':
      outgoing.writeHead(status, headers)
      Readable.from(padded(body, rule.sizeKib))
        .on('error', () => undefined)
        .pipe(outgoing)
      return
    case 'truncate':
      outgoing.writeHead(status, { ...headers, 'content-length': body.length })
      outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => outgoing.destroy())
      return
    default:
      outgoing.writeHead(status, { ...headers, 'content-length': body.length }).end(body)
  }
}

/** Without a content length, like large AWS responses. */
function* padded(body: Buffer, paddingKib: number): Generator<Buffer> {
  yield body
  const blanks = Buffer.alloc(64 * 1024, ' ')
  for (let leftKib = paddingKib; leftKib > 0; leftKib -= 64) yield blanks.subarray(0, leftKib * 1024)
}

/** The SDK's JSON codec returns byte arrays that act as strings when copied. Only their memory is used. */
function bytes(body: string | Uint8Array): Buffer {
  return typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength)
}

function receivedRequest(incoming: IncomingMessage, url: string, body: Buffer): ReceivedRequest {
  const [path = '/', search = ''] = url.split('?', 2)
  const query: Record<string, string | string[]> = {}
  for (const [key, value] of new URLSearchParams(search.replaceAll('+', '%2B'))) {
    const earlier = query[key]
    query[key] = earlier === undefined ? value : [earlier, value].flat()
  }
  const headers = Object.fromEntries(
    Object.entries(incoming.headersDistinct).map(([name, values]) => [name, (values ?? []).join(',')]),
  )
  return { method: incoming.method ?? '', path, query, headers, body }
}

const roleBody = Type.Object(
  { roleArn: Type.String(), externalId: Type.Union([Type.String(), Type.Null()]) },
  { additionalProperties: false },
)

/**
 * `PUT /_simulated/roles` sets a trust policy while the server runs. It requires no signature, because the server only
 * listens on loopback.
 */
function control(roles: RoleRegistry, method: string, url: string, body: Buffer, outgoing: ServerResponse): void {
  const reply = (status: number, content: object) =>
    outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
  if (method !== 'PUT' || url !== '/_simulated/roles') {
    reply(404, { message: 'The only control endpoint is PUT /_simulated/roles' })
    return
  }
  try {
    roles.set(parse(roleBody, JSON.parse(body.toString()), 'role'))
    reply(200, {})
  } catch (error) {
    reply(400, { message: error instanceof Error ? error.message : String(error) })
  }
}
