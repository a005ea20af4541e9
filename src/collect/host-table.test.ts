import { expect, test } from 'vitest'
import { readHostTable } from './host-table.ts'

const place = { region: 'us-east-1' }

type Balancer = { readonly name: string; readonly host: string | undefined }

async function* listed(...items: readonly Balancer[]) {
  yield* items
}

async function* broken(): AsyncGenerator<Balancer> {
  yield* []
  throw new Error('denied')
}

const bothAddresses = () => ['vpc-1 10.0.0.4', 'vpc-1 10.0.0.5'].map((host) => ({ host, id: 'eni-1' }))

const source = (items: AsyncIterable<unknown>) => ({
  type: 'AWS::ElasticLoadBalancing::LoadBalancer',
  select: (item: unknown) => ({ host: (item as Balancer).host, id: (item as Balancer).name }),
  items,
})

test('a host names its resource in any case, with the last dot, and for all address families', async () => {
  const resourceAt = await readHostTable([source(listed({ name: 'web', host: 'Web-1.elb.amazonaws.com' }))], place)
  for (const host of ['web-1.elb.amazonaws.com', 'WEB-1.elb.amazonaws.com.', 'dualstack.web-1.elb.amazonaws.com.']) {
    expect(resourceAt(host)).toEqual({ type: 'AWS::ElasticLoadBalancing::LoadBalancer', id: 'web' })
  }
})

test('a resource may have several addresses', async () => {
  const items = listed({ name: 'eni-1', host: undefined })
  const resourceAt = await readHostTable([{ type: 'AWS::EC2::NetworkInterface', select: bothAddresses, items }], place)
  expect(resourceAt('vpc-1 10.0.0.5')).toEqual({ type: 'AWS::EC2::NetworkInterface', id: 'eni-1' })
  expect(resourceAt('vpc-2 10.0.0.5')).toBeUndefined()
})

test('an unknown host names nothing', async () => {
  const resourceAt = await readHostTable([source(listed({ name: 'web', host: undefined }))], place)
  expect(resourceAt('web')).toBeUndefined()
  expect(resourceAt(undefined)).toBeUndefined()
})

test('a source that could not be read takes nothing from the others', async () => {
  const resourceAt = await readHostTable([source(broken()), source(listed({ name: 'web', host: 'web' }))], place)
  expect(resourceAt('web')).toEqual({ type: 'AWS::ElasticLoadBalancing::LoadBalancer', id: 'web' })
})
