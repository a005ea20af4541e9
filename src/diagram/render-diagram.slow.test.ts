import { DOMParser, type Element } from '@xmldom/xmldom'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ResourceGraph } from '../graph/resource-graph.ts'
import type { Diagram, DiagramElement, PlacedDiagram } from './diagram.ts'
import { formats, renderDiagram } from './render-diagram.ts'
import { resourceReading } from './testing/arbitrary-graph.ts'
import { namedDiagram } from './testing/named-diagram.ts'
import {
  hostileGraph,
  hostileNames,
  deniedGraph,
  emptyGraph,
  largeGraph,
  threeTierGraph,
} from './testing/sample-graphs.ts'
import { architectureView } from './views/architecture/architecture.ts'

type Options = Parameters<typeof renderDiagram>[1]

async function drawn(graph: ResourceGraph, options: Partial<Options> = {}): Promise<string> {
  const { bytes } = await renderDiagram(architectureView(graph), { format: 'svg', theme: 'light', ...options })
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

/** One character a byte. */
async function bytesOf(graph: ResourceGraph, format: Options['format'], stamp?: string): Promise<string> {
  const { bytes } = await renderDiagram(architectureView(graph), {
    format,
    theme: 'light',
    ...(stamp !== undefined && { stamp }),
  })
  return Buffer.from(bytes).toString('latin1')
}

/** Fails on anything that is not well-formed XML. */
function parsed(svg: string): Element {
  const problems: string[] = []
  const parser = new DOMParser({
    onError(level, message) {
      // U+FFFD is what we write for characters that XML forbids; the parser warns of it wherever it stands.
      if (!message.startsWith('Unicode replacement character')) problems.push(`${level}: ${message}`)
    },
  })
  const root = parser.parseFromString(svg, 'image/svg+xml').documentElement
  expect(problems).toEqual([])
  if (root === null) throw new Error('The picture has no root element')
  return root
}

function all(root: Element, name: string): readonly Element[] {
  return [...root.getElementsByTagName(name)]
}

const graphs = {
  'three tiers': threeTierGraph(),
  empty: emptyGraph(),
  denied: deniedGraph(),
  '1,845 resources': largeGraph(8, 30),
  'hostile names': hostileGraph(),
}

describe.each(Object.entries(graphs))('SVG of %s', (_, graph) => {
  test.each(['light', 'dark'] as const)('is well-formed, self-contained and described, %s', async (theme) => {
    const svg = await drawn(graph, { theme })
    const root = parsed(svg)
    expect(root.tagName).toBe('svg')
    expect(root.getAttribute('role')).toBe('graphics-document document')
    const describedBy = ['aria-labelledby', 'aria-describedby'].map((name) => root.getAttribute(name))
    const ids = all(root, '*').flatMap((element) => element.getAttribute('id') ?? [])
    expect(ids).toEqual([...new Set(ids)])
    expect(ids).toEqual(expect.arrayContaining(describedBy))

    const elements = new Set(all(root, '*').map(({ tagName }) => tagName))
    for (const forbidden of ['script', 'foreignObject', 'image', 'iframe']) expect(elements).not.toContain(forbidden)
    for (const element of all(root, '*')) {
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on/iu)
        if (!name.endsWith('href')) continue
        const leadsTo =
          element.tagName === 'a' ? /^(?:\?focus=|https:\/\/console\.)/u.test(value) : ids.includes(value.slice(1))
        expect(leadsTo, `${name}=${value}`).toBe(true)
      }
    }
    for (const style of all(root, 'style')) expect(style.textContent).not.toMatch(/url\((?!data:font\/woff2;base64,)/u)
  })

  test('stays below 600 KB and 2,000 elements', async () => {
    const svg = await drawn(graph)
    expect(svg.length).toBeLessThan(600_000)
    expect(all(parsed(svg), '*').length).toBeLessThan(2_000)
  })
})

describe('hostile names', () => {
  test('are plain text in the diagram, complete in the tooltip', async () => {
    const root = parsed(await drawn(hostileGraph()))
    const titles = all(root, 'title').map(({ textContent }) => textContent ?? '')
    const texts = all(root, 'text').map(({ textContent }) => textContent ?? '')
    expect(texts).toContain('<script>alert(1)</script>')
    expect(titles.some((title) => title.startsWith(`${'x'.repeat(255)}\n`))).toBe(true)
    expect(texts.some((text) => /^x+…$/u.test(text))).toBe(true)
    expect(texts).toContain('two lines and tabs')
    expect(texts).toEqual(expect.arrayContaining(['[U+202E]gnp.exe', 'spoofed[U+2066]']))
    expect(texts).toContain('i-10')
  })

  test('any name gives well-formed SVG', async () => {
    const name = fc.oneof(fc.constantFrom(...hostileNames), fc.string({ unit: 'binary', maxLength: 60 }))
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 5 }), async (names) => {
        const graph = threeTierGraph()
        const resources = graph.resources.map((resource, position) => ({
          ...resource,
          name: names[position % names.length] ?? null,
        }))
        const renamed = { ...graph, accountAlias: names[0] ?? '', resources }
        expect(parsed(await drawn(renamed)).tagName).toBe('svg')
      }),
      { numRuns: 12 },
    )
  })
})

