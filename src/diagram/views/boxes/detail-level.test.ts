/** Tests what each level of `collapse` draws of a crowded account. */
import { describe, expect, test } from 'vitest'
import type { Diagram, DiagramElement } from '../../diagram.ts'
import { graphBuilder } from '../../testing/sample-graphs.ts'
import { architectureView } from '../architecture/architecture.ts'
import { defaultViewOptions } from '../view-options.ts'
import { type DetailLevel, firstFitting, levelsBetween, levelsOf } from './detail-level.ts'
import { elementCount, flattened } from './group.ts'

/**
 * Eight VPCs with two subnets each in one zone. In the first are 7 and 3 instances with names of their own, in the last 2 of one
 * name. Beside them a VPC with nothing in it, a default VPC with nothing in it, and seven functions.
 */
function crowded() {
  const graph = graphBuilder()
  const instanceNames = ['api', 'cart', 'mail', 'pay', 'search', 'stock', 'tax']
  for (let number = 1; number <= 8; number++) {
    const network = graph.add('AWS::EC2::VPC', `vpc-${number}`, `unit-${number}`)
    for (const letter of ['a', 'b']) {
      const id = `subnet-${number}${letter}`
      const subnet = graph.add('AWS::EC2::Subnet', id, id, { availabilityZone: 'eu-west-1a' })
      graph.relate(subnet, 'contained in', network)
      const count = number === 8 ? 1 : letter === 'b' ? 3 : number === 1 ? 7 : 2
      for (const name of instanceNames.slice(0, count))
        graph.relate(graph.add('AWS::EC2::Instance', `i-${number}${letter}-${name}`, name), 'contained in', subnet)
    }
  }
  graph.add('AWS::EC2::VPC', 'vpc-empty', 'empty')
  graph.add('AWS::EC2::VPC', 'vpc-default', 'default', { isDefault: true })
  for (const name of instanceNames) graph.add('AWS::Lambda::Function', name, name)
  return graph.build()
}

const graph = crowded()
const drawn = (collapse: number): Diagram =>
  architectureView(graph, { ...defaultViewOptions, collapse, elementLimit: 1_000 })

const boxes = (of: readonly DiagramElement[], type: string) =>
  of.filter((element) => element.type === type && element.kind === 'node').length

/** How many boxes of each kind; of instances and functions also how many are one by one. */
function facts({ elements }: Diagram) {
  const all = flattened(elements)
  const networks = all.filter(({ type }) => type === 'AWS::EC2::VPC')
  const within = (id: string) => flattened(all.filter((element) => element.id === id))
  return {
    open: networks.filter(({ kind }) => kind === 'group').length,
    cards: networks.filter(({ kind }) => kind === 'node').length,
    subnetsOfFirst: within('AWS::EC2::VPC/vpc-1').filter(({ form }) => form === 'subnet').length,
    instancesOfFirst: boxes(within('AWS::EC2::VPC/vpc-1'), 'AWS::EC2::Instance'),
    instancesOfLast: boxes(within('AWS::EC2::VPC/vpc-8'), 'AWS::EC2::Instance'),
    functions: boxes(all, 'AWS::Lambda::Function'),
  }
}

