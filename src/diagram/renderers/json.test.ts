import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { placedDiagram } from '../../../contract/placed-diagram.ts'
import type { Diagram } from '../diagram.ts'
import { renderDiagram } from '../render-diagram.ts'
import { comparedDiagram } from '../testing/compared-diagram.ts'
import { anyNames, namedDiagram } from '../testing/named-diagram.ts'
import { hostileGraph, deniedGraph, emptyGraph, largeGraph, threeTierGraph } from '../testing/sample-graphs.ts'
import { architectureView } from '../views/architecture/architecture.ts'
import { viewNames } from '../views/draw-view.ts'

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true })
ajv.addFormat('date-time', (text: string) => !Number.isNaN(Date.parse(text)))
const validate = ajv.compile(placedDiagram)

/** What the documented schema says against the picture. */
async function faultsOf(diagram: Diagram, stamp?: string): Promise<readonly string[]> {
  const { bytes } = await renderDiagram(diagram, {
    format: 'json',
    theme: 'light',
    ...(stamp !== undefined && { stamp }),
  })
  validate(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

describe('JSON', () => {
  test.each(
    Object.entries({
      'three tiers': threeTierGraph(),
      empty: emptyGraph(),
      denied: deniedGraph(),
      large: largeGraph(8, 30),
      biting: hostileGraph(),
    }),
  )('is as its schema says, of %s', async (_, graph) => {
    expect(await faultsOf(architectureView(graph), '2026-11-21T02:00:00.000Z')).toEqual([])
  })

  test.each(viewNames)('of changes in the view %s', async (view) => {
    expect(await faultsOf(comparedDiagram(view))).toEqual([])
  })

  test('with any names', async () => {
    await fc.assert(
      fc.asyncProperty(anyNames, async (names) => {
        expect(await faultsOf(namedDiagram(names))).toEqual([])
      }),
      { numRuns: 20 },
    )
  })
})
