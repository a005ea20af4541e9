import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../../../test/support/browser.ts'
import { openWatchedPage } from '../../../test/support/watched-page.ts'
import type { Diagram } from '../diagram.ts'
import { renderDiagram } from '../render-diagram.ts'
import { namedDiagram } from '../testing/named-diagram.ts'
import { hostileNames, threeTierGraph } from '../testing/sample-graphs.ts'
import { architectureView } from '../views/architecture/architecture.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** As a document of its own, as people open a file. */
async function opened(diagram: Diagram, theme: 'light' | 'dark' = 'light') {
  const { bytes } = await renderDiagram(diagram, { format: 'svg', theme })
  return openWatchedPage(browser, new TextDecoder().decode(bytes), {}, 'image/svg+xml')
}

describe('SVG in a browser', () => {
  test.each(['light', 'dark'] as const)('is drawn with its own font and without requests, %s', async (theme) => {
    const { page, problems } = await opened(architectureView(threeTierGraph()), theme)
    await page.evaluate('document.fonts.ready')
    const fonts = await page.evaluate('[...document.fonts].map(({ family, status }) => family + " " + status)')
    expect(fonts).toEqual(['Surveyor Inter loaded', 'Surveyor Inter loaded'])
    expect(problems).toEqual([])
  })

  test('writes every text as wide as it was laid out', async () => {
    const { page } = await opened(architectureView(threeTierGraph()))
    await page.evaluate('document.fonts.ready')
    const { bytes } = await renderDiagram(architectureView(threeTierGraph()), { format: 'json', theme: 'light' })
    const placed = JSON.parse(new TextDecoder().decode(bytes)) as {
      readonly boxes: readonly { readonly texts: readonly { readonly text: string; readonly widthPx: number }[] }[]
    }
    const widths = new Map(
      placed.boxes.flatMap(({ texts }) => texts.map(({ text, widthPx }) => [text, widthPx] as const)),
    )
    const drawn: readonly (readonly [string, number])[] = await page.evaluate(
      '[...document.querySelectorAll("g[data-element-id] text")].map((text) => [text.textContent, text.getComputedTextLength()])',
    )
    expect(drawn.length).toBeGreaterThan(50)
    for (const [text, width] of drawn) expect(width).toBeLessThanOrEqual((widths.get(text) ?? 0) + 0.5)
  })

  test('has a keyboard order equal to the reading order', async () => {
    const { page } = await opened(architectureView(threeTierGraph()))
    const labels: string[] = []
    for (let step = 0; step < 8; step++) {
      await page.keyboard.press('Tab')
      labels.push(await page.evaluate('document.activeElement.closest("[data-element-id]").getAttribute("aria-label")'))
    }
    expect(labels.slice(0, 4)).toEqual([
      'Internet, clients anywhere',
      'shop-production, 123456789012',
      'eu-west-1, region',
      'shop-network, 10.20.0.0/16',
    ])
    expect(new Set(labels).size).toBe(8)
  })

  test('keeps hostile names as text: nothing runs, and they create no elements', async () => {
    const { page, problems } = await opened(namedDiagram(hostileNames))
    expect(await page.locator('script, foreignObject, image, [onload]').count()).toBe(0)
    const labels: readonly string[] = await page.evaluate(
      '[...document.querySelectorAll("g[data-element-id]")].map((group) => group.getAttribute("aria-label"))',
    )
    expect(labels).toContain('<script>alert(1)</script>, <script>alert(1)</script>')
    expect(problems).toEqual([])
  })
})
