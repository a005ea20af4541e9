/**
 * Measures the cost of reading a scan's responses. It sends the calls from the parent process concurrently, with real
 * signing and HTTP, once for each requested round, and returns its CPU time in milliseconds. `reader` selects the plain
 * SDK or the service's session.
 */
import { NodeHttpHandler } from '@smithy/node-http-handler'
import type { AwsCredentialIdentity } from '@smithy/types'
import pMap from 'p-map'
import { openAccountSession } from '../src/cloud/account-session.ts'
import { createRateBudget } from '../src/cloud/rate-budget.ts'
import { type SdkClient, SharedRequestHandler } from '../src/cloud/sdk/client.ts'
import type { Service } from '../src/cloud/service.ts'
import { catalogue } from '../src/collect/catalogue.ts'
import { resourceExplorer } from '../src/collect/other-resources.ts'
import { tagging } from '../src/collect/reading/tag-table.ts'
import type { SimulatedCall } from '../src/simulated/answer-request.ts'
import type { CloudAddress } from './cloud-process.ts'
import { externalId, region } from './region-scan.ts'

export type Reader = 'plain SDK' | 'session'
export type Replay = { readonly cloud: CloudAddress; readonly calls: readonly SimulatedCall[]; readonly reader: Reader }
/** The calls come first. */
export type ReplayOrder = Replay | 'round'

type Client = { send(command: object): Promise<unknown> }
type Constructor<Instance> = new (input: object) => Instance
type Sdk = Readonly<Record<string, unknown>>
type Opened = { readonly sdk: Sdk; readonly client: Client }
type Open = (service: string, region: string) => Promise<Opened>

/** In sequence, most of the time would pass in sleeping and waking. */
const atOnce = 16
/** High enough that no call has to wait, because the plain SDK has no rate budget. */
const endlessSharePercent = 1_000_000
/** Modules for services whose SDK package has another name than the simulated service. */
const modules: Readonly<Record<string, string>> = {
  'step-functions': '@aws-sdk/client-sfn',
  route53resolver: '../src/sdk/route53resolver/route53resolver.ts',
  s3control: '../src/sdk/s3control/s3control.ts',
}

let sendAll: Promise<() => Promise<void>> | null = null
process.on('message', (order: ReplayOrder) => {
  if (order === 'round') void measureRound()
  else sendAll = openReplay(order)
})

async function measureRound(): Promise<void> {
  const send = await sendAll
  if (send === null) throw new Error('There are no calls yet')
  const before = process.cpuUsage()
  await send()
  const { user, system } = process.cpuUsage(before)
  process.send?.((user + system) / 1000)
}

async function openReplay({ cloud, calls, reader }: Replay): Promise<() => Promise<void>> {
  const credentials = await assumeRole(cloud)
  const open = reader === 'session' ? await openBySession(cloud, credentials) : openBare(cloud, credentials)
  const clients = new Map<string, Promise<Opened>>()
  const send = async ({ service, operation, region: called, parameters, errorCode, status }: SimulatedCall) => {
    if (service === null || called === null || service === 'sts') return
    const key = `${service} ${called}`
    const opened = clients.get(key) ?? open(service, called)
    clients.set(key, opened)
    const { sdk, client } = await opened
    const sent = client.send(new (sdk[`${operation}Command`] as Constructor<object>)({ ...parameters }))
    // Responses such as "there is no such configuration" are read like all others.
    await (errorCode === null ? sent : sent.catch((error: unknown) => expectStatus(error, status)))
  }
  return async () => {
    await pMap(calls, send, { concurrency: atOnce })
  }
}

function expectStatus(error: unknown, status: number | null): void {
  const { $metadata } = error as { readonly $metadata?: { readonly httpStatusCode?: number } }
  if ($metadata?.httpStatusCode !== status) throw error
}

function openBare({ endpoint }: CloudAddress, credentials: AwsCredentialIdentity): Open {
  // Kinesis would use HTTP/2, which the simulated cloud doesn't support.
  const requestHandler = new NodeHttpHandler()
  return async (service, called) => {
    const sdk = await loadSdk(service)
    const name = Object.keys(sdk).find((key) => /^[A-Z]\w*Client$/.test(key)) ?? ''
    const configuration = { region: called, endpoint, credentials, forcePathStyle: true, requestHandler }
    return { sdk, client: new (sdk[name] as Constructor<Client>)(configuration) }
  }
}

/** The same clients, protocols, request handler, and rate budget as in a scan. */
async function openBySession(cloud: CloudAddress, credentials: AwsCredentialIdentity): Promise<Open> {
  const { endpoint, accountNumber } = cloud
  const session = openAccountSession({
    settings: {
      endpoint,
      forcePathStyle: true,
      credentials: () => () => Promise.resolve(credentials),
      homeRegion: () => region,
      requestHandler: new SharedRequestHandler(),
    },
    rateBudget: createRateBudget({ sharePercent: endlessSharePercent }),
    accountNumber,
    partition: 'aws',
    region,
    credentials,
    renew: () => Promise.resolve(credentials),
  })
  const known = new Set([...catalogue.map(({ service }) => service), tagging, resourceExplorer])
  const bySdk = new Map<unknown, Service<unknown, SdkClient>>(
    await Promise.all([...known].map(async (service) => [await service.load(), service] as const)),
  )
  return async (service, called) => {
    const found = bySdk.get(await loadSdk(service))
    if (found === undefined) throw new Error(`No service of the collectors is the simulated ${service}`)
    const { sdk, client } = await session.open(found, called)
    return { sdk: sdk as Sdk, client: client as unknown as Client }
  }
}

async function loadSdk(service: string): Promise<Sdk> {
  return (await import(modules[service] ?? `@aws-sdk/client-${service}`)) as Sdk
}

async function assumeRole({ endpoint, accessKeyId, secretAccessKey, roleArn }: CloudAddress) {
  const { STSClient, AssumeRoleCommand } = await import('@aws-sdk/client-sts')
  const client = new STSClient({ endpoint, region: 'us-east-1', credentials: { accessKeyId, secretAccessKey } })
  const { Credentials } = await client.send(
    new AssumeRoleCommand({ RoleArn: roleArn, RoleSessionName: 'bench', ExternalId: externalId }),
  )
  return {
    accessKeyId: Credentials?.AccessKeyId ?? '',
    secretAccessKey: Credentials?.SecretAccessKey ?? '',
    sessionToken: Credentials?.SessionToken ?? '',
  }
}