/** A diagram with this text wherever people read one; what names things holds the characters in both. */
const saying = (text: string): Diagram => {
  const diagram = namedDiagram(['\u202Egnp.exe', 'b\u2069'])
  const said = (element: DiagramElement): DiagramElement => ({
    ...element,
    label: text,
    detail: text,
    description: text,
    ...(element.kind === 'group' && { children: element.children.map(said) }),
  })
  return {
    ...diagram,
    title: text,
    accountAlias: text,
    simplified: text,
    elements: diagram.elements.map(said),
    edges: diagram.edges.map((edge) => ({ ...edge, label: text, description: text })),
    notDrawn: [{ what: text, count: 2 }],
  }
}

describe('characters that change the direction of writing', () => {
  const codes = ['061C', '200F', '202A', '202B', '202C', '202D', '202E', '2066', '2067', '2068', '2069']
  const hidden = codes.map((code) => `a${String.fromCharCode(Number.parseInt(code, 16))}`).join('')
  const marked = codes.map((code) => `a[U+${code}]`).join('')

  test.each(formats.filter((format) => format !== 'json'))('are marks in %s', async (format) => {
    const bytes = async (text: string) =>
      Buffer.from(
        (await renderDiagram(saying(text), { format, theme: 'light', furtherPages: [{ ...saying(text), page: 'x' }] }))
          .bytes,
      ).toString('latin1')
    expect((await bytes(hidden)) === (await bytes(marked))).toBe(true)
    expect((await bytes('a')) === (await bytes(marked))).toBe(false)
  })

  test('stay in the data fields of JSON, and are marks in its texts for people', async () => {
    const { bytes } = await renderDiagram(saying(hidden), { format: 'json', theme: 'light' })
    const placed = JSON.parse(Buffer.from(bytes).toString()) as PlacedDiagram
    for (const { element, texts } of placed.boxes) {
      expect([element.label, element.detail, element.description]).toEqual([hidden, hidden, hidden])
      for (const { text } of texts) expect(text).not.toMatch(/[\u061C\u200F\u202A-\u202E\u2066-\u2069]/)
    }
    expect(placed.boxes[0]?.texts[0]?.text).toMatch(/^a\[U\+061C\]/)
  })

  test('are marks in visible resource IDs of HTML and draw.io files', async () => {
    for (const format of ['html', 'drawio'] as const) {
      const { bytes } = await renderDiagram(saying('a'), { format, theme: 'light' })
      expect(Buffer.from(bytes).toString()).toContain('"[U+202E]gnp.exe"')
    }
  })
})

describe('the same graph gives the same bytes', () => {
  test('whatever the order of its resources, relations and coverage', async () => {
    await fc.assert(
      fc.asyncProperty(
        resourceReading.chain((graph) =>
          fc.record({
            graph: fc.constant(graph),
            resources: fc.shuffledSubarray([...graph.resources], { minLength: graph.resources.length }),
            relations: fc.shuffledSubarray([...graph.relations], { minLength: graph.relations.length }),
            coverage: fc.shuffledSubarray([...graph.coverage], { minLength: graph.coverage.length }),
          }),
        ),
        async ({ graph, ...shuffled }) => {
          for (const format of ['json', 'mermaid'] as const) {
            expect(await drawn({ ...graph, ...shuffled }, { format })).toBe(await drawn(graph, { format }))
          }
        },
      ),
      { numRuns: 15 },
    )
  })

  test('also as SVG', async () => {
    const graph = threeTierGraph()
    const reversed = {
      ...graph,
      resources: graph.resources.toReversed(),
      relations: graph.relations.toReversed(),
      coverage: graph.coverage.toReversed(),
    }
    expect(await drawn(reversed)).toBe(await drawn(graph))
  })

  test('regardless of durations, calls, and retries', async () => {
    const graph = threeTierGraph()
    const slower = {
      ...graph,
      coverage: graph.coverage.map((each) => ({ ...each, durationMs: 9_999, calls: 77, retries: 5 })),
    }
    for (const format of formats) expect(await bytesOf(slower, format)).toEqual(await bytesOf(graph, format))
  })

  test('with a time only if requested', async () => {
    const stamp = '2026-11-21T02:00:00.000Z'
    for (const format of formats)
      expect(await bytesOf(threeTierGraph(), format, stamp)).not.toEqual(await bytesOf(threeTierGraph(), format))
    for (const format of ['svg', 'html', 'drawio', 'mermaid', 'd2', 'dot', 'json'] as const) {
      expect(await drawn(threeTierGraph(), { format, stamp })).toContain('2026-11-21T02')
      expect(await drawn(threeTierGraph(), { format })).not.toContain('2026-11')
    }
  })
})

