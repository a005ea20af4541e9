/** Generates small networks with every rule that the packet walker supports, equally often wrong and right. */
import { emptyWorld, type World, type WorldEntry, type WorldRoute, type WorldRule } from './world.ts'
import type { Flow } from './packet-walker.ts'

export type Random = {
  /** Returns a number below `limit`. */
  below(limit: number): number
  chance(share: number): boolean
  /** Throws for an empty list. */
  pick<Item>(items: readonly Item[]): Item
}

/** Returns the same numbers for the same seed. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    chance: (share) => next() < share,
    pick(items) {
      const picked = items[below(items.length)]
      if (picked === undefined) throw new Error('There is nothing to choose from')
      return picked
    },
  }
}

const zones = ['eu-west-1a', 'eu-west-1b'] as const
const blocks = [
  '0.0.0.0/0',
  '0.0.0.0/0',
  '0.0.0.0/0',
  '10.0.0.0/8',
  '10.0.0.0/16',
  '10.1.0.0/16',
  '10.0.1.0/24',
  '9.0.0.0/8',
  '128.0.0.0/1',
  '0.0.0.0/1',
] as const
const protocols = ['tcp', 'udp', 'icmp'] as const
const aclProtocols = ['-1', '-1', '6', '17', '1'] as const
/** Both sides of each boundary that the walker distinguishes, so that its few ports represent all. */
const portRanges = [
  [0, 65_535],
  [0, 65_535],
  [443, 443],
  [53, 53],
  [1024, 65_535],
  [32_768, 65_535],
  [49_152, 65_535],
  [1024, 5000],
  [0, 1023],
] as const

export function randomNetwork(random: Random): World {
  const world = emptyWorld()
  world.prefixLists = [{ id: 'pl-1', entries: ['10.1.0.0/16', '9.9.0.0/16'] }]
  for (const [number, id] of (['vpc-a', 'vpc-b'] as const).entries()) addVpc(world, random, number, id)
  if (random.chance(0.8))
    world.peerings = [{ id: 'pcx-1', vpcs: ['vpc-a', 'vpc-b'], status: random.chance(0.9) ? 'active' : 'deleted' }]
  world.transitGateways = ['tgw-1']
  for (const vpc of ['vpc-a', 'vpc-b']) addAttachment(world, random, vpc)
  world.transitTables = [{ id: 'tgw-rtb-1', gateway: 'tgw-1', routes: [] }]
  for (const [number, vpc] of ['vpc-a', 'vpc-b'].entries()) {
    if (random.chance(0.9)) {
      world.transitTables[0]?.routes.push({
        destination: `10.${number}.0.0/16`,
        attachments: [`tgw-attach-${vpc}`],
        type: 'propagated',
      })
    }
  }
  if (random.chance(0.2)) {
    world.transitTables[0]?.routes.push({
      destination: random.pick(['10.1.0.0/16', '10.1.1.0/24', '0.0.0.0/0']),
      attachments: ['tgw-attach-vpc-a'],
    })
  }
  if (random.chance(0.1))
    world.transitTables[0]?.routes.push({ destination: '10.0.1.0/24', attachments: [], state: 'blackhole' })
  for (const table of world.tables) addRoutes(world, random, table)
  if (random.chance(0.3)) world.blockPublicAccess = randomBlock(world, random)
  return world
}

function randomBlock(world: World, random: Random): NonNullable<World['blockPublicAccess']> {
  const excluded = [...world.vpcs, ...world.subnets].filter(() => random.chance(0.3))
  const exclusions = excluded.map(({ id }, place) => ({
    id: `vpcbpa-exclude-${place}`,
    of: id,
    mode: random.pick(['allow-bidirectional', 'allow-egress'] as const),
  }))
  return { mode: random.pick(['block-bidirectional', 'block-ingress']), exclusions }
}

function addVpc(world: World, random: Random, number: number, id: string): void {
  const letter = id.slice(-1)
  world.vpcs.push({ id, cidr: `10.${number}.0.0/16` })
  if (random.chance(0.8)) world.internetGateways.push({ id: `igw-${letter}`, vpc: id })
  world.tables.push(
    { id: `rtb-main-${letter}`, vpc: id, main: true, routes: [] },
    { id: `rtb-own-${letter}`, vpc: id, routes: [] },
  )
  for (let each = 0; each < 2; each += 1) {
    const group = { id: `sg-${letter}${each}`, vpc: id, ingress: randomRules(random), egress: randomRules(random) }
    if (random.chance(0.6)) group.egress.push({ protocol: '-1', fromPort: null, toPort: null, peer: '0.0.0.0/0' })
    if (random.chance(0.4))
      group.ingress.push({
        protocol: '-1',
        fromPort: null,
        toPort: null,
        peer: random.pick(['0.0.0.0/0', '10.0.0.0/8']),
      })
    world.groups.push(group)
    world.acls.push({
      id: `acl-${letter}${each}`,
      vpc: id,
      ingress: randomEntries(random),
      egress: randomEntries(random),
    })
  }
  for (let each = 1; each <= 3; each += 1) {
    const subnet = `subnet-${letter}${each}`
    const base = `10.${number}.${each}`
    const own = random.chance(0.6) ? { table: `rtb-own-${letter}` } : {}
    world.subnets.push({
      id: subnet,
      vpc: id,
      cidr: `${base}.0/24`,
      zone: random.pick(zones),
      acl: `acl-${letter}${random.below(2)}`,
      ...own,
    })
    for (let host = 1; host <= 2; host += 1) {
      const publicIp = random.chance(0.5) ? { publicIp: `52.${number}.${each}.${host}` } : {}
      const name = `${letter}${each}${host}`
      const groups = [`sg-${letter}${random.below(2)}`]
      world.interfaces.push({
        id: `eni-${name}`,
        subnet,
        addresses: [{ privateIp: `${base}.1${host}`, ...publicIp }],
        groups,
        instance: `i-${name}`,
      })
    }
  }
  if (random.chance(0.7)) {
    world.interfaces.push({
      id: `eni-nat-${letter}`,
      subnet: `subnet-${letter}1`,
      addresses: [{ privateIp: `10.${number}.1.200`, publicIp: `52.${number}.9.9` }],
      groups: [],
    })
    world.nats.push({
      id: `nat-${letter}`,
      networkInterface: `eni-nat-${letter}`,
      state: random.chance(0.9) ? 'available' : 'failed',
    })
  }
}

