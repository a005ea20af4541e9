import { describe, expect, test } from 'vitest'
import type { Resource } from '../../../graph/resource-graph.ts'
import { numberStem, partTag, ranged, stackingUpTo, summarizeSimilar } from './summarize-similar.ts'

const instance = (name: string, more: Partial<Resource> = {}): Resource => ({
  type: 'AWS::EC2::Instance',
  id: `i-${name}`,
  arn: null,
  name,
  presence: 'read',
  tags: {},
  properties: {},
  ...more,
})

const named = (...names: readonly string[]) => names.map((name) => instance(name))
const numbered = (stem: string, count: number, tags: Readonly<Record<string, string>> = {}) =>
  Array.from({ length: count }, (_, number) => instance(`${stem}-${number}`, { tags }))

/** What is written on each box. */
const labelsOf = (resources: readonly Resource[], stacking: Partial<ReturnType<typeof stackingUpTo>>) =>
  summarizeSimilar('subnet', resources, { ...stackingUpTo(3), ...stacking }).map(({ label }) => label)

describe('similar resources', () => {
  test('up to the limit have single boxes, above it boxes by common parts of their names', () => {
    expect(labelsOf(numbered('web', 3), {})).toEqual(['web-0', 'web-1', 'web-2'])
    expect(labelsOf(numbered('web', 4), {})).toEqual(['4 × web-*'])
    expect(labelsOf([...numbered('api', 2), ...named('mail'), ...numbered('web', 2)], {})).toEqual([
      '2 × api-*',
      'mail',
      '2 × web-*',
    ])
  })

  test('with many more names than the limit are summarized by a tag for what they are part of', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const tagged = names.flatMap((name, index) =>
      numbered(`shop-${name}`, 2, { app: index < 2 ? 'orders' : 'payments' }),
    )
    expect(labelsOf(tagged, {})).toEqual(['4 instances of orders', '10 instances of payments'])
    // Up to the limit, names are more useful than a tag. Up to twice the limit, the most frequent names are shown.
    expect(labelsOf(tagged.slice(0, 6), {})).toEqual(['2 × shop-a-*', '2 × shop-b-*', '2 × shop-c-*'])
    expect(labelsOf(tagged.slice(0, 8), {})).toEqual(['2 × shop-a-*', '2 × shop-b-*', '4 more instances'])
    expect(labelsOf(tagged.slice(0, 12), {})).toEqual(['2 × shop-a-*', '2 × shop-b-*', '8 more instances'])
    // A tag with more values than the limit isn't used.
    const scattered = names.map((name) => instance(`shop-${name}`, { tags: { app: name } }))
    expect(labelsOf(scattered, {})).toEqual(['shop-a', 'shop-b', '5 more instances'])
    // One in five can lack the tag.
    const lacking = [...tagged, instance('shop-h'), instance('shop-i')]
    expect(labelsOf(lacking, {})).toEqual(['2 more instances', '4 instances of orders', '10 instances of payments'])
  })

  test('are never named only by the first word of their names', () => {
    expect(labelsOf(named('shop-mail', 'shop-cart', 'shop-web', 'shop-tax'), { limit: 2 })).toEqual(['4 instances'])
    expect(labelsOf(named('shop-mail', 'shop-cart', 'shop-web', 'shop-tax'), {})).toEqual([
      'shop-cart',
      'shop-mail',
      '2 more instances',
    ])
    const workers = ['shop-prod-mail-worker', 'shop-prod-tax-worker', 'shop-prod-web-worker']
    expect(labelsOf(named(...workers), { limit: 1 })).toEqual(['3 × shop-prod-*-worker'])
  })

  test('without names are named by their type', () => {
    const nameless = ['0a7e852f486a07524', '11a7852f486a0752c'].map((id) => instance(id, { name: null }))
    expect(labelsOf(nameless, { limit: 1 })).toEqual(['2 instances'])
    expect(labelsOf(numbered('web', 2), { limit: 1 })).toEqual(['2 × web-*'])
  })

  test('with more boxes than the limit keep the largest, and merge the others', () => {
    const stacks = ['a', 'b', 'c', 'd', 'e'].flatMap((name, index) => numbered(name, index + 2))
    const boxes = summarizeSimilar('subnet', stacks, stackingUpTo(3))
    expect(boxes.map(({ label, members }) => [label, members.length])).toEqual([
      ['5 × d-*', 5],
      ['6 × e-*', 6],
      ['9 more instances', 9],
    ])
    expect(labelsOf(stacks, { limit: 2 })).toEqual(['20 instances'])
    expect(labelsOf(stacks, { limit: 5 })).toEqual(['2 × a-*', '3 × b-*', '4 × c-*', '5 × d-*', '6 × e-*'])
  })

  test('keep the first by name of two boxes of the same size', () => {
    const stacks = ['d', 'c', 'b', 'a'].flatMap((name) => numbered(name, 2))
    expect(labelsOf(stacks, {})).toEqual(['2 × a-*', '2 × b-*', '4 more instances'])
  })

  test('share a box as replicas even below the limit, from three on, in the place of the first', () => {
    const resources = [instance('api'), ...numbered('db', 2), ...numbered('job', 3), instance('web')]
    const labels = (replicasTogether: boolean) =>
      summarizeSimilar('subnet', resources, { ...stackingUpTo(Infinity), replicasTogether }).map(({ label }) => label)
    expect(labels(true)).toEqual(['api', 'db-0', 'db-1', '3 × job-*', 'web'])
    expect(labels(false)).toHaveLength(7)
  })

  test('never share a box as replicas if they were not read', () => {
    const unread = numbered('i-0a', 3).map((each) => ({ ...each, presence: 'unknown' as const }))
    const boxes = summarizeSimilar('subnet', unread, { ...stackingUpTo(Infinity), replicasTogether: true })
    expect(boxes).toHaveLength(3)
  })

  test('are grouped by the values of a requested tag', () => {
    const tagged = [...numbered('web', 2, { team: 'shop' }), ...numbered('api', 2, { team: 'mail' }), instance('alone')]
    expect(labelsOf(tagged, { groupBy: 'team' })).toEqual(['2 × team: mail', '2 × team: shop', 'alone'])
  })

  test("that couldn't be read share a box, because their identifiers mean nothing", () => {
    const unread = [...numbered('web', 3), ...named('mail')].map((each) => ({ ...each, presence: 'unknown' as const }))
    expect(labelsOf(unread, {})).toEqual(['4 instances'])
    expect(labelsOf(unread.slice(1), {})).toHaveLength(3)
  })

  test("become ranges by name if names don't group them, at most as many as the limit", () => {
    expect(labelsOf(numbered('web', 250), { inRanges: true })).toEqual([
      '100 × web-0 … web-99',
      '100 × web-100 … web-199',
      '50 × web-200 … web-249',
    ])
    const boxes = summarizeSimilar('subnet', numbered('web', 601), { ...stackingUpTo(3), inRanges: true })
    expect(boxes.map(({ members }) => members.length)).toEqual([201, 201, 199])
    expect(labelsOf([...numbered('api', 2), ...numbered('web', 2)], { inRanges: true })).toEqual([
      '2 × api-*',
      '2 × web-*',
    ])
  })
})