test.each([
  // All single boxes, except the empty default VPC.
  [0, { open: 9, cards: 1, subnetsOfFirst: 2, instancesOfFirst: 10, instancesOfLast: 2, functions: 7 }],
  // Up to six in a subnet, up to eight outside VPCs.
  [1, { open: 9, cards: 1, subnetsOfFirst: 2, instancesOfFirst: 9, instancesOfLast: 2, functions: 7 }],
  // Up to two in a subnet, up to six outside, and every empty VPC is a card.
  [2, { open: 8, cards: 2, subnetsOfFirst: 2, instancesOfFirst: 2, instancesOfLast: 2, functions: 6 }],
  // Subnets of the same Availability Zone and tier are merged.
  [3, { open: 8, cards: 2, subnetsOfFirst: 1, instancesOfFirst: 1, instancesOfLast: 2, functions: 4 }],
  [4, { open: 8, cards: 2, subnetsOfFirst: 1, instancesOfFirst: 1, instancesOfLast: 1, functions: 4 }],
  // Fewer and fewer VPCs with their content, the largest first.
  [5, { open: 6, cards: 4, subnetsOfFirst: 2, instancesOfFirst: 2, instancesOfLast: 0, functions: 4 }],
  [6, { open: 4, cards: 6, subnetsOfFirst: 2, instancesOfFirst: 2, instancesOfLast: 0, functions: 4 }],
  [7, { open: 3, cards: 7, subnetsOfFirst: 2, instancesOfFirst: 2, instancesOfLast: 0, functions: 4 }],
  [8, { open: 2, cards: 8, subnetsOfFirst: 2, instancesOfFirst: 2, instancesOfLast: 0, functions: 4 }],
  [9, { open: 1, cards: 9, subnetsOfFirst: 2, instancesOfFirst: 2, instancesOfLast: 0, functions: 4 }],
  [10, { open: 1, cards: 9, subnetsOfFirst: 1, instancesOfFirst: 1, instancesOfLast: 0, functions: 4 }],
  [11, { open: 0, cards: 10, subnetsOfFirst: 0, instancesOfFirst: 0, instancesOfLast: 0, functions: 4 }],
  [12, { open: 0, cards: 10, subnetsOfFirst: 0, instancesOfFirst: 0, instancesOfLast: 0, functions: 4 }],
])('collapsed by %i', (collapse, expected) => {
  expect(facts(drawn(collapse))).toEqual(expected)
})

test('a collapsed page that is too large uses the next level', () => {
  const at = (elementLimit: number) =>
    facts(architectureView(graph, { ...defaultViewOptions, collapse: 1, elementLimit }))
  expect(at(1_000)).toEqual(facts(drawn(1)))
  expect(at(40)).not.toEqual(facts(drawn(1)))
})

test('merged subnets list their names and contain their resources', () => {
  const merged = flattened(drawn(3).elements).find(({ id }) => id.startsWith('subnets:AWS::EC2::VPC/vpc-1/'))
  expect(merged).toMatchObject({
    form: 'subnet',
    label: '2 subnets',
    exposure: 'unknown',
    presence: 'read',
    detail: 'unknown routes',
    description: '2 subnets, unknown routes\nsubnet-1a (subnet-1a)\nsubnet-1b (subnet-1b)',
  })
  expect(merged?.members.map(({ id }) => id)).toEqual(['subnet-1a', 'subnet-1b'])
  expect(merged?.kind === 'group' && merged.children.flatMap(({ members }) => members)).toHaveLength(10)
})

test('the card of a VPC counts its resources, and shows the most frequent type', () => {
  const card = flattened(drawn(11).elements).find(({ id }) => id === 'AWS::EC2::VPC/vpc-1')
  expect(card).toMatchObject({ form: 'stack', label: 'unit-1', detail: '10 EC2 instances' })
  expect(card?.description.split('\n').slice(-2)).toEqual(['2 subnets', '10 EC2 instances'])
  expect(card?.members).toHaveLength(13)
  const ids = card?.members.map(({ type, id }) => `${type}/${id}`)
  expect(ids).toEqual(ids?.toSorted())
})

test('VPCs without room are counted on one card, which lists twenty of them', () => {
  const many = graphBuilder()
  for (let number = 0; number < 50; number++) many.add('AWS::EC2::VPC', `vpc-${number}`, `unit-${number}`)
  const { elements } = architectureView(many.build(), { ...defaultViewOptions, collapse: 2 })
  const cards = flattened(elements).filter(({ type }) => type === 'AWS::EC2::VPC')
  expect(cards).toHaveLength(24)
  expect(cards.slice(0, 23).map(({ label }) => label)).toEqual(Array.from({ length: 23 }, (_, n) => `unit-${n}`))
  const rest = Array.from({ length: 20 }, (_, number) => `unit-${23 + number}`)
  expect(cards.at(-1)).toMatchObject({
    form: 'stack',
    label: '27 more VPCs',
    description: ['27 more VPCs', ...rest].join('\n'),
  })
  expect(cards.at(-1)?.members).toHaveLength(27)
})

