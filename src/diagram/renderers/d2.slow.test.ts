import { D2 } from '@terrastruct/d2'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Diagram } from '../diagram.ts'
import { renderDiagram } from '../render-diagram.ts'
import { comparedDiagram } from '../testing/compared-diagram.ts'
import { anyNames, namedDiagram } from '../testing/named-diagram.ts'
import { hostileNames, deniedGraph, emptyGraph, largeGraph } from '../testing/sample-graphs.ts'
import { architectureView } from '../views/architecture/architecture.ts'

const compiler = new D2()

async function written(
  diagram: Diagram,
  theme: 'light' | 'dark' = 'light',
  detail: 'summary' | 'all' = 'all',
): Promise<string> {
  const { bytes } = await renderDiagram(diagram, { format: 'd2', theme, detail })
  return new TextDecoder().decode(bytes)
}

/** What its own types leave out. */
type CompiledShape = { readonly id: string; readonly label: string }

/** Throws what D2 says of a text that it cannot read. */
async function compiled(text: string) {
  const result = await compiler.compile(text)
  return {
    ...result,
    connections: result.diagram.connections,
    shapes: result.diagram.shapes as unknown as readonly CompiledShape[],
  }
}

// Its compiler is a large program that has to be started first.
describe('D2', () => {
  test.each(['light', 'dark'] as const)('compiles every box and every edge, %s', async (theme) => {
    const diagram = architectureView(deniedGraph())
    const { shapes, connections } = await compiled(await written(diagram, theme))
    expect(connections).toHaveLength(diagram.edges.length)
    const labels = shapes.map(({ label }) => label)
    expect(labels).toEqual(expect.arrayContaining(['shop-network\n10.20.0.0/16', 'Architecture']))
    const inside = shapes.find(({ label }) => label.startsWith('shop-app-a-00'))
    expect(inside?.id.split('.').length).toBeGreaterThan(4)
  })

  test('is a summary of at most 60 boxes and 80 lines by default', async () => {
    const { shapes, connections } = await compiled(
      await written(architectureView(largeGraph(60, 20)), 'light', 'summary'),
    )
    expect(shapes.filter(({ id }) => /(?:^|\.)n\d+$/u.test(id)).length).toBeLessThanOrEqual(60)
    expect(connections.length).toBeLessThanOrEqual(80)
    const notes = shapes.find(({ id }) => id === 'notes')
    expect(notes?.label).toContain('detail=all shows everything.')
  })

  test('compiles a comparison, with signs', async () => {
    const { shapes } = await compiled(await written(comparedDiagram()))
    const labels = shapes.map(({ label }) => label)
    for (const label of ['+ shop-web-a-01', '− shop-web-b-01', '~ shop-web-c-01', '? Lambda functions'])
      expect(labels.some((each) => each.startsWith(label))).toBe(true)
  })

  test('compiles an account without resources', async () => {
    const { shapes } = await compiled(await written(architectureView(emptyGraph())))
    expect(shapes.length).toBeGreaterThan(0)
  })

  test('keeps hostile names as text, whole, also when drawn', async () => {
    const names = hostileNames.slice(0, 4)
    const { diagram, shapes, renderOptions } = await compiled(await written(namedDiagram(names)))
    const labels = shapes.map(({ label }) => label)
    for (const name of names.filter((each) => /^[\x20-\x7E]+$/u.test(each)))
      expect(labels).toContain(`${name}\n${name}`)
    const svg = await compiler.render(diagram, renderOptions)
    expect(svg).not.toMatch(/<script>alert|onload=alert\(1\)>\s*</u)
  })

  test('leaves out a title without visible characters', async () => {
    const { shapes } = await compiled(await written({ ...namedDiagram(['orders']), title: '\u0000' }))
    expect(shapes.filter(({ id }) => id === 'title')).toEqual([])
  })

  test('parses with any names', async () => {
    await fc.assert(
      fc.asyncProperty(anyNames, async (names) => {
        const { shapes, connections } = await compiled(await written(namedDiagram([...names, ...hostileNames])))
        const count = names.length + hostileNames.length
        expect(shapes.filter(({ id }) => /^n\d/u.test(id))).toHaveLength(2 * count)
        expect(connections).toHaveLength(count - 1)
      }),
      { numRuns: 4 },
    )
  })
})
