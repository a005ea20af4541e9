import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scanGoldenAccount } from '../../../scripts/goldens/golden-accounts.ts'
import { centralEgress } from '../../../test/support/architectures/central-egress.ts'
import { scanArchitecture } from '../../../test/support/architectures/scan-architecture.ts'
import { openBrowser } from '../../../test/support/browser.ts'
import { openWatchedPage, type WatchedPage } from '../../../test/support/watched-page.ts'
import type { ResourceGraph } from '../../graph/resource-graph.ts'
import type { Diagram, DiagramGroup } from '../diagram.ts'
import { renderDiagram } from '../render-diagram.ts'
import { namedDiagram } from '../testing/named-diagram.ts'
import { comparedDiagram } from '../testing/compared-diagram.ts'
import {
  hostileGraph,
  hostileNames,
  deniedGraph,
  emptyGraph,
  largeGraph,
  threeTierGraph,
} from '../testing/sample-graphs.ts'
import { architectureView } from '../views/architecture/architecture.ts'
import { drawView, viewNames } from '../views/draw-view.ts'
import { defaultViewOptions } from '../views/view-options.ts'

const folder = dirname(fileURLToPath(import.meta.resolve('@mermaid-js/tiny')))
const program = `
  mermaid.initialize({ startOnLoad: false, securityLevel: 'strict' })
  window.parse = async (text) => (await mermaid.parse(text)).diagramType
  window.draw = async (text) => { document.body.innerHTML = (await mermaid.render('chart', text)).svg }
  window.isReady = true`

let browser: Awaited<ReturnType<typeof openBrowser>>
let watched: WatchedPage
let page: Page
beforeAll(async () => {
  browser = await openBrowser()
  watched = await openWatchedPage(
    browser,
    `<!doctype html><body></body><script src="/mermaid/mermaid.tiny.js"></script><script type="module">${program}</script>`,
    {
      mermaid: folder,
    },
  )
  page = watched.page
  await page.waitForFunction('window.isReady')
})
afterAll(() => browser.close())

type Options = Partial<Parameters<typeof renderDiagram>[1]>

async function written(
  diagram: Diagram,
  options: Options = {},
): Promise<{ readonly text: string; readonly parts: number }> {
  const { bytes, parts } = await renderDiagram(diagram, {
    format: 'mermaid',
    theme: 'light',
    detail: 'all',
    ...options,
  })
  return { text: new TextDecoder().decode(bytes), parts }
}

/** Throws what Mermaid says of a text that it cannot read. */
function parse(text: string): Promise<string> {
  return page.evaluate(`window.parse(${JSON.stringify(text)})`)
}

function edgesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => /^ {2}n\d+ (?:-->|-\.->|---|===|==>)/u.test(line))
}

/** Boxes of the diagram that some part of it names. */
async function allParts(diagram: Diagram, options: Options): Promise<readonly string[]> {
  const { text, parts } = await written(diagram, options)
  const texts = [text]
  for (let part = 2; part <= parts; part++) texts.push((await written(diagram, { ...options, part })).text)
  return texts
}

const graphs: Readonly<Record<string, ResourceGraph>> = {
  'three tiers': threeTierGraph(),
  empty: emptyGraph(),
  denied: deniedGraph(),
  '1,845 resources': largeGraph(8, 30),
  'hostile names': hostileGraph(),
}