test('VPCs are drawn with their content by number of types, then by number of resources', () => {
  const graph = graphBuilder()
  const holding = (name: string, types: readonly string[]) => {
    const network = graph.add('AWS::EC2::VPC', name, name)
    const subnet = graph.add('AWS::EC2::Subnet', `${name}-subnet`, null, { availabilityZone: 'eu-west-1a' })
    graph.relate(subnet, 'contained in', network)
    for (const [position, type] of types.entries())
      graph.relate(graph.add(type, `${name}-${position}`, `web-${position}`), 'contained in', subnet)
  }
  const [instance, handler] = ['AWS::EC2::Instance', 'AWS::Lambda::Function']
  holding('few', [instance, instance])
  holding(
    'many',
    Array.from({ length: 9 }, () => instance),
  )
  holding('some', [instance, instance, instance])
  holding('various', [instance, handler])
  const built = graph.build()
  const openAt = (collapse: number) =>
    flattened(architectureView(built, { ...defaultViewOptions, collapse }).elements)
      .filter(({ type, kind }) => type === 'AWS::EC2::VPC' && kind === 'group')
      .map(({ label }) => label)
  expect([9, 8, 7].map(openAt)).toEqual([['various'], ['many', 'various'], ['many', 'some', 'various']])
})

const numbersOf = (level: DetailLevel) => {
  const { subnetStackAbove, placeLimit, applicationCards, applications, openNetworks } = level
  const onShelves = level.serviceStackAbove * 17 + level.longerShelves
  return [subnetStackAbove, placeLimit, onShelves, applicationCards, applications, openNetworks]
}

describe('between two levels', () => {
  const levels = levelsOf(defaultViewOptions, 1_000)
  const least = levelsOf(defaultViewOptions, 100).filter(({ foldsLeast }) => foldsLeast)
  const pairs = [...levels, ...least].flatMap((to, position, all): readonly (readonly [DetailLevel, DetailLevel])[] => {
    const from = all[position - 1]
    return from === undefined ? [] : [[from, to]]
  })

  test('each has one number smaller than the one before, and is alike otherwise', () => {
    for (const [from, to] of pairs) {
      let last = from
      for (const level of levelsBetween(from, to)) {
        const [before, numbers] = [numbersOf(last), numbersOf(level)]
        const smaller = numbers.flatMap((number, position) => (number === before[position] ? [] : [position]))
        expect(smaller).toHaveLength(1)
        expect(numbers[smaller[0] ?? 0]).toBeLessThan(before[smaller[0] ?? 0] ?? 0)
        expect({ ...level, ...to }).toEqual(to)
        last = level
      }
    }
  })

  test.each(['foldsLeast', 'inRanges', 'mergeSubnets'] as const)('of which one %s, are none', (key) => {
    const [from, to] = [levels[0], levels.at(-3)]
    if (from === undefined || to === undefined) throw new Error('There are no levels')
    const alike = { ...to, foldsLeast: false, mergeSubnets: false }
    expect(levelsBetween(from, alike).length).toBeGreaterThan(10)
    expect(levelsBetween(from, { ...alike, [key]: true })).toEqual([])
  })

  test('shelves are shorter one after the other, then applications have no frame, then VPCs', () => {
    const [closest] = levels
    if (closest === undefined) throw new Error('There are no levels')
    const from = { ...closest, serviceStackAbove: 5, placeLimit: 9, applications: 3, openNetworks: 2 }
    const to = { ...from, serviceStackAbove: 4, placeLimit: 8, applications: 2, openNetworks: 1 }
    const all = levelsBetween(from, to)
    expect(all[0]).toEqual({ ...from, placeLimit: 8 })
    expect(all.slice(1, 18)).toEqual(
      Array.from({ length: 17 }, (_, number) => ({
        ...from,
        placeLimit: 8,
        serviceStackAbove: 4,
        longerShelves: 16 - number,
      })),
    )
    expect(all.slice(18)).toEqual([{ ...to, openNetworks: 2 }])
    // Without a limit before, from twice the last one.
    expect(levelsBetween({ ...to, placeLimit: Infinity }, { ...to, placeLimit: 3 })).toEqual(
      [6, 5, 4].map((placeLimit) => ({ ...to, placeLimit })),
    )
  })
})

