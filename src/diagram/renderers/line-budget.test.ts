import { describe, expect, test } from 'vitest'
import type { DiagramEdge, DiagramElement } from '../diagram.ts'
import { plainEdge, plainGroup, plainNode } from '../testing/plain-elements.ts'
import { linesWithin, restId } from './line-budget.ts'

/** Three columns of boxes without labels between them. */
const threeColumnsPx = 3 * 215

function drawnWithin(
  elements: readonly DiagramElement[],
  edges: readonly DiagramEdge[],
  { lines = 80, widthPx = threeColumnsPx } = {},
): readonly string[] {
  return linesWithin(elements, edges, { lines, widthPx }).map(({ id }) => id)
}

function nodes(...ids: readonly string[]): readonly DiagramElement[] {
  return ids.map((id) => plainNode(id))
}

function framed(label: string): readonly DiagramElement[] {
  return [...nodes('user'), plainGroup('frame', nodes('api', 'table'), { label })]
}

describe('lines from the internet', () => {
  const elements = nodes('internet', 'api', 'table')
  const edges = [plainEdge('api', 'table'), plainEdge('internet', 'api', { form: 'reach' })]

  test('come first', () => {
    expect(drawnWithin(elements, edges, { lines: 1 })).toEqual(['internet api'])
  })

  test('are drawn even if a page is too narrow for them', () => {
    expect(drawnWithin(elements, edges, { widthPx: 300 })).toEqual(['internet api'])
  })
})

describe('a line that leads back', () => {
  const elements = nodes('bus', 'platform', 'user', 'orders', 'pricing')
  const ways = [
    ['user', 'orders'],
    ['orders', 'platform'],
    ['orders', 'pricing'],
    ['bus', 'platform'],
  ] as const
  const edges = ways.map(([source, target]) => plainEdge(source, target))
  const back = plainEdge('platform', 'orders')

  test('is drawn if the path fits in the direction that layout programs choose', () => {
    expect(drawnWithin(elements, [...edges, back], { widthPx: 4 * 215 })).toHaveLength(5)
  })

  test('is left out if that path is too wide', () => {
    expect(drawnWithin(elements, [...edges, back])).toEqual(edges.map(({ id }) => id))
  })
})

test('a line that closes a larger cycle is left out, however wide the page is', () => {
  const circle = [plainEdge('a', 'b'), plainEdge('b', 'c'), plainEdge('c', 'a')]
  expect(drawnWithin(nodes('a', 'b', 'c'), circle, { widthPx: 10_000 })).toEqual(['a b', 'b c'])
})

describe('the title of a frame', () => {
  const edges = [plainEdge('user', 'api'), plainEdge('api', 'table')]

  test('may be as wide as the columns in it', () => {
    expect(drawnWithin(framed('t'.repeat(50)), edges)).toHaveLength(2)
  })

  test('makes a path wider if it is wider than they are', () => {
    expect(drawnWithin(framed('t'.repeat(60)), edges)).toEqual(['api table'])
    expect(drawnWithin(framed('t'.repeat(50)), [plainEdge('table', 'user')], { widthPx: 2 * 215 })).toEqual([])
  })
})

test('left out first are failures, then what is only allowed, then second lines to a box', () => {
  const failure = plainEdge('table', 'dlq', { form: 'event', label: 'on failure' })
  const allowed = plainEdge('api', 'table', { form: 'reach', label: 'reads' })
  const others = [
    ['api', 'orders'],
    ['orders', 'table'],
    ['api', 'dlq'],
    ['orders', 'dlq'],
  ].map(([source = '', target = '']) => plainEdge(source, target))
  const elements = nodes('api', 'orders', 'table', 'dlq')
  const without = (count: number): readonly string[] => {
    const all = [failure, allowed, ...others]
    const drawn = drawnWithin(elements, all, { lines: all.length - count, widthPx: 2_000 })
    return all.map(({ id }) => id).filter((id) => !drawn.includes(id))
  }
  expect([1, 2, 3].map(without)).toEqual([
    ['table dlq'],
    ['table dlq', 'api table'],
    ['table dlq', 'api table', 'orders dlq'],
  ])
})

test('of second lines to a box, messages come before what settings name', () => {
  const elements = nodes('api', 'bus', 'orders', 'reader')
  const first = [plainEdge('api', 'bus'), plainEdge('bus', 'reader')]
  const [named, message] = [plainEdge('orders', 'bus'), plainEdge('api', 'reader', { form: 'event', label: 'writes' })]
  expect(drawnWithin(elements, [...first, named, message], { lines: 3, widthPx: 2_000 })).toEqual(
    [...first, message].map(({ id }) => id),
  )
})

test('a line without room for its label is drawn without it', () => {
  const edges = [plainEdge('user', 'api', { label: 'reads' }), plainEdge('api', 'table', { label: 'a'.repeat(30) })]
  const labelsWithin = (widthPx: number): readonly string[] =>
    linesWithin(nodes('user', 'api', 'table'), edges, { lines: 80, widthPx }).map(({ label }) => label)
  expect(labelsWithin(threeColumnsPx + 60)).toEqual(['reads', ''])
  expect(labelsWithin(threeColumnsPx + 300)).toEqual(edges.map(({ label }) => label))
})

