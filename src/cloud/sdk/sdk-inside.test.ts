/** Tests the SDK internals that this folder relies on, for the client of every service. */
import { expect, test } from 'vitest'
import { catalogue } from '../../collect/catalogue.ts'
import { resourceExplorer } from '../../collect/other-resources.ts'
import { tagging } from '../../collect/reading/tag-table.ts'
import { createResponseMemory } from '../responses/response-memory.ts'
import { createRateBudget } from '../rate-budget.ts'
import { boundedRetryStrategy, maxAttempts } from './bounded-retry.ts'
import type { Service } from '../service.ts'
import { createClient, type SdkClient, SharedRequestHandler } from './client.ts'
import { fastXmlProtocolFor } from './xml/fast-xml-protocol.ts'

const services: readonly Service<unknown, SdkClient>[] = [
  ...new Set<Service<unknown, SdkClient>>([...catalogue.map(({ service }) => service), tagging, resourceExplorer]),
]
const protocols = ['awsJson1_0', 'awsJson1_1', 'awsQuery', 'ec2Query', 'restJson1', 'restXml']

const requestHandler = new SharedRequestHandler()
const credentials = () => Promise.resolve({ accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'of no use' })
const clients = await Promise.all(
  services.map(async (service) => {
    const Client = service.client(await service.load())
    const client = createClient(Client, {
      requestHandler,
      forcePathStyle: true,
      endpoint: null,
      credentials,
      rateBudget: createRateBudget({ sharePercent: 70 }),
      scope: { accountNumber: '111122223333', region: 'us-east-1', service: service.name },
      responseMemory: createResponseMemory(),
    })
    const bare = new Client({
      region: 'us-east-1',
      credentials,
      requestHandler,
      retryStrategy: boundedRetryStrategy(),
      maxAttempts,
      forcePathStyle: true,
    })
    return { name: Client.name, client, bare }
  }),
)

test.each(clients)('$name runs its middleware in the required order', ({ client }) => {
  const names = client.middlewareStack.identify().map((entry) => entry.split(' ')[0])
  const relevant = [
    'userAgentMiddleware',
    'retryMiddleware',
    'rateBudgetMiddleware',
    'endUnansweredMiddleware',
    'httpSigningMiddleware',
    'explainResponseMiddleware',
    'deserializerMiddleware',
    'checkResponseMiddleware',
  ]
  expect(names.filter((name) => relevant.includes(name ?? ''))).toEqual(relevant)
  expect(names).not.toContain('getUserAgentMiddleware')
})

/** One client is the service's own, made of SDK parts, and lacks this middleware. */
const clientsOfTheSdk = clients.filter(({ name }) => name !== 'Route53ResolverClient')

test.each(clientsOfTheSdk)('the SDK sets the user agent of $name in the replaced middleware', ({ bare }) => {
  expect(bare.middlewareStack.remove('getUserAgentMiddleware')).toBe(true)
})

test.each(clients)('$name has a protocol with checked responses, and parses XML with the fast parser', (entry) => {
  const { protocol } = entry.client.config as { readonly protocol: { getShapeId(): string } }
  const [, name = ''] = protocol.getShapeId().split('#')
  const fast = fastXmlProtocolFor(entry.bare.config)
  const isJson = name.toLowerCase().includes('json')
  expect(protocols).toContain(name)
  expect([fast === null, fast !== null && protocol instanceof fast]).toEqual([isJson, !isJson])
})
