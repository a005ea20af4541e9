import { expect, test } from 'vitest'
import type { DiagramEdge, DiagramNode } from '../diagram.ts'
import { plainEdge, plainNode } from '../testing/plain-elements.ts'
import { light as theme } from '../themes/light.ts'
import { elementStyle } from './element-style.ts'
import { restId } from './line-budget.ts'
import { usedClasses } from './mermaid-classes.ts'

function node(id: string, changes: Partial<DiagramNode> = {}): DiagramNode {
  return plainNode(id, { form: 'count', ...changes })
}

/** The declarations of the class of each box. */
function colorsOf(nodes: readonly DiagramNode[], edges: readonly DiagramEdge[] = []): ReadonlyMap<string, string> {
  const lines = usedClasses(nodes, edges, new Map(nodes.map(({ id }) => [id, id])), theme)
  const declared = new Map(
    lines.flatMap((line) => [...line.matchAll(/^ {2}classDef (\S+) (.*)$/gu)].map(([, name, of]) => [name, of])),
  )
  return new Map(
    lines.flatMap((line) =>
      [...line.matchAll(/^ {2}class (\S+) (\S+)$/gu)].flatMap(([, boxes = '', name = '']) =>
        boxes.split(',').map((box): [string, string] => [box, declared.get(name) ?? '']),
      ),
    ),
  )
}

test('every box has its own color, whatever the first one is', () => {
  const nodes = [
    node('open', { reached: 'open' }),
    node('conditional', { reached: 'conditional' }),
    node('count'),
    node('resource', { form: 'resource' }),
    node('partner', { form: 'resource', presence: 'external' }),
  ]
  for (const order of [nodes, nodes.toReversed()]) {
    const colors = colorsOf(order)
    for (const each of nodes) {
      const { fill, stroke, label } = elementStyle(each, theme) ?? theme.node
      const color = colors.get(each.id)
      expect([each.id, color]).toEqual([
        each.id,
        expect.stringMatching(`fill:${fill},stroke:${stroke},.*color:${label}$`),
      ])
    }
  }
})

test('a count that the internet reaches keeps its color, and another target has that of the arrow', () => {
  const nodes = [
    node('internet', { form: 'internet', presence: 'external' }),
    node('open', { reached: 'open' }),
    node('api', { form: 'resource' }),
  ]
  const edges = nodes.slice(1).map(({ id }) => plainEdge('internet', id))
  const colors = colorsOf(nodes, edges)
  expect(colors.get('open')).toContain(`stroke:${theme.reached.open.stroke}`)
  expect(colors.get('api')).toContain(`stroke:${theme.edges.request.stroke}`)
})

test.each([
  ['tcp 22', true],
  ['tcp 22 (some addresses)', false],
  ['tcp 22 (some addresses) +1', false],
  ['tcp 443 +1', true],
  ['(disabled) tcp 443', false],
])('a target that the internet reaches by %s: has the color of the arrow %s', (label, isExposed) => {
  const nodes = [node('internet', { form: 'internet', presence: 'external' }), node('api', { form: 'resource' })]
  const colors = colorsOf(nodes, [plainEdge('internet', 'api', { label })])
  expect(colors.get('api')?.includes(`stroke:${theme.edges.request.stroke}`)).toBe(isExposed)
})

test('a box for the rest of a group, which may hold others, does not have it', () => {
  const [internet, rest] = [node('internet', { form: 'internet' }), node(restId('node', 'group'))]
  const names = new Map([[rest.id, 'rest']])
  const edges = [plainEdge('internet', rest.id)]
  expect(usedClasses([internet, rest], edges, names, theme)).toContain('  class rest count')
})
