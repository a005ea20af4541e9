import { expect, test } from 'vitest'
import { hostsNamed } from './host-words.ts'

test.each([
  ['BACKEND=http://orders', ['orders']],
  ['BACKEND=http://app:secret@Orders:8080/v1?x=1', ['orders']],
  ['BACKEND=jdbc:postgresql://orders:5432/shop', ['orders']],
  ['BACKEND=orders:8080', ['orders']],
  ['BACKENDS=orders:8080,carts:8080', ['orders', 'carts']],
  ['BACKENDS={"orders":"http://orders.shop:80"}', ['orders.shop']],
  ['ORDERS_HOST=orders', ['orders']],
  ['ordersEndpoint=orders', ['orders']],
])('%s names the hosts %j', (setting, hosts) => {
  expect(hostsOf(setting)).toEqual(hosts)
})

test.each(['DB_NAME=orders', 'IMAGE=orders:latest', 'EXPORTS_URL=s3://orders/2026', 'HOST=', 'PATHS=/orders:/carts'])(
  '%s names no host',
  (setting) => {
    expect(hostsOf(setting)).toEqual([])
  },
)

function hostsOf(setting: string): readonly string[] {
  const at = setting.indexOf('=')
  return hostsNamed({ name: setting.slice(0, at), value: setting.slice(at + 1) })
}