test('lines that say the same without their labels are one', () => {
  const labels = ['a', 'b'].map((letter) => letter.repeat(30))
  const alike = labels.map((label) => ({ ...plainEdge('api', 'table', { label }), id: label }))
  const labelsWithin = (widthPx: number): readonly string[] =>
    linesWithin(nodes('api', 'table'), alike, { lines: 80, widthPx }).map(({ label }) => label)
  expect(labelsWithin(2_000)).toEqual(labels)
  expect(labelsWithin(2 * 215)).toEqual([''])
  const named = [...alike, plainEdge('api', 'table', { label: 'reads' })]
  const widthPx = 2 * 215 + 50
  expect(linesWithin(nodes('api', 'table'), named, { lines: 80, widthPx }).map(({ label }) => label)).toEqual(['reads'])
})

test('a line without room for its label keeps the state in it', () => {
  const edges = [plainEdge('user', 'api'), plainEdge('api', 'table', { label: `(disabled) ${'a'.repeat(30)}` })]
  const labels = linesWithin(nodes('user', 'api', 'table'), edges, { lines: 80, widthPx: threeColumnsPx })
  expect(labels.map(({ label }) => label)).toEqual(['', '(disabled)'])
})

describe('a line to each box comes first', () => {
  test('also if only policies or security groups allow it', () => {
    const edges = [plainEdge('api', 'table'), plainEdge('job', 'table'), plainEdge('job', 'lake', { form: 'reach' })]
    expect(drawnWithin(nodes('api', 'job', 'table', 'lake'), edges, { lines: 2 })).toEqual(['api table', 'job lake'])
  })

  test('within groups before between them', () => {
    const [one, other] = [plainGroup('one', nodes('a', 'b')), plainGroup('other', nodes('c', 'd'))]
    const edges = [plainEdge('a', 'b'), plainEdge('b', 'c'), plainEdge('c', 'd')]
    expect(drawnWithin([one, other], edges)).toEqual(['a b', 'c d'])
  })

  test('but not from or to a box that counts others, which makes no path longer', () => {
    const rest = restId('node', '')
    const path = [plainEdge('a', 'b'), plainEdge('b', 'c')]
    const edges = [plainEdge('z', rest), plainEdge(rest, 'a'), ...path]
    expect(drawnWithin(nodes('z', rest, 'a', 'b', 'c'), edges)).toEqual([`z ${rest}`, 'a b', 'b c'])
  })

  test('from a box of its own if possible', () => {
    const rest = restId('group', 'zone')
    const [counted, own, other] = [plainEdge(rest, 'table'), plainEdge('api', 'table'), plainEdge('job', 'table')]
    const messages = ['api', 'job'].map((id) => plainEdge(id, 'bus', { form: 'event', label: 'writes' }))
    const drawn = (edges: readonly DiagramEdge[]): readonly string[] =>
      drawnWithin(nodes('api', 'job', 'table', 'bus', rest), edges, { lines: 2 })
    expect(drawn([counted, own, ...messages])).toEqual(['api table', 'api bus'])
    expect(drawn([counted, own, other])).toEqual(['api table', 'job table'])
  })
})

test('a line from a group to the box that counts the rest of all groups is left out', () => {
  const [all, own] = [restId('group', ''), restId('node', 'one')]
  const one = plainGroup('one', nodes('a', own))
  const edges = [plainEdge('a', all), plainEdge('b', all), plainEdge('a', own)]
  expect(drawnWithin([one, ...nodes('b', all)], edges)).toEqual([`b ${all}`, `a ${own}`])
})

test('lines of an application without its boxes come last, and lead to no box that counts others', () => {
  const folded = plainGroup('shop', [], { form: 'category' })
  const [rest, elements] = [restId('node', ''), [...nodes('api', 'job', 'table'), folded]]
  const edges = [plainEdge('shop', 'table'), plainEdge('api', 'table'), plainEdge('job', 'table')]
  expect(drawnWithin(elements, edges, { lines: 2 })).toEqual(['api table', 'job table'])
  expect(drawnWithin(elements, edges)).toHaveLength(3)
  const counted = [plainEdge('shop', rest), plainEdge('api', rest)]
  expect(drawnWithin([...elements, ...nodes(rest)], counted)).toEqual([`api ${rest}`])
})

describe('what serves requests from the internet', () => {
  const uses = { form: 'reach', label: 'tcp 5432' } as const

  test.each([
    ['internet', ['tcp 443', '', '']],
    ['schedule', ['tcp 443', 'a'.repeat(20)]],
  ])('keeps a line to what it uses, for which those on the way lose labels: from %s', (start, labels) => {
    const edges = [
      plainEdge(start, 'balancer', { label: 'tcp 443' }),
      plainEdge('balancer', 'web', { label: 'a'.repeat(20) }),
      plainEdge('web', 'db', uses),
    ]
    const drawn = linesWithin(nodes(start, 'balancer', 'web', 'db'), edges, { lines: 80, widthPx: 4 * 215 + 60 })
    expect(drawn.map(({ label }) => label)).toEqual(labels)
  })

  test('comes before others that use the same, farther behind before a bastion', () => {
    const ways = [
      ['internet', 'bastion'],
      ['internet', 'balancer'],
      ['balancer', 'web'],
    ] as const
    const first = ways.map(([source, target]) => plainEdge(source, target))
    const ofBastion = plainEdge('bastion', 'db', uses)
    const [ofWeb, ofJob] = [plainEdge('web', 'db', uses), plainEdge('job', 'db')]
    const elements = nodes('internet', 'bastion', 'balancer', 'web', 'job', 'db')
    expect(drawnWithin(elements, [...first, ofBastion, ofJob, ofWeb], { lines: 4, widthPx: 2_000 })).toEqual(
      [...first, ofWeb].map(({ id }) => id),
    )
  })
})
