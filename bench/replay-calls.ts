/**
 * What the SDK as it comes needs for the answers of a scan: bare clients, in a process of its own, send the calls that the parent
 * hands over, twice, and tell the CPU time of the second round.
 */
import { NodeHttpHandler } from '@smithy/node-http-handler'
import type { SimulatedCall } from '../src/simulated/answer-request.ts'
import type { CloudAddress } from './cloud-process.ts'
import { externalId } from './region-scan.ts'

export type Replay = { readonly cloud: CloudAddress; readonly calls: readonly SimulatedCall[] }

type Client = { send(command: object): Promise<unknown> }
type Constructor<Instance> = new (input: object) => Instance
type Sdk = Readonly<Record<string, unknown>>

/** The one package that is not named as the simulated service. */
const packages: Readonly<Record<string, string>> = { 'step-functions': 'sfn' }

process.once('message', (replay: Replay) => void answer(replay))

async function answer(replay: Replay): Promise<void> {
  process.send?.(await measure(replay))
  process.disconnect()
}

async function measure({ cloud, calls }: Replay): Promise<number> {
  const credentials = await assumeRole(cloud)
  const requestHandler = new NodeHttpHandler()
  const clients = new Map<string, Promise<{ readonly sdk: Sdk; readonly client: Client }>>()
  const open = async (service: string, region: string) => {
    const sdk = (await import(`@aws-sdk/client-${packages[service] ?? service}`)) as Sdk
    const name = Object.keys(sdk).find((key) => /^[A-Z]\w*Client$/.test(key)) ?? ''
    const { endpoint } = cloud
    const client = new (sdk[name] as Constructor<Client>)({
      region,
      endpoint,
      credentials,
      forcePathStyle: true,
      // Kinesis would speak HTTP/2, which the simulated cloud does not.
      requestHandler,
    })
    return { sdk, client }
  }
  const send = async ({ service, operation, region, parameters }: SimulatedCall) => {
    if (service === null || region === null || service === 'sts') return
    const key = `${service} ${region}`
    const opened = clients.get(key) ?? open(service, region)
    clients.set(key, opened)
    const { sdk, client } = await opened
    await client.send(new (sdk[`${operation}Command`] as Constructor<object>)({ ...parameters }))
  }
  let cpuMs = 0
  for (const _round of ['warm', 'measured']) {
    const cpu = process.cpuUsage()
    for (const call of calls) await send(call)
    const { user, system } = process.cpuUsage(cpu)
    cpuMs = (user + system) / 1000
  }
  return cpuMs
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
