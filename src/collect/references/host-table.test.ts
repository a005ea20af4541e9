import { expect, test } from 'vitest'
import { readHostTable } from './host-table.ts'

type Entry = { readonly host: string | undefined; readonly id: string | undefined }

async function* listed(...entries: readonly Entry[]) {
  yield* entries
}

async function* broken(): AsyncGenerator<Entry> {
  yield* []
  throw new Error('denied')
}

async function* late(entry: Entry) {
  await new Promise((resolve) => setImmediate(resolve))
  yield entry
}

const orders = (id: string): Entry => ({ id, host: 'orders.shop.local' })

const balancers = (entries: AsyncIterable<Entry>) => ({ type: 'AWS::ElasticLoadBalancing::LoadBalancer', entries })

test('ignores case, the trailing dot, and the dualstack prefix', async () => {
  const resourceAt = await readHostTable([balancers(listed({ id: 'web', host: 'Web-1.elb.amazonaws.com' }))])
  for (const host of ['web-1.elb.amazonaws.com', 'WEB-1.elb.amazonaws.com.', 'dualstack.web-1.elb.amazonaws.com.']) {
    expect(resourceAt(host)).toEqual({ type: 'AWS::ElasticLoadBalancing::LoadBalancer', id: 'web' })
  }
})

test('a resource may have several addresses', async () => {
  const entries = listed(...['vpc-1 10.0.0.4', 'vpc-1 10.0.0.5'].map((host) => ({ host, id: 'eni-1' })))
  const resourceAt = await readHostTable([{ type: 'AWS::EC2::NetworkInterface', entries }])
  expect(resourceAt('vpc-1 10.0.0.5')).toEqual({ type: 'AWS::EC2::NetworkInterface', id: 'eni-1' })
  expect(resourceAt('vpc-2 10.0.0.5')).toBeUndefined()
})

test('an unknown host names nothing', async () => {
  const resourceAt = await readHostTable([balancers(listed({ id: 'web', host: undefined }))])
  expect(resourceAt('web')).toBeUndefined()
  expect(resourceAt(undefined)).toBeUndefined()
})

test('a source that could not be read does not affect the others', async () => {
  const resourceAt = await readHostTable([balancers(broken()), balancers(listed({ id: 'web', host: 'web' }))])
  expect(resourceAt('web')).toEqual({ type: 'AWS::ElasticLoadBalancing::LoadBalancer', id: 'web' })
})

test('of sources with the same host, the first wins, whichever is read first', async () => {
  const resourceAt = await readHostTable([
    { type: 'AWS::ECS::Service', entries: late(orders('service')) },
    { type: 'AWS::ServiceDiscovery::Service', entries: listed(orders('name')) },
  ])
  expect(resourceAt('orders.shop.local')).toEqual({ type: 'AWS::ECS::Service', id: 'service' })
})

test('a private host of two resources of a source names none of them, nor one of a later source', async () => {
  const entries = listed(orders('production'), orders('staging'), orders('production'))
  const resourceAt = await readHostTable([
    { type: 'AWS::ECS::Service', entries, isPrivate: true },
    { type: 'AWS::ServiceDiscovery::Service', entries: listed(orders('name')) },
  ])
  expect(resourceAt('orders.shop.local')).toBeNull()
})

test('a resource may be listed with the same host twice', async () => {
  const resourceAt = await readHostTable([
    { type: 'AWS::ECS::Service', entries: listed(orders('service'), orders('service')), isPrivate: true },
  ])
  expect(resourceAt('orders.shop.local')).toEqual({ type: 'AWS::ECS::Service', id: 'service' })
})
