import { describe, expect, test } from 'vitest'
import type { DiagramEdge, DiagramElement } from '../diagram.ts'
import { plainEdge, plainGroup, plainNode } from '../testing/plain-elements.ts'
import { linesWithin } from './line-budget.ts'

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
