import { expect, test } from 'vitest'
import { serviceConnectNames } from './service-connect.ts'

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
