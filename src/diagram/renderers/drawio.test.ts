import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DOMParser } from '@xmldom/xmldom'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../../../test/support/browser.ts'
import { openWatchedPage } from '../../../test/support/watched-page.ts'
import type { Diagram, DiagramElement } from '../diagram.ts'
import { renderDiagram } from '../render-diagram.ts'
import { hostileGraph, hostileNames, deniedGraph, threeTierGraph } from '../testing/sample-graphs.ts'
import { architectureView } from '../views/architecture/architecture.ts'

const maxGraph = dirname(fileURLToPath(import.meta.resolve('@maxgraph/core')))

/** Runs in the browser: what maxGraph, the library that draw.io's own grew into, reads from one page. */
const program = `
  import { Graph, ModelXmlSerializer } from '/maxgraph/index.js'
  window.load = (xml) => {
    const graph = new Graph(document.getElementById('graph'))
    graph.setHtmlLabels(true)
    graph.options.foldingEnabled = false
    graph.convertValueToString = (cell) => cell.value?.getAttribute?.('label') ?? cell.value ?? ''
    new ModelXmlSerializer(graph.getDataModel()).import(xml)
    const cells = Object.values(graph.getDataModel().cells)
    window.graph = graph
    return cells.map((cell) => ({
      id: cell.id, parent: cell.parent?.id ?? null, isEdge: cell.edge,
      source: cell.source?.id ?? null, target: cell.target?.id ?? null,
      resourceId: cell.value?.getAttribute?.('resourceId') ?? null, link: cell.value?.getAttribute?.('link') ?? null,
    }))
  }
  window.placeOf = (id) => { const { x, y } = window.graph.getView().getState(window.graph.getDataModel().getCell(id)); return { x, y } }
  window.moveBy = (id, dx, dy) => void window.graph.moveCells([window.graph.getDataModel().getCell(id)], dx, dy)
  window.isReady = true`

type LoadedCell = {
  readonly id: string
  readonly parent: string | null
  readonly isEdge: boolean
  readonly source: string | null
  readonly target: string | null
  readonly resourceId: string | null
  readonly link: string | null
}

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

async function written(diagram: Diagram, furtherPages: readonly Diagram[] = []): Promise<string> {
  const { bytes } = await renderDiagram(diagram, { format: 'drawio', theme: 'light', furtherPages })
  return new TextDecoder().decode(bytes)
}

function modelsOf(file: string): readonly string[] {
  return [...file.matchAll(/<mxGraphModel[\s\S]*?<\/mxGraphModel>/gu)].map(([model]) => model)
}

async function loaded(model: string) {
  const watched = await openWatchedPage(
    browser,
    `<!doctype html><div id="graph"></div><script type="module">${program}</script>`,
    { maxgraph: maxGraph },
  )
  await watched.page.waitForFunction('window.isReady')
  const cells: readonly LoadedCell[] = await watched.page.evaluate(`window.load(${JSON.stringify(model)})`)
  return { ...watched, cells }
}

describe('draw.io', () => {
  test('loads in maxGraph with every resource in its container and every edge between boxes', async () => {
    const [model = ''] = modelsOf(await written(architectureView(threeTierGraph())))
    const { cells, problems } = await loaded(model)
    const byId = new Map(cells.map((cell) => [cell.id, cell]))
    const network = cells.find(({ resourceId }) => resourceId === 'vpc-shop')
    const ancestors = (cell: LoadedCell | undefined): readonly string[] =>
      cell?.parent == null ? [] : [cell.parent, ...ancestors(byId.get(cell.parent))]
    for (const id of ['i-shop-web-b-1', 'subnet-shop-app-a'])
      expect(ancestors(cells.find(({ resourceId }) => resourceId === id))).toContain(network?.id)
    const edges = cells.filter(({ isEdge, source }) => isEdge && source !== null)
    expect(edges.length).toBeGreaterThan(10)
    for (const { source, target } of edges)
      expect([byId.has(source ?? ''), byId.has(target ?? '')]).toEqual([true, true])
    expect(network?.link).toBe(
      'https://console.aws.amazon.com/vpcconsole/home?region=eu-west-1#VpcDetails:VpcId=vpc-shop',
    )
    expect(problems).toEqual([])
  })

  test('the content of containers moves with them', async () => {
    const [model = ''] = modelsOf(await written(architectureView(threeTierGraph())))
    const { page, cells } = await loaded(model)
    const idOf = (resource: string): string => cells.find(({ resourceId }) => resourceId === resource)?.id ?? ''
    const placeOf = async (): Promise<{ readonly x: number; readonly y: number }> =>
      page.evaluate(`window.placeOf(${JSON.stringify(idOf('i-shop-web-b-1'))})`)
    const before = await placeOf()
    await page.evaluate(`window.moveBy(${JSON.stringify(idOf('vpc-shop'))}, 120, 45)`)
    const after = await placeOf()
    expect([after.x - before.x, after.y - before.y]).toEqual([120, 45])
  })

  test('has a page for each diagram, and boxes link to their pages', async () => {
    const overview = architectureView(threeTierGraph())
    const opened = (element: DiagramElement): DiagramElement =>
      element.kind === 'node'
        ? element
        : { ...element, opens: element.form === 'network' ? 'vpc "1"' : null, children: element.children.map(opened) }
    const detail = { ...architectureView(deniedGraph()), page: 'vpc "1"', title: 'One network' }
    const file = await written({ ...overview, elements: overview.elements.map(opened) }, [detail])
    const root = new DOMParser().parseFromString(file, 'text/xml').documentElement
    const diagrams = [...(root?.getElementsByTagName('diagram') ?? [])]
    expect(diagrams.map((each) => each.getAttribute('name'))).toEqual(['Architecture', 'One network'])
    const [model = ''] = modelsOf(file)
    const { cells } = await loaded(model)
    const link = cells.find(({ resourceId }) => resourceId === 'vpc-shop')?.link
    expect(link).toBe(`data:page/id,${diagrams[1]?.getAttribute('id')}`)
  })

  test('hostile names stay text: nothing runs, they create no elements, and they are complete', async () => {
    const [model = ''] = modelsOf(await written(architectureView(hostileGraph())))
    const { page, problems } = await loaded(model)
    expect(await page.locator('#graph').locator('script, [onload], img, iframe').count()).toBe(0)
    const labels = await page.locator('#graph b').allTextContents()
    for (const name of hostileNames.filter((each) => /^[\x20-\x7E]+$/u.test(each) && each.trim() !== ''))
      expect(labels).toContain(name)
    expect(problems).toEqual([])
  })
})
