import { Graphviz } from '@hpcc-js/wasm-graphviz'
import { DOMParser, type Element } from '@xmldom/xmldom'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Diagram } from '../diagram.ts'
import { renderDiagram } from '../render-diagram.ts'
import { comparedDiagram } from '../testing/compared-diagram.ts'
import { anyNames, namedDiagram } from '../testing/named-diagram.ts'
import {
  hostileGraph,
  hostileNames,
  deniedGraph,
  emptyGraph,
  largeGraph,
  threeTierGraph,
} from '../testing/sample-graphs.ts'
import { architectureView } from '../views/architecture/architecture.ts'

async function written(
  diagram: Diagram,
  theme: 'light' | 'dark' = 'light',
  detail: 'summary' | 'all' = 'all',
): Promise<string> {
  const { bytes } = await renderDiagram(diagram, { format: 'dot', theme, detail })
  return new TextDecoder().decode(bytes)
}

/** Laid out and drawn by Graphviz; throws what it says of a text that it cannot read. */
async function drawn(text: string): Promise<Element> {
  // A fresh one each time: this build of it fails on texts that it reads well when it has read others before.
  Graphviz.unload()
  const graphviz = await Graphviz.load()
  const root = new DOMParser({ onError: () => undefined }).parseFromString(
    graphviz.dot(text),
    'image/svg+xml',
  ).documentElement
  if (root === null) throw new Error('Graphviz drew nothing')
  return root
}

function classes(root: Element, name: string): readonly Element[] {
  return [...root.getElementsByTagName('g')].filter((each) => each.getAttribute('class') === name)
}

function textsOf(root: Element): readonly string[] {
  return [...root.getElementsByTagName('text')].map(({ textContent }) => textContent ?? '')
}

describe('Graphviz', () => {
  test.each(
    Object.entries({ empty: emptyGraph(), denied: deniedGraph(), biting: hostileGraph(), large: largeGraph(8, 30) }),
  )('draws %s in both themes', async (_, graph) => {
    for (const theme of ['light', 'dark'] as const)
      expect(textsOf(await drawn(await written(architectureView(graph), theme)))).toContain('Architecture')
  })

  test('draws every box and every edge, boxes within their groups', async () => {
    const diagram = architectureView(threeTierGraph())
    const root = await drawn(await written(diagram))
    expect(classes(root, 'edge')).toHaveLength(diagram.edges.length)
    expect(textsOf(root)).toEqual(expect.arrayContaining(['shop-network', 'shop-web-b-00', 'checkout-worker-0']))
    const cluster = /subgraph cluster_\d+ \{\n[^\n]*label="shop-network\\l/u
    expect(await written(diagram)).toMatch(cluster)
    expect(classes(root, 'cluster').length).toBeGreaterThan(10)
  })

  test('is a summary of at most 60 boxes and 80 lines by default, its notes broken into lines', async () => {
    const diagram = architectureView(largeGraph(60, 20))
    const notDrawn = Array.from({ length: 12 }, (_, place) => ({ what: `resources of type ${place}`, count: 7 }))
    const text = await written({ ...diagram, notDrawn }, 'light', 'summary')
    const root = await drawn(text)
    expect(classes(root, 'node').length + classes(root, 'cluster').length).toBeLessThanOrEqual(60)
    expect(classes(root, 'edge').length).toBeLessThanOrEqual(80)
    expect(text).toContain('detail=all shows everything.')
    for (const line of textsOf(root)) expect(line.length).toBeLessThanOrEqual(90)
  })

  test('breaks long names into lines in a summary, and cuts none', async () => {
    const name = 'autoscaled-web-instance-'.repeat(10)
    const texts = textsOf(await drawn(await written(namedDiagram([name]), 'light', 'summary')))
    const lines = texts.filter((line) => line.includes('autoscaled') && line.length <= 40)
    // The label and the detail of the group and of the box.
    expect(lines.join('').match(/autoscaled-web-instance-/gu)).toHaveLength(40)
    expect(Math.max(...lines.map(({ length }) => length))).toBeGreaterThan(30)
  })

  test('draws a comparison, with signs', async () => {
    const texts = textsOf(await drawn(await written(comparedDiagram())))
    for (const label of ['+ shop-web-a-01', '− shop-web-b-01', '~ shop-web-c-01', '? Lambda functions'])
      expect(texts).toContain(label)
  })

  test('links to the AWS console', async () => {
    const links = [...(await drawn(await written(architectureView(threeTierGraph())))).getElementsByTagName('a')]
    expect(links.map((link) => link.getAttribute('xlink:href'))).toContain(
      'https://console.aws.amazon.com/vpcconsole/home?region=eu-west-1#VpcDetails:VpcId=vpc-shop',
    )
  })

  test('keeps hostile names as text, whole', async () => {
    const texts = textsOf(await drawn(await written(namedDiagram(hostileNames)))).map((text) =>
      text.replaceAll('\u00A0', ' '),
    )
    for (const name of hostileNames.filter((each) => /^[\x20-\x7E]+$/u.test(each) && each.trim() !== ''))
      expect(texts).toContain(name)
  })

  test('parses with any names', async () => {
    await fc.assert(
      fc.asyncProperty(anyNames, async (names) => {
        const root = await drawn(await written(namedDiagram(names)))
        expect(classes(root, 'node')).toHaveLength(names.length)
        expect(root.getElementsByTagName('script')).toHaveLength(0)
      }),
      { numRuns: 6 },
    )
  })
})