describe('the first level that fits', () => {
  const [closest] = levelsOf(defaultViewOptions, 1_000)
  if (closest === undefined) throw new Error('There are no levels')
  const levels = [24, 12, 4].map((applications) => ({ ...closest, applications }))
  const chosen = (most: number, isHopeless: (level: DetailLevel) => boolean = () => false) => {
    const drawn: number[] = []
    const first = firstFitting(levels, {
      isHopeless,
      draw: ({ applications }) => {
        drawn.push(applications)
        return applications
      },
      fits: (count) => count <= most,
    })
    return { first, drawn }
  }

  test('has as much as fits between it and the one before, which few attempts find', () => {
    for (let most = 4; most < 24; most++) {
      const { first, drawn } = chosen(most)
      expect(first).toBe(most)
      expect(drawn.length).toBeLessThanOrEqual(3 + 4)
    }
    expect(chosen(30)).toEqual({ first: 24, drawn: [24] })
  })

  test('is the last one if none fits', () => {
    expect(chosen(3)).toEqual({ first: 4, drawn: [24, 12, 4] })
    expect(firstFitting([], { isHopeless: () => false, draw: () => 1, fits: () => true })).toBeNull()
  })

  test('is not drawn if it is hopeless, except the last one', () => {
    expect(chosen(30, ({ applications }) => applications > 7)).toEqual({ first: 7, drawn: [4, 6, 7] })
    expect(chosen(30, () => true)).toEqual({ first: 4, drawn: [4] })
  })
})

test('far over the limit, one resource more folds about one box more', () => {
  const graph = graphBuilder()
  const boxesNow = () => {
    const { elements } = architectureView(graph.build(), { ...defaultViewOptions, elementLimit: 70 })
    expect(elementCount(elements)).toBeLessThanOrEqual(70)
    expect(elementCount(elements)).toBeGreaterThan(65)
    return new Set(flattened(elements).map(({ id }) => id))
  }
  const types = ['S3::Bucket', 'SQS::Queue', 'DynamoDB::Table', 'SNS::Topic', 'Kinesis::Stream', 'Events::EventBus']
  const added = (app: string, type: string, name: string) => {
    const store = graph.add(`AWS::${type}`, `${app}-${type}-${name}`, `${name}-${app}`, {}, { app })
    graph.relate({ type: 'AWS::Lambda::Function', id: app }, 'uses', store)
  }
  const applications = Array.from({ length: 10 }, (_, number) => `app-${'abcdefghij'.charAt(number)}`)
  for (const [position, app] of applications.entries()) {
    graph.add('AWS::Lambda::Function', app, app, {}, { app })
    for (const type of types.slice(0, 6 - Math.floor(position / 3)))
      for (const name of ['left', 'right', 'upper']) added(app, type, name)
  }
  let before = boxesNow()
  for (let number = 0; number < 30; number++) {
    added(applications[number % 10] ?? '', types[number % 6] ?? '', `more-${number}`)
    const now = boxesNow()
    expect([...before].filter((id) => !now.has(id)).length).toBeLessThanOrEqual(3)
    before = now
  }
})

test('while only as few resources as needed share boxes, no VPC is a card', () => {
  const least = levelsOf({ ...defaultViewOptions, elementLimit: 75 }, 100).filter(({ foldsLeast }) => foldsLeast)
  expect(least.map(({ applications }) => applications)).toEqual([24, 12, 6, 4])
  expect(least.every(({ openNetworks }) => openNetworks === Infinity)).toBe(true)
})
