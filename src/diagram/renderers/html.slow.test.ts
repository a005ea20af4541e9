import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../../../test/support/browser.ts'
import { openWatchedPage } from '../../../test/support/watched-page.ts'
import type { Diagram, DiagramElement } from '../diagram.ts'
import { renderDiagram } from '../render-diagram.ts'
import { namedDiagram } from '../testing/named-diagram.ts'
import { hostileNames, deniedGraph, threeTierGraph } from '../testing/sample-graphs.ts'
import { architectureView } from '../views/architecture/architecture.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

async function written(
  diagram: Diagram,
  furtherPages: readonly Diagram[] = [],
  theme: 'light' | 'dark' = 'light',
): Promise<string> {
  const { bytes } = await renderDiagram(diagram, { format: 'html', theme, furtherPages })
  return new TextDecoder().decode(bytes)
}

/** An overview whose network opens a page, and that page. */
function twoPages(): readonly [Diagram, Diagram] {
  const overview = architectureView(threeTierGraph())
  const opened = (element: DiagramElement): DiagramElement =>
    element.kind === 'node'
      ? element
      : { ...element, opens: element.form === 'network' ? 'vpc-shop' : null, children: element.children.map(opened) }
  const detail = { ...architectureView(deniedGraph()), page: 'vpc-shop', title: 'The network of the shop' }
  return [{ ...overview, elements: overview.elements.map(opened) }, detail]
}

async function opened() {
  const [overview, detail] = twoPages()
  return openWatchedPage(browser, await written(overview, [detail]))
}

function visible(page: Page) {
  return page.locator('main section:not([hidden])')
}

/** Waits until the page with this title is shown, because the hash change event is asynchronous. */
async function expectPage(page: Page, title: string): Promise<void> {
  await expect.poll(() => visible(page).getAttribute('aria-label')).toContain(title)
}

describe('HTML', () => {
  test.each(['light', 'dark'] as const)(
    'opens in a browser from a file, asks for nothing and breaks no rule of its own, %s',
    async (theme) => {
      const folder = await mkdtemp(join(tmpdir(), 'surveyor-html-'))
      try {
        const path = join(folder, 'diagram.html')
        const [overview, detail] = twoPages()
        await writeFile(path, await written(overview, [detail], theme))
        const context = await browser.newContext({ offline: true })
        const page = await context.newPage()
        const problems: string[] = []
        page.on('console', (message) => void problems.push(message.text()))
        page.on('pageerror', (error) => void problems.push(error.message))
        page.on(
          'request',
          (request) =>
            void (
              request.url().startsWith('file:') ||
              request.url().startsWith('data:') ||
              problems.push(request.url())
            ),
        )
        await page.goto(pathToFileURL(path).href)
        await page.getByRole('button', { name: 'Zoom in' }).click()
        await expect.poll(() => visible(page).locator('svg').count()).toBe(1)
        await expect.poll(() => page.evaluate<number>('document.fonts.size')).toBeGreaterThan(0)
        expect(problems).toEqual([])
        await context.close()
      } finally {
        await rm(folder, { recursive: true })
      }
    },
  )

  test('on a phone, the surroundings take less than a fifth of the screen, and nothing is wider', async () => {
    const { page } = await opened()
    for (const width of [360, 390, 599]) {
      await page.setViewportSize({ width, height: 740 })
      const main = await page.locator('main').boundingBox()
      expect(main?.width).toBe(width)
      expect(main?.y).toBeLessThan(740 / 5)
      await page.locator('#search').fill('a')
      await expect.poll(() => page.locator('#count').innerText()).toMatch(/\d/)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      await page.locator('#search').fill('')
    }
  })

  test('search dims what does not match, counts, and finds boxes of other pages', async () => {
    const { page, problems } = await opened()
    await page.getByRole('searchbox').fill('shop-web-b')
    const dimmed = visible(page).locator('g[data-element-id].dimmed')
    await expect.poll(() => page.locator('#count').textContent()).toBe('2 on this page, 1 on other pages')
    await expect.poll(() => dimmed.count()).toBeGreaterThan(10)
    const match = visible(page).locator('g[data-resource-id="i-shop-web-b-1"]')
    expect((await match.getAttribute('class')) ?? '').not.toContain('dimmed')
    await page.locator('#found button').last().click()
    await expectPage(page, 'The network of the shop')
    await expect.poll(() => page.locator('#details h2').textContent()).toBe('shop-web-b-00')
    // Also after the hash change event.
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 200))')
    expect(await page.locator('#details').isVisible()).toBe(true)
    await page.getByRole('searchbox').fill('')
    await expect.poll(() => dimmed.count()).toBe(0)
    expect(problems).toEqual([])
  })

  test('a click shows the details, arrows, and links of a box', async () => {
    const { page, problems } = await opened()
    await visible(page).locator('g[data-resource-id="app/shop-web/50dc6c495c0c9188"] text').first().click()
    const details = page.locator('#details')
    await details.waitFor()
    await expect.poll(() => details.textContent()).toContain('AWS::ElasticLoadBalancingV2::LoadBalancer')
    expect(await details.textContent()).toContain('shop-web-b-00')
    expect(await details.getByRole('link', { name: 'Open in the AWS console' }).getAttribute('href')).toMatch(
      /^https:\/\/console\./u,
    )
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'hidden' })
    expect(problems).toEqual([])
  })

  test('a box links to its detail page, and back', async () => {
    const { page } = await opened()
    await visible(page).locator('a[href^="#"]').first().click()
    await expectPage(page, 'The network of the shop')
    await page.goBack()
    await expectPage(page, 'Architecture')
    await page.getByRole('link', { name: 'The network of the shop' }).click()
    await expectPage(page, 'The network of the shop')
  })

  test('pans and zooms by wheel, drag, and keys', async () => {
    const { page } = await opened()
    const svg = visible(page).locator(':scope > svg')
    const view = async () => ((await svg.getAttribute('viewBox')) ?? '').split(' ').map(Number)
    const [x = 0, , width = 0] = await view()
    await page.mouse.move(700, 500)
    await page.mouse.wheel(0, -400)
    await expect.poll(async () => (await view())[2] ?? 0).toBeLessThan(width * 0.7)
    const [before = 0] = await view()
    await page.mouse.down()
    await page.mouse.move(600, 450, { steps: 4 })
    await page.mouse.up()
    await expect.poll(async () => (await view())[0]).toBeGreaterThan(before)
    await page.keyboard.press('0')
    await expect.poll(async () => (await view())[0]).toBe(x)
    await page.keyboard.press('+')
    await expect.poll(async () => (await view())[2]).toBeLessThan(width)
  })

  test('hostile names stay text: nothing runs, and they create no elements', async () => {
    const { page, problems } = await openWatchedPage(browser, await written(namedDiagram(hostileNames)))
    await page.getByRole('searchbox').fill('alert(1)')
    for (const button of await page.locator('#found button').all()) {
      await button.click()
      expect(await page.locator('#details h2').textContent()).toContain('alert(1)')
    }
    expect(await page.locator('script').count()).toBe(2)
    expect(await page.locator('[onload], [onerror], img, iframe, object').count()).toBe(0)
    expect(problems).toEqual([])
  })
})
