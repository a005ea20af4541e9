import { expect, test } from 'vitest'
import type { DiagramEdge, DiagramElement } from '../diagram.ts'
import { plainEdge, plainGroup, plainNode } from '../testing/plain-elements.ts'
import { light } from '../themes/light.ts'
import { chartOf } from './mermaid-chart.ts'

const subnet = plainGroup('subnet', [plainNode('a'), plainNode('b')], {
  label: 'Production/PrivateSubnet1',
  detail: 'private · 10.20.0.0/24',
})

function titleOf(element: DiagramElement, edges: readonly DiagramEdge[], isSummary: boolean): string {
  const links = { toPage: () => '', toPart: () => '' }
  const look = { theme: light, direction: 'LR' as const, isSummary, rows: [] }
  const { lines } = chartOf([element], edges, { depth: Infinity, maxEdges: 500 }, links, look)
  return /"(.*)"/u.exec(lines[0] ?? '')?.[1] ?? ''
}

test('the title of a group with a single column leaves out details that make it wider, but only in a summary', () => {
  const whole = 'Production/PrivateSubnet1 · private · 10.20.0.0/24'
  expect(titleOf(subnet, [], true)).toBe('Production/P…vateSubnet1 · private')
  expect(titleOf(subnet, [], false)).toBe(whole)
  expect(titleOf(subnet, [plainEdge('a', 'b')], true)).toContain('10.20.0.0/24')
  expect(titleOf({ ...subnet, label: 'app' }, [], true)).toBe('app · private · 10.20.0.0/24')
})

test('a title says what is the name and a detail once', () => {
  expect(titleOf({ ...subnet, label: 'private' }, [], true)).toBe('private · 10.20.0.0/24')
  expect(titleOf({ ...subnet, label: 'public' }, [], true)).toBe('public · private · 10.20.0.0/24')
})

test('a line without heads between a box and a group begins at the group, so that the box needs no column before it', () => {
  const elements = [subnet, plainNode('hub')]
  const links = { toPage: () => '', toPart: () => '' }
  const look = { theme: light, direction: 'LR' as const, isSummary: true, rows: [] }
  const linesOf = (edge: Partial<DiagramEdge>, source: string, target: string) => {
    const edges = [{ ...plainEdge(source, target), ...edge }]
    return chartOf(elements, edges, { depth: Infinity, maxEdges: 500 }, links, look).lines
  }
  expect(linesOf({ form: 'link' }, 'hub', 'subnet')).toContain('  n0 === n3')
  expect(linesOf({ form: 'link' }, 'subnet', 'hub')).toContain('  n0 === n3')
  expect(linesOf({ form: 'link' }, 'hub', 'a')).toContain('  n3 === n1')
  expect(linesOf({ form: 'request' }, 'hub', 'subnet')).toContain('  n3 --> n0')
})
