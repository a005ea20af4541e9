/** A region of 20,000 resources: the sample network with thousands of instances, a third of them with a public address. */
import { one, sampleWorld } from '../test/support/network/sample-world.ts'
import type { World } from '../test/support/network/world.ts'

export const instances = 9_990

/** The sample world with thousands of additional instances in three of its subnets, and 500 rules for some. */
export function largeNetwork(): World {
  const world = { ...sampleWorld(), account: '777788889999', region: 'us-east-1' }
  const places = [
    ['subnet-app', 'sg-app'],
    ['subnet-db', 'sg-db'],
    ['subnet-public', 'sg-web'],
  ] as const
  one(world.groups, 'sg-db').ingress = Array.from({ length: 500 }, (_, place) => ({
    protocol: 'tcp',
    fromPort: 443,
    toPort: 443,
    peer: `10.0.${place % 250}.${place % 200}/32`,
  }))
  for (let place = 0; place < instances; place += 1) {
    const [subnet, group] = places[place % places.length] ?? places[0]
    const privateIp = `10.0.${64 + Math.floor(place / 250)}.${(place % 250) + 1}`
    const publicIp =
      subnet === 'subnet-public' ? { publicIp: `52.2.${Math.floor(place / 250)}.${(place % 250) + 1}` } : {}
    world.interfaces.push({
      id: `eni-${place}`,
      subnet,
      addresses: [{ privateIp, ...publicIp }],
      groups: [group],
      instance: `i-${place}`,
    })
  }
  return world
}

/** The same network after ten changes: five instances with network interfaces and public addresses were added. */
export function grownNetwork(): World {
  const world = largeNetwork()
  for (let place = 1; place <= 5; place += 1) {
    world.interfaces.push({
      id: `eni-new-${place}`,
      subnet: 'subnet-public',
      addresses: [{ privateIp: `10.0.1.${200 + place}`, publicIp: `52.3.0.${place}` }],
      groups: ['sg-web'],
      instance: `i-new-${place}`,
    })
  }
  return world
}
