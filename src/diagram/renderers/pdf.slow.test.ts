import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../../../test/support/browser.ts'
import { openWatchedPage, type WatchedPage } from '../../../test/support/watched-page.ts'
import type { Diagram, DiagramElement } from '../diagram.ts'
import { renderDiagram } from '../render-diagram.ts'
import { anyNames, namedDiagram } from '../testing/named-diagram.ts'
import { hostileGraph, hostileNames, deniedGraph, threeTierGraph } from '../testing/sample-graphs.ts'
import { architectureView } from '../views/architecture/architecture.ts'

/** Runs in the browser: what PDF.js, the viewer that browsers have, reads and draws. */
const program = `
  import * as pdfjs from '/pdfjs/pdfjs.mjs'
  window.read = async (base64) => {
    const data = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const document = await pdfjs.getDocument({ data }).promise
    const pages = []
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number)
      const viewport = page.getViewport({ scale: 0.5 })
      const canvas = new OffscreenCanvas(viewport.width, viewport.height)
      await page.render({ canvas, canvasContext: canvas.getContext('2d'), viewport }).promise
      const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data
      const colors = new Set()
      let inkCount = 0
      for (let at = 0; at < pixels.length; at += 4) {
        const color = pixels[at] * 65536 + pixels[at + 1] * 256 + pixels[at + 2]
        colors.add(color)
        if (color !== 0xffffff) inkCount++
      }
      const annotations = await page.getAnnotations()
      const links = await Promise.all(annotations.map(async ({ url, dest }) => url ?? (await document.getPageIndex((await document.getDestination(dest))[0]))))
      const { items } = await page.getTextContent()
      pages.push({ width: viewport.width, height: viewport.height, texts: items.map(({ str }) => str), links, colorCount: colors.size, inkCount })
    }
    const { info } = await document.getMetadata()
    return { pages, title: info.Title, outline: ((await document.getOutline()) ?? []).map(({ title }) => title) }
  }
  window.isReady = true`

type ReadPdf = {
  readonly pages: readonly {
    readonly width: number
    readonly height: number
    readonly texts: readonly string[]
    /** Addresses, and indices of pages. */
    readonly links: readonly (string | number)[]
    readonly colorCount: number
    /** Pixels that are not white. */
    readonly inkCount: number
  }[]
  readonly title: string
  readonly outline: readonly string[]
}

let browser: Browser
let watched: WatchedPage
beforeAll(async () => {
  browser = await openBrowser()
  watched = await openWatchedPage(browser, `<!doctype html><script type="module">${program}</script>`, {
    pdfjs: dirname(fileURLToPath(import.meta.resolve('unpdf/pdfjs'))),
  })
  await watched.page.waitForFunction('window.isReady')
})
afterAll(() => browser.close())

async function read(
  diagram: Diagram,
  furtherPages: readonly Diagram[] = [],
  theme: 'light' | 'dark' = 'light',
): Promise<ReadPdf> {
  const { bytes } = await renderDiagram(diagram, { format: 'pdf', theme, furtherPages })
  return watched.page.evaluate(`window.read('${Buffer.from(bytes).toString('base64')}')`)
}

describe('PDF', () => {
  test.each(['light', 'dark'] as const)('shows the picture as vectors, its text to be selected, %s', async (theme) => {
    const { pages, title } = await read(architectureView(threeTierGraph()), [], theme)
    expect(title).toBe('Architecture of shop-production, eu-west-1')
    const [page] = pages
    expect(page?.texts).toEqual(expect.arrayContaining(['shop-network', 'shop-web-b-00', 'checkout-worker-0']))
    expect(page?.colorCount).toBeGreaterThan(50)
    expect(page?.links).toContain(
      'https://console.aws.amazon.com/vpcconsole/home?region=eu-west-1#VpcDetails:VpcId=vpc-shop',
    )
    expect(watched.problems).toEqual([])
  })

  test('has a page and a bookmark for each diagram, and links between them', async () => {
    const overview = architectureView(threeTierGraph())
    const opened = (element: DiagramElement): DiagramElement =>
      element.kind === 'node'
        ? element
        : { ...element, opens: element.form === 'network' ? 'vpc-shop' : null, children: element.children.map(opened) }
    const detail = { ...architectureView(deniedGraph()), page: 'vpc-shop', title: 'The network of the shop' }
    const { pages, outline } = await read({ ...overview, elements: overview.elements.map(opened) }, [detail])
    expect(pages).toHaveLength(2)
    expect(outline).toEqual(['Architecture', 'The network of the shop'])
    expect(pages[0]?.links).toContain(1)
    expect(pages[1]?.texts).toContain("4 types couldn't be read")
  })

  test('keeps hostile names as text; a character without a font is a box', async () => {
    const { pages } = await read(architectureView(hostileGraph()))
    const texts = pages.flatMap((page) => page.texts)
    expect(texts).toEqual(expect.arrayContaining(['<script>alert(1)</script>', '"quotes" & \'apostrophes\'']))
    expect(texts.some((text) => text.includes('□'))).toBe(true)
    expect(watched.problems).toEqual([])
  })

  test.each([
    ['dots below Arabic letters', 'ى', 'ي'],
    ['dots above Arabic letters', 'ح', 'خ'],
    ['points of Hebrew letters', 'ש', 'שׁ'],
  ])('draws the %s', async (_, plain, dotted) => {
    // As many characters take as much room, whatever they are.
    const [one, other] = [await read(namedDiagram([plain.repeat(8)])), await read(namedDiagram([dotted.repeat(8)]))]
    expect(other.pages[0]?.inkCount).toBeGreaterThan((one.pages[0]?.inkCount ?? 0) + 20)
  })

  test('opens with any names', async () => {
    await fc.assert(
      fc.asyncProperty(anyNames, async (names) => {
        const { pages } = await read(namedDiagram([...names, ...hostileNames.slice(0, 8)]))
        expect(pages).toHaveLength(1)
      }),
      { numRuns: 5 },
    )
  })
})
