import { expect, test } from 'vitest'
import { readNameTable } from '../../references/name-table.ts'
import { connectedServices, namesInNamespaces, serviceConnectNames } from './service-connect.ts'
import { serviceConnectPorts } from './service-connect-ports.ts'

const connected = (more: object) => ({
  deployments: [{ serviceConnectConfiguration: { enabled: true, namespace: 'shop.local', ...more } }],
})

test('a service answers at its aliases, or else by its own name within the namespace', () => {
  expect(
    serviceConnectNames(
      connected({
        services: [
          { portName: 'http', discoveryName: 'orders' },
          { portName: 'grpc', clientAliases: [{ port: 9000, dnsName: 'orders.grpc' }, { port: 9001 }] },
        ],
      }),
    ),
  ).toEqual(['grpc.shop.local', 'orders.grpc', 'orders.shop.local'])
})

test('what is off, or whose namespace is told by an ARN alone, has no name', () => {
  const services = [{ portName: 'http' }]
  expect(serviceConnectNames(connected({ enabled: false, services }))).toEqual([])
  expect(
    serviceConnectNames(connected({ namespace: 'arn:aws:servicediscovery:us-east-1:1:namespace/ns-1', services })),
  ).toEqual([])
  expect(serviceConnectNames({})).toEqual([])
})

test('a service is called at the ports of its aliases', () => {
  const services = [
    { portName: 'grpc', clientAliases: [{ port: 9000 }, { port: 9001 }] },
    { portName: 'http', clientAliases: [{ port: 8080 }, { port: 9000 }] },
  ]
  expect(serviceConnectPorts(connected({ services }))).toEqual([8080, 9000, 9001])
  expect(serviceConnectPorts(connected({ enabled: false, services }))).toBeUndefined()
  expect(serviceConnectPorts(connected({ services: [{ portName: 'http' }] }))).toBeUndefined()
})

const place = { region: 'us-east-1' }
const service = (namespace: string | undefined, name: string, more: object = {}) => ({
  serviceArn: `service/${namespace ?? 'default'}/${name}`,
  clusterArn: 'cluster/shop',
  taskDefinition: `task/${namespace ?? 'default'}/${name}`,
  deployments: [
    {
      serviceConnectConfiguration: {
        enabled: true,
        ...(namespace !== undefined && { namespace }),
        services: [{ portName: 'http', clientAliases: [{ port: 80, dnsName: name }] }],
      },
    },
  ],
  ...more,
})

async function named(services: readonly object[], taskDefinition: string, value: string, variable = 'BACKEND') {
  async function* entries() {
    await Promise.resolve()
    yield* services.flatMap((each) => namesInNamespaces.select(each, place))
  }
  const table = await readNameTable([{ type: 'AWS::ECS::Service', entries: entries() }])
  return connectedServices(taskDefinition, [{ name: variable, value }], table).map(({ id }) => id)
}

const [prod, staging] = ['arn:prod', 'arn:staging']
const shop = [prod, staging].flatMap((namespace) => ['ui', 'Orders'].map((name) => service(namespace, name)))

test.each([
  [`task/${prod}/ui`, `service/${prod}/Orders`],
  [`task/${staging}/ui`, `service/${staging}/Orders`],
])('an alias means the service of the namespace in which %s runs', async (taskDefinition, expected) => {
  expect(await named(shop, taskDefinition, 'http://orders/v1')).toEqual([expected])
})

test('an alias means nothing to what is in no namespace, in several ones, or if two services have it', async () => {
  const outside = { serviceArn: 'service/outside', taskDefinition: 'task/outside', deployments: [{}] }
  expect(await named([...shop, outside], 'task/outside', 'http://orders')).toEqual([])
  const shared = [...shop, ...[prod, staging].map((each) => service(each, 'web', { taskDefinition: 'task/web' }))]
  expect(await named(shared, 'task/web', 'http://orders')).toEqual([])
  const twice = [...shop, service(prod, 'Orders', { serviceArn: 'service/other' })]
  expect(await named(twice, `task/${prod}/ui`, 'http://orders')).toEqual([])
})

test('services without a namespace of their own are in that of their cluster', async () => {
  const services = ['ui', 'orders'].map((name) => service(undefined, name))
  expect(await named(services, 'task/default/ui', 'http://orders')).toEqual(['service/default/orders'])
})
