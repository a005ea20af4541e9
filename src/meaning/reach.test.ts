import { describe, expect, test } from 'vitest'
import type { Json, Resource } from '../graph/resource-graph.ts'
import { inboundRules, isAnywhere, isPrivateRange } from './reach.ts'

function rulesOf(ingress: Json) {
  const group: Resource = {
    type: 'AWS::EC2::SecurityGroup',
    id: 'sg-1',
    arn: null,
    name: null,
    presence: 'read',
    tags: {},
    properties: { ingress },
  }
  return inboundRules(group)
}

describe('inbound rules', () => {
  test.each<[protocol: string, fromPort: Json, toPort: Json, ports: string]>([
    ['tcp', 443, 443, 'tcp 443'],
    ['tcp', 443, null, 'tcp 443'],
    ['tcp', 8000, 8080, 'tcp 8000-8080'],
    ['udp', 0, 0, 'udp 0'],
    ['tcp', 0, 65_535, 'all tcp'],
    ['tcp', 0, 65_534, 'tcp 0-65534'],
    ['tcp', 1, 65_535, 'tcp 1-65535'],
    ['udp', null, null, 'all udp'],
    ['-1', null, null, 'all traffic'],
    ['-1', 0, 65_535, 'all traffic'],
    ['icmp', 8, 0, 'icmp'],
    ['icmpv6', -1, -1, 'icmpv6'],
    ['50', null, null, 'all 50'],
  ])('of %s from port %s to %s allow %s', (protocol, fromPort, toPort, ports) => {
    expect(rulesOf([{ source: 'sg-2', protocol, fromPort, toPort }])).toEqual([{ source: 'sg-2', ports }])
  })

  test('without port or protocol are still returned', () => {
    expect(rulesOf([{ source: 'sg-2', protocol: 'tcp' }])).toEqual([{ source: 'sg-2', ports: 'all tcp' }])
    expect(rulesOf([{ source: 'sg-2', protocol: 6 }])).toEqual([{ source: 'sg-2', ports: 'all 6' }])
    expect(rulesOf([{ source: 'sg-2' }])).toEqual([{ source: 'sg-2', ports: 'all ' }])
  })

  test('keep their order, and invalid ones are left out', () => {
    const [web, dns] = [
      { source: '0.0.0.0/0', protocol: 'tcp', fromPort: 80, toPort: 80 },
      { source: '10.0.0.0/8', protocol: 'udp', fromPort: 53, toPort: 53 },
    ]
    const ingress = [web, null, 'all', ['0.0.0.0/0'], { protocol: '-1' }, { ...web, source: 7 }, dns]
    expect(rulesOf(ingress)).toEqual([
      { source: '0.0.0.0/0', ports: 'tcp 80' },
      { source: '10.0.0.0/8', ports: 'udp 53' },
    ])
    for (const none of [null, 'all', { 0: web }]) expect(rulesOf(none)).toEqual([])
  })
})

test.each([
  ['0.0.0.0/0', true],
  ['::/0', true],
  ['0.0.0.0/1', false],
  ['::/1', false],
  ['sg-1', false],
  ['', false],
])('anywhere is %s: %s', (source, anywhere) => {
  expect(isAnywhere(source)).toBe(anywhere)
})

test.each([
  ['10.0.0.0/8', true],
  ['9.10.0.0/16', false],
  ['11.10.0.0/16', false],
  ['192.168.0.0/16', true],
  ['192.167.0.0/16', false],
  ['192.169.0.0/16', false],
  ['172.15.0.0/16', false],
  ['172.16.0.0/16', true],
  ['172.20.0.0/16', true],
  ['172.31.0.0/16', true],
  ['172.32.0.0/16', false],
  ['173.16.0.0/16', false],
  ['100.63.0.0/16', false],
  ['100.64.0.0/16', true],
  ['100.127.0.0/16', true],
  ['100.128.0.0/16', false],
  ['101.64.0.0/16', false],
  ['8.100.0.0/16', false],
  ['8.20.0.0/16', false],
  ['fc00::/7', true],
  ['fd12:3456::/48', true],
  ['FD12:3456::/48', true],
  ['fe80::/10', false],
  ['2001:fd::/32', false],
  ['0.0.0.0/0', false],
])('no packet from the internet bears an address of %s: %s', (cidr, isPrivate) => {
  expect(isPrivateRange(cidr)).toBe(isPrivate)
})
