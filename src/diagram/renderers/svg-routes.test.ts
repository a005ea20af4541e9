/** Tests that arrows which aren't in use never look live. */
import { describe, expect, test } from 'vitest'
import type { Diagram, PlacedRoute, Point } from '../diagram.ts'
import { renderDiagram, type Format } from '../render-diagram.ts'
import { threeTierGraph } from '../testing/sample-graphs.ts'
import { light } from '../themes/light.ts'
import { architectureView } from '../views/architecture/architecture.ts'
import { routesMarkup } from './svg-routes.ts'

const at = (x: number, y: number): Point => ({ x, y })
const route = (id: string, label: string, ...points: readonly Point[]): PlacedRoute => ({
  edge: { id, form: 'event', source: id, target: 'queue', label, description: id },
  points,
  label: null,
})

describe('arrows that are not in use', () => {
  test.each(['(disabled) rate(1 day)', '(stopped)', '(failed) pipe'])('are dotted, with an empty head: %s', (label) => {
    const [markup = ''] = routesMarkup([route('a', label, at(0, 0), at(0, 100))], light)
    const { stroke, dash } = light.edgeOff
    expect(markup).toContain(`stroke="${stroke}" stroke-width="1.5" stroke-dasharray="${dash}"`)
    expect(markup).toContain(`Z" fill="${light.background}" stroke="${stroke}"`)
  })

  test('are below the others, which keep their heads', () => {
    const live = route('a', '', at(0, 0), at(0, 100), at(300, 100))
    const off = route('b', '(disabled)', at(0, 200), at(0, 100), at(300, 100))
    const drawn = routesMarkup([live, off], light)
    expect(drawn.map((markup) => /<title>(.)/u.exec(markup)?.[1])).toEqual(['b', 'a'])
    expect(drawn[1]).toContain(`Z" fill="${light.edges.event.stroke}"`)
  })

  test.each(['svg', 'dot', 'd2', 'drawio'] as const)('have no color of arrows in use: %s', async (format) => {
    const diagram = architectureView(threeTierGraph())
    const off = { ...diagram, edges: diagram.edges.map((edge) => ({ ...edge, label: '(disabled)' })) }
    expect(await drawn(diagram, format)).toContain(light.edges.request.stroke)
    expect(await drawn(off, format)).not.toContain(light.edges.request.stroke)
  })
})

async function drawn(diagram: Diagram, format: Format): Promise<string> {
  return new TextDecoder().decode((await renderDiagram(diagram, { format, theme: 'light', detail: 'all' })).bytes)
}