function addAttachment(world: World, random: Random, vpc: string): void {
  const letter = vpc.slice(-1)
  const subnets = random.chance(0.5) ? [`subnet-${letter}1`] : [`subnet-${letter}1`, `subnet-${letter}2`]
  // One for each Availability Zone.
  const zone = (id: string) => world.subnets.find((subnet) => subnet.id === id)?.zone
  const distinct = subnets.filter((id, place) => subnets.findIndex((other) => zone(other) === zone(id)) === place)
  world.attachments.push({
    id: `tgw-attach-${vpc}`,
    gateway: 'tgw-1',
    vpc,
    subnets: distinct,
    table: 'tgw-rtb-1',
    state: random.chance(0.95) ? 'available' : 'deleting',
  })
}

function addRoutes(world: World, random: Random, table: World['tables'][number]): void {
  const letter = table.vpc.slice(-1)
  const [own, other] = letter === 'a' ? ['10.0.0.0/16', '10.1.0.0/16'] : ['10.1.0.0/16', '10.0.0.0/16']
  const routes: WorldRoute[] = [{ destination: own, target: 'local' }]
  const targets = [
    ...world.internetGateways.filter(({ vpc }) => vpc === table.vpc).map(({ id }) => id),
    ...world.nats.filter(({ id }) => id === `nat-${letter}`).map(({ id }) => id),
    ...world.peerings.map(({ id }) => id),
    'tgw-1',
  ]
  const to = () => random.pick(targets)
  const state = () => (random.chance(0.05) ? ('blackhole' as const) : ('active' as const))
  if (random.chance(0.85)) routes.push({ destination: '0.0.0.0/0', target: to(), state: state() })
  if (random.chance(0.8))
    routes.push({
      destination: other,
      target: random.pick(['tgw-1', ...world.peerings.map(({ id }) => id)]),
      state: state(),
    })
  if (random.chance(0.2)) routes.push({ destination: 'pl-1', target: to(), state: state() })
  if (random.chance(0.2)) routes.push({ destination: '9.9.0.0/16', target: to(), state: state() })
  if (random.chance(0.1))
    routes.push({ destination: `${other.slice(0, 4)}.1.0/24`.replace('..', '.'), target: to(), state: state() })
  table.routes = routes
}

function randomRules(random: Random): WorldRule[] {
  return Array.from({ length: random.below(3) }, () => {
    const protocol = random.pick([...protocols, '-1'])
    const [fromPort, toPort] =
      protocol === '-1' ? [null, null] : protocol === 'icmp' ? [random.pick([-1, 8, 0]), -1] : random.pick(portRanges)
    const peer = random.pick([...blocks, 'pl-1', 'sg-a0', 'sg-a1', 'sg-b0', 'sg-b1'])
    return { protocol, fromPort, toPort, peer }
  })
}

function randomEntries(random: Random): WorldEntry[] {
  const entries = Array.from({ length: random.below(3) }, (_, place): WorldEntry => {
    const protocol = random.pick(aclProtocols)
    const [fromPort, toPort] = protocol === '6' || protocol === '17' ? random.pick(portRanges) : [null, null]
    const icmp = protocol === '1' ? { icmpType: random.pick([-1, 8, 0]), icmpCode: -1 } : {}
    return {
      rule: 10 + place,
      action: random.chance(0.5) ? 'allow' : 'deny',
      protocol,
      cidrBlock: random.pick(blocks),
      fromPort,
      toPort,
      ...icmp,
    }
  })
  const rest: WorldEntry = {
    rule: 100,
    action: random.chance(0.9) ? 'allow' : 'deny',
    protocol: '-1',
    cidrBlock: '0.0.0.0/0',
    fromPort: null,
    toPort: null,
  }
  return [...entries, rest]
}

export const outside = ['9.9.1.1', '9.1.1.1', '200.1.1.1'] as const

export function randomFlow(world: World, random: Random): Flow {
  const instances = world.interfaces.flatMap(({ instance }) => instance ?? [])
  const from = random.chance(0.25) ? random.pick(outside) : random.pick(instances)
  const candidates = instances.filter((id) => id !== from)
  const to = from.startsWith('i-') && random.chance(0.3) ? random.pick(outside) : random.pick(candidates)
  return { from, to, protocol: random.pick(protocols), port: random.pick([443, 53, 8080]) }
}