test('ranges of equal names are distinguished by identifiers', () => {
  const same = Array.from({ length: 5 }, (_, number) => instance('web', { id: `i-${number}` }))
  expect(ranged(same, 2).map(({ stem, resources }) => [stem, resources.length])).toEqual([
    ['web … web', 2],
    ['i-2 … i-3', 2],
    ['i-4 … i-4', 1],
  ])
})

const withTags = (...values: readonly (Readonly<Record<string, string>> | null)[]) =>
  values.map((tags, index) => instance(`web-${index}`, { tags: tags ?? {} }))

describe('the tag for what resources are part of', () => {
  test('is the first known tag that four in five have, with different values', () => {
    const [a, b] = [{ team: 'a' }, { team: 'b' }]
    expect(partTag(withTags(a, a, b, b, b))).toBe('team')
    expect(partTag(withTags(a, a, b, b, null))).toBe('team')
    expect(partTag(withTags(a, a, b, null, null))).toBeNull()
    expect(partTag(withTags(a, a, a, a, a))).toBeNull()
    expect(partTag(withTags({ color: 'red' }, { color: 'blue' }))).toBeNull()
    expect(partTag([])).toBeNull()
  })

  test.each([
    'aws:cloudformation:stack-name',
    'application',
    'Application',
    'app',
    'service',
    'Service',
    'project',
    'Project',
    'team',
  ])('is %s before those that tell less', (tag) => {
    expect(partTag(withTags({ [tag]: 'a', Team: 'x' }, { [tag]: 'b', Team: 'y' }))).toBe(tag)
  })
})

test.each([
  ['web-01', 'web'],
  ['web-12a', 'web'],
  ['web_1.2', 'web'],
  ['web-0a7e852f486a07524', 'web'],
  ['web 7', 'web'],
  ['web-1-2-3-4', 'web'],
  ['web-1-2-3-4-5', 'web-1'],
  ['web', 'web'],
  ['42', '42'],
])('the stem of %s is %s', (name, stem) => {
  expect(numberStem(name)).toBe(stem)
})
