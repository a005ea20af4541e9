/**
 * What reading the answers of a scan costs, without making anything of them: sends the calls that the parent hands over, one after
 * the other, with real signing and HTTP, and tells the CPU time of the cheapest round but the first. `reader` says through what:
 * the SDK's clients as they come, or a session of ours.
 */
import type { AwsCredentialIdentity } from '@smithy/types'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { openAccountSession } from '../src/cloud/account-session.ts'
import { createRateBudget } from '../src/cloud/rate-budget.ts'
import { SharedRequestHandler } from '../src/cloud/request-handler.ts'
import type { SdkClient, Service } from '../src/cloud/service.ts'
import * as services from '../src/collect/aws/services.ts'
import type { SimulatedCall } from '../src/simulated/answer-request.ts'
import type { CloudAddress } from './cloud-process.ts'
import { externalId, region } from './region-scan.ts'

export type Reader = 'SDK as it comes' | 'session'
export type Replay = { readonly cloud: CloudAddress; readonly calls: readonly SimulatedCall[]; readonly reader: Reader }

type Client = { send(command: object): Promise<unknown> }
type Constructor<Instance> = new (input: object) => Instance
type Sdk = Readonly<Record<string, unknown>>
type Opened = { readonly sdk: Sdk; readonly client: Client }
type Open = (service: string, region: string) => Promise<Opened>

/** The first ones warm up clients, connections and compiled code. */
const rounds = 7
/** What is not in the SDK's package of the simulated service's own name. */
const modules: Readonly<Record<string, string>> = {
  'step-functions': '@aws-sdk/client-sfn',
  route53resolver: '../src/sdk/route53resolver/route53resolver.ts',
}

process.once('message', (replay: Replay) => void answer(replay))

async function answer(replay: Replay): Promise<void> {
  process.send?.(await measure(replay))
  process.disconnect()
}

async function measure({ cloud, calls, reader }: Replay): Promise<number> {
  const credentials = await assumeRole(cloud)
  const open = reader === 'session' ? await openBySession(cloud, credentials) : openBare(cloud, credentials)
  const clients = new Map<string, Promise<Opened>>()
  const send = async ({ service, operation, region: called, parameters, errorCode }: SimulatedCall) => {
    if (service === null || called === null || service === 'sts') return
    const key = `${service} ${called}`
    const opened = clients.get(key) ?? open(service, called)
    clients.set(key, opened)
    const { sdk, client } = await opened
    const sent = client.send(new (sdk[`${operation}Command`] as Constructor<object>)({ ...parameters }))
    // Answers such as "there is no such configuration" are read like all others.
    await (errorCode === null ? sent : sent.catch(() => undefined))
  }
  const roundsMs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const cpu = process.cpuUsage()
    for (const call of calls) await send(call)
    const { user, system } = process.cpuUsage(cpu)
    roundsMs.push((user + system) / 1000)
  }
  return Math.min(...roundsMs.slice(1))
}

function openBare({ endpoint }: CloudAddress, credentials: AwsCredentialIdentity): Open {
  // Kinesis would speak HTTP/2, which the simulated cloud does not.
  const requestHandler = new NodeHttpHandler()
  return async (service, called) => {
    const sdk = await loadSdk(service)
    const name = Object.keys(sdk).find((key) => /^[A-Z]\w*Client$/.test(key)) ?? ''
    const configuration = { region: called, endpoint, credentials, forcePathStyle: true, requestHandler }
    return { sdk, client: new (sdk[name] as Constructor<Client>)(configuration) }
  }
}

/** Clients, protocols, request handler and rate budget as a scan has them. */
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
    rateBudget: createRateBudget({ sharePercent: 100 }),
    accountNumber,
    partition: 'aws',
    region,
    credentials,
    renew: () => Promise.resolve(credentials),
  })
  const known = Object.values(services).filter((service) => 'load' in service) as readonly Service<Sdk, SdkClient>[]
  const bySdk = new Map(await Promise.all(known.map(async (service) => [await service.load(), service] as const)))
  return async (service, called) => {
    const found = bySdk.get(await loadSdk(service))
    if (found === undefined) throw new Error(`No service of the collectors is the simulated ${service}`)
    const { sdk, client } = await session.open(found, called)
    return { sdk, client: client as unknown as Client }
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