/** Written as `subgraph n0[…]` or `n0[…]`, `n0((…))` and so on. */
function boxesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => /^\s*(?:subgraph )?n\d+[[({]/u.test(line))
}

/** Forges show a picture in a column of 900 px: one of twice that width is still legible. */
describe('the summary, which is usual', () => {
  const accounts: [string, () => Promise<ResourceGraph>][] = [
    ...Object.entries(graphs).map(([name, graph]): [string, () => Promise<ResourceGraph>] => [
      name,
      () => Promise.resolve(graph),
    ]),
    ...(
      [
        ...(['three-tier', 'full', 'denied', 'demo', 'contrasts', 'serverless-shop', 'exposure-traps'] as const).map(
          (world) => ({ world, region: 'us-east-1' }),
        ),
        { world: 'wordpress', region: 'us-west-2' },
      ] as const
    ).map(({ world, region }): [string, () => Promise<ResourceGraph>] => [
      `the world ${world}`,
      () => scanGoldenAccount({ name: world, world, alias: world, region }),
    ]),
    ['VPCs that share the way out of one', () => scanArchitecture(centralEgress)],
  ]
  test.each(accounts)('of %s has at most 60 boxes and 80 lines, and is at most 1,800 px wide', async (_, read) => {
    const graph = await read()
    for (const view of viewNames) {
      const { text, parts } = await written(drawView(view, graph), { detail: 'summary' })
      expect(parts).toBe(1)
      expect(boxesOf(text).length).toBeLessThanOrEqual(60)
      expect(edgesOf(text).length).toBeLessThanOrEqual(80)
      const width = await page.evaluate(
        `window.draw(${JSON.stringify(text)}).then(() => document.querySelector('svg').viewBox.baseVal.width)`,
      )
      expect([view, Number(width) <= 1_800]).toEqual([view, true])
    }
  })

  test('notes what it leaves out, starts with the internet, and colors what the internet can reach', async () => {
    const { text } = await written(architectureView(largeGraph(60, 20), { ...defaultViewOptions, elementLimit: 150 }), {
      detail: 'summary',
    })
    expect(text).toMatch(/Summary: \d+ of \d+ boxes, \d+ of \d+ arrows\. detail#61;all shows everything\./u)
    expect(text).toMatch(/ · \d+ boxes"/u)
    expect(boxesOf(text)[0]).toContain('Internet')
    for (const name of ['internet', 'exposed'])
      expect(text).toMatch(new RegExp(`classDef ${name} .*stroke:#2e73b8`, 'u'))
    expect(text).toMatch(/class n\d+(?:,n\d+)* exposed/u)
  })

  test('has everything if it fits', async () => {
    const { text } = await written(architectureView(emptyGraph()), { detail: 'summary' })
    expect(text).not.toContain('Summary')
  })
})

describe('Mermaid', () => {
  test.each(Object.entries(graphs))('parses %s, in both themes', async (_, graph) => {
    for (const theme of ['light', 'dark'] as const)
      for (const text of await allParts(architectureView(graph), { theme }))
        expect(await parse(text)).toBe('flowchart-v2')
  })

  test.each(['all', 'summary'] as const)('parses a comparison, with signs and styles: %s', async (detail) => {
    const { text } = await written(comparedDiagram(), { detail })
    expect(await parse(text)).toBe('flowchart-v2')
    for (const sign of ['#43;', '#8722;', '#126;', '#63;']) expect(text).toContain(`"${sign} `)
    expect(text).toMatch(/linkStyle \d+(?:,\d+)* stroke:#b3261e,stroke-width:2\.5px,stroke-dasharray:7 4/)
  })

  test('parses with any names', async () => {
    const name = fc.oneof(fc.constantFrom(...hostileNames), fc.string({ unit: 'binary', maxLength: 60 }))
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 5 }), async (names) => {
        const graph = threeTierGraph()
        const resources = graph.resources.map((resource, position) => ({
          ...resource,
          name: names[position % names.length] ?? null,
        }))
        const { text } = await written(architectureView({ ...graph, accountAlias: names[0] ?? '', resources }))
        expect(await parse(text)).toBe('flowchart-v2')
      }),
      { numRuns: 25 },
    )
  })

  test('draws hostile names as text: nothing runs, and they create no elements', async () => {
    const { text } = await written(architectureView(hostileGraph()))
    await page.evaluate(`window.draw(${JSON.stringify(text)})`)
    expect(await page.locator('body script, body [onload], body img, body iframe').count()).toBe(0)
    const shown = (await page.locator('body').textContent()) ?? ''
    for (const name of ['<script>alert(1)</script>', '"quotes" & \'apostrophes\'', ']]></style><svg onload=alert(1)>'])
      expect(shown).toContain(name)
    expect(watched.problems).toEqual([])
  })

  test('is nested like the account', async () => {
    const { text } = await written(architectureView(threeTierGraph()))
    expect(text.split('\n')[0]).toBe('flowchart TB')
    expect(text).toMatch(/subgraph n\d+\["shop-network · 10\.20\.0\.0\/16"\]/u)
  })

  test.each([50_000, 5_000, 3_000])(
    'keeps every part within %i characters and 500 edges, and loses no box',
    async (limit) => {
      const diagram = architectureView(largeGraph(60, 20))
      const texts = await allParts(diagram, { characterLimit: limit })
      for (const text of texts) {
        expect(text.length).toBeLessThanOrEqual(limit)
        expect(edgesOf(text).length).toBeLessThanOrEqual(500)
        expect(await parse(text)).toBe('flowchart-v2')
      }
      const labels = (group: DiagramGroup): readonly string[] =>
        group.children.flatMap((child) => (child.kind === 'node' ? [child.label] : labels(child)))
      const all = texts.join('\n')
      const nodes = diagram.elements.flatMap((element) =>
        element.kind === 'group' ? labels(element) : [element.label],
      )
      expect(nodes.filter((label) => /^[\w. -]+$/u.test(label) && !all.includes(label))).toEqual([])
    },
  )

  test('keeps its limits with any names, and terminates', async () => {
    const long = ['🚀'.repeat(255), '"'.repeat(255), ...hostileNames]
    const diagram = {
      ...namedDiagram([...long, ...long]),
      notDrawn: long.map((what) => ({ what, count: 1 })),
      simplified: long[0] ?? '',
    }
    const texts = await allParts(diagram, { characterLimit: 3_000, stamp: '2026-11-21T02:00:00.000Z' })
    expect(texts.length).toBeGreaterThan(3)
    for (const text of texts) {
      expect(text.length).toBeLessThanOrEqual(3_000)
      expect(await parse(text)).toBe('flowchart-v2')
    }
  })

  test("counts an arrow between a group and its content, which Mermaid can't draw", async () => {
    const diagram = namedDiagram(['outer'])
    const [group] = diagram.elements
    if (group?.kind !== 'group') throw new Error('The diagram has no group')
    const edge = {
      id: 'in',
      form: 'reach' as const,
      source: group.id,
      target: group.children[0]?.id ?? '',
      label: '',
      description: '',
    }
    const { text } = await written({ ...diagram, edges: [edge] })
    await page.evaluate(`window.draw(${JSON.stringify(text)})`)
    expect(text).toContain('Not drawn: 1 arrow')
  })

  test('links its parts, and notes what a part leaves out', async () => {
    const diagram = architectureView(threeTierGraph())
    const first = await written(diagram, { characterLimit: 3_000 })
    expect(first.parts).toBeGreaterThan(1)
    expect(first.text).toMatch(/\[\["[^"]* · \d+ boxes"\]\]/u)
    expect(first.text).toContain('href "?format=mermaid&detail=all&characterLimit=3000&part=2"')
    const second = await written(diagram, { characterLimit: 3_000, part: 2 })
    expect(second.text).toContain('Part 2: ')
    expect(second.text).toContain('href "?format=mermaid&detail=all&characterLimit=3000"')
    expect((await written(diagram, { part: 99 })).text).toBe('')
  })

  test('draws at most 500 edges and counts the others', async () => {
    const diagram = architectureView(threeTierGraph())
    const nodes = Array.from({ length: 40 }, (_, number) => ({
      kind: 'node' as const,
      id: `extra-${number}`,
      form: 'resource' as const,
      type: null,
      members: [],
      presence: 'read' as const,
      variant: '',
      label: `extra ${number}`,
      detail: '',
      description: '',
      opens: null,
    }))
    const edges = nodes.flatMap(({ id: source }) =>
      nodes
        .filter(({ id }) => id !== source)
        .map(({ id: target }) => ({
          id: `${source} ${target}`,
          form: 'reach' as const,
          source,
          target,
          label: 'tcp 443',
          description: '',
        })),
    )
    const { text } = await written({ ...diagram, elements: nodes, edges, notDrawn: [] })
    expect(edgesOf(text)).toHaveLength(500)
    expect(text).toContain('Not drawn: 1,060 arrows')
    expect(await parse(text)).toBe('flowchart-v2')
  })
})
