import { describe, expect, test } from 'vitest'
import type { DiagramEdge, DiagramElement } from '../diagram.ts'
import { plainEdge, plainGroup, plainNode } from '../testing/plain-elements.ts'
import { columnLinks } from './column-links.ts'

const internet = plainNode('internet', { form: 'internet', presence: 'external' })

function group(id: string, ...boxes: readonly string[]): DiagramElement {
  return plainGroup(
    id,
    boxes.map((box) => plainNode(box)),
  )
}

function path(...boxes: readonly string[]): readonly DiagramEdge[] {
  return boxes.slice(1).map((box, before) => plainEdge(boxes[before] ?? '', box))
}

describe('an invisible line leads from the internet', () => {
  test('to the first box of a path in a group that no line enters or leaves', () => {
    expect(columnLinks([internet, group('vpc', 'c', 'b', 'a')], path('a', 'b', 'c'))).toEqual([['internet', 'a']])
  })

  test('once for groups in each other', () => {
    const account = plainGroup('account', [plainGroup('vpc', [group('zone', 'a', 'b')]), plainNode('c')])
    expect(columnLinks([internet, account], path('a', 'b'))).toEqual([['internet', 'a']])
  })

  test('to a group that only lines of the group itself join with others', () => {
    const edges = [...path('a', 'b'), ...path('internet', 'api'), ...path('zone', 'api')]
    expect(columnLinks([internet, group('zone', 'a', 'b'), plainNode('api')], edges)).toEqual([['internet', 'a']])
  })

  test('to a path that is a cycle', () => {
    expect(columnLinks([internet, group('vpc', 'a', 'b')], path('a', 'b', 'a'))).toHaveLength(1)
  })
})

describe('no invisible line leads', () => {
  test('to a group that a line enters or leaves', () => {
    const groups = [internet, group('one', 'a', 'b'), group('other', 'c', 'd')]
    expect(columnLinks(groups, [...path('a', 'b', 'c', 'd')])).toEqual([])
  })

  test('to a group without lines, or without the internet', () => {
    expect(columnLinks([internet, group('vpc', 'a', 'b')], [])).toEqual([])
    expect(columnLinks([group('vpc', 'a', 'b')], path('a', 'b'))).toEqual([])
  })
})