async function linksIn(region: string): Promise<readonly string[]> {
  const svg = await drawn({ ...threeTierGraph(), region })
  return all(parsed(svg), 'a').map((link) => link.getAttribute('href') ?? '')
}

describe('SVG of three tiers', () => {
  test('every drawn resource can be found by its ID and type', async () => {
    const groups = all(parsed(await drawn(threeTierGraph())), 'g')
    const found = groups.map(
      (group) => `${group.getAttribute('data-resource-type')} ${group.getAttribute('data-resource-id')}`,
    )
    expect(found).toContain('AWS::EC2::VPC vpc-shop')
    expect(found).toContain('AWS::EC2::Instance i-shop-web-b-1')
    expect(found).toContain('AWS::ElasticLoadBalancingV2::LoadBalancer app/shop-web/50dc6c495c0c9188')
    expect(found.filter((each) => each.startsWith('AWS::S3::Bucket'))).toHaveLength(4)
  })

  test('every box can be reached by keyboard, with its full name', async () => {
    for (const group of all(parsed(await drawn(threeTierGraph())), 'g')) {
      if (!group.hasAttribute('data-element-id')) continue
      expect(group.getAttribute('aria-label')).not.toBe('')
      expect(group.getAttribute('tabindex') === '0' || all(group, 'a').length > 0).toBe(true)
    }
  })

  test('a resource links to its page in the console of its partition', async () => {
    const page = '/vpcconsole/home?region='
    expect(await linksIn('eu-west-1')).toContain(
      `https://console.aws.amazon.com${page}eu-west-1#VpcDetails:VpcId=vpc-shop`,
    )
    expect(await linksIn('cn-north-1')).toContain(
      `https://console.amazonaws.cn${page}cn-north-1#VpcDetails:VpcId=vpc-shop`,
    )
    expect(await linksIn('us-gov-west-1')).toContain(
      `https://console.amazonaws-us-gov.com${page}us-gov-west-1#VpcDetails:VpcId=vpc-shop`,
    )
    expect((await linksIn('us-iso-east-1')).filter((link) => link.startsWith('https:'))).toEqual([])
  })

  test('a box with a detail page links to it, in the same theme, and its icon links to the console', async () => {
    const diagram = architectureView(threeTierGraph())
    const opened = (element: DiagramElement): DiagramElement => {
      if (element.kind === 'node') return element
      const opens = element.form === 'network' ? 'a/b c&"' : element.opens
      return { ...element, opens, children: element.children.map(opened) }
    }
    const { bytes } = await renderDiagram(
      { ...diagram, elements: diagram.elements.map(opened) },
      { format: 'svg', theme: 'dark' },
    )
    const links = all(parsed(new TextDecoder().decode(bytes)), 'a').map((link) => link.getAttribute('href'))
    expect(links).toContain('?focus=a%2Fb%20c%26%22&format=svg&theme=dark')
    expect(links).toContain('https://console.aws.amazon.com/vpcconsole/home?region=eu-west-1#VpcDetails:VpcId=vpc-shop')
  })

  test('each icon is inlined once, without a title of its own', async () => {
    const symbols = all(parsed(await drawn(threeTierGraph())), 'symbol')
    expect(symbols.length).toBeGreaterThan(8)
    for (const symbol of symbols) expect(all(symbol, 'title')).toHaveLength(0)
  })
})

test('JSON is the placed diagram', async () => {
  const placed: unknown = JSON.parse(await drawn(threeTierGraph(), { format: 'json' }))
  expect(placed).toMatchObject({ view: 'architecture', boxes: expect.any(Array), routes: expect.any(Array) })
})

test("dashed summary boxes have one dashed border: only what couldn't be read is hatched", async () => {
  const diagram = namedDiagram(['queues'])
  const elements = diagram.elements.map((element) =>
    element.kind === 'node'
      ? element
      : {
          ...element,
          children: element.children.map(
            (child) => ({ ...child, form: 'stack', presence: 'external' }) as DiagramElement,
          ),
        },
  )
  const { bytes } = await renderDiagram({ ...diagram, elements }, { format: 'svg', theme: 'light' })
  const stack = /<g [^>]*data-kind="node"[\s\S]*?<\/g>/u.exec(new TextDecoder().decode(bytes))?.[0] ?? ''
  expect(stack.match(/<rect /gu)).toHaveLength(3)
  expect(stack.match(/stroke-dasharray/gu)).toHaveLength(1)
})
