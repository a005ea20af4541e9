/** Tests saved views and share links in the dashboard, and their pictures and pages on other sites. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createShareLink } from '../support/create-share-link.ts'
import { findBrowser, hiddenWidth, openTestDashboard, type TestDashboard } from '../support/dashboard.ts'
import { coreServices } from '../support/running-service.ts'

const browser = await findBrowser()

const dialogOf = (page: Page) => page.getByRole('dialog')
const choose = async (page: Page, button: string, item: string) => {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

describe.skipIf(browser === null)('sharing', () => {
  let dashboard: TestDashboard
  let site: Server
  let origin: string
  let content = ''
  let map: string
  let diagramId: string

  beforeAll(async () => {
    dashboard = await openTestDashboard(browser as NonNullable<typeof browser>, { services: coreServices })
    const scan = await dashboard.running.scan()
    const { diagrams } = await dashboard.running.get<{ diagrams: readonly { id: string; type: string }[] }>(
      `/api/diagrams?scanId=${scan.id}`,
    )
    diagramId = diagrams.find(({ type }) => type === 'architecture')?.id ?? ''
    map = `/scans/${scan.id}/map/${diagramId}`
    // A wiki: another origin than the service.
    site = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end(`<!doctype html>${content}`),
    )
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await new Promise((resolve) => site.close(resolve))
    await dashboard.close()
    await browser?.close()
  })

  const share = (choices: object = {}) => createShareLink(dashboard.running, { diagramId }, choices)

  test('a member saves a view, opens it again as it was, renames it, shares it, revokes the link, and deletes it', async () => {
    const { page, problems } = await dashboard.member('member')
    await page.goto(`${map}?tags=Environment%3Dproduction&hide=gap&at=300,200,120`)
    await choose(page, 'Share', 'Save view')
    const dialog = dialogOf(page)
    await dialog.getByLabel('Name').fill('Production')
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await page.getByText('View Production saved.').waitFor()

    await page.goto('/views')
    const table = page.getByRole('table', { name: 'Saved views' })
    await table.getByRole('link', { name: 'Production', exact: true }).click()
    await page.waitForURL(`**${map}?*`)
    const { searchParams } = new URL(page.url())
    expect([searchParams.get('tags'), searchParams.getAll('hide'), searchParams.get('at')]).toEqual([
      'Environment=production',
      ['gap'],
      '300,200,120',
    ])

    // First in the list of the map.
    await page.getByRole('button', { name: /^View/ }).click()
    const first = page.getByRole('option').first()
    // The saved views are listed once they are loaded.
    await expect.poll(() => first.innerText()).toContain('Production')
    await first.click()
    await page.waitForURL(/tags=/)

    await page.goto('/views')
    await choose(page, 'Actions: Production', 'Rename')
    await dialog.getByLabel('Name').fill('Production, EU')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await choose(page, 'Actions: Production, EU', 'Create share link')
    await dialog.getByLabel(/Sites that may embed/).fill('https://wiki.example.com/page')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await dialog.getByText('must be an origin').first().waitFor()
    await dialog
      .getByLabel(/Sites that may embed/)
      .fill('https://wiki.example.com https://handbook.engineering.example.com')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const svg = await dialog.getByRole('region', { name: 'SVG' }).innerText()
    expect(svg).toMatch(/^http:\/\/.*\/share\/svy_share_\w+\.svg$/)
    expect(await dialog.getByRole('region', { name: 'Markdown' }).innerText()).toBe(`![Production, EU](${svg})`)
    expect(await dialog.getByRole('region', { name: 'Frame' }).innerText()).toContain('<iframe src="http')
    await dialog.getByRole('button', { name: 'Done' }).click()
    expect((await fetch(svg)).status).toBe(200)

    const links = page.getByRole('table', { name: 'Share links' })
    await links.getByText('Active', { exact: true }).waitFor()
    await links.getByText('https://wiki.example.com').waitFor()
    await expect.poll(async () => [await hiddenWidth(table), await hiddenWidth(links)]).toEqual([0, 0])
    await links.getByRole('button', { name: 'Revoke the link to Production, EU' }).click()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await links.getByText('Revoked', { exact: true }).waitFor()
    expect((await fetch(svg)).status).toBe(404)
    await choose(page, 'Actions: Production, EU', 'Delete')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No saved views').waitFor()
    await page.getByText('No share links').waitFor()
    expect(problems).toEqual([])
  })

  test('a diagram is shared from its map, and its view is in the list of the scan’s diagrams', async () => {
    const { page, problems } = await dashboard.member('member')
    await page.goto(map)
    await choose(page, 'Share', 'Create share link')
    const dialog = dialogOf(page)
    await dialog.getByText('Only this scan').click()
    await dialog.getByText('Hide AWS account IDs').click()
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const address = await dialog.getByRole('region', { name: 'Page' }).innerText()
    const visitor = await dashboard.visitor()
    await visitor.page.goto(address)
    await visitor.page.locator('svg text', { hasText: 'web-1' }).first().waitFor()
    expect(await visitor.page.content()).not.toContain(dashboard.running.cloud.accounts[0]?.accountId)
    expect(visitor.problems).toEqual([])
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.goto(map.replace(/\/map.*/, '/diagrams'))
    await page.getByRole('link', { name: /^Architecture of storefront-production/ }).waitFor()
    expect(problems).toEqual([])
  })

  test('a viewer saves personal views, and can neither share nor change those of the organization', async () => {
    const { page } = await dashboard.member('viewer')
    await page.goto(map)
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Save view'])
    await page.getByRole('menuitem', { name: 'Save view' }).click()
    await dialogOf(page).getByLabel('Name').fill('Mine')
    await dialogOf(page).getByRole('button', { name: 'Save view' }).click()
    await page.getByText('View Mine saved.').waitFor()
    await page.goto('/views')
    await page.getByText('Only you').waitFor()
    await page.getByRole('link', { name: /^Architecture of storefront-production/ }).waitFor()
    expect(await page.getByRole('button', { name: /^Actions/ }).count()).toBe(1)
    expect(await page.getByRole('table', { name: 'Share links' }).count()).toBe(0)
  })

  test('another site shows the pictures in image elements, and a dead link says so in its place', async () => {
    const link = await share()
    const dead = link.svg.replace(/\w\.svg$/, '.svg')
    content = [link.svg, `${link.png}?theme=dark`, dead].map((url) => `<img src="${url}">`).join('')
    const { page } = await dashboard.visitor()
    await page.goto(origin)
    const widths = await page.evaluate<readonly number[]>(
      `Promise.all([...document.images].map(async (image) => { await image.decode(); return image.naturalWidth }))`,
    )
    expect(widths).toHaveLength(3)
    expect(widths[0]).toBeGreaterThan(600)
    expect(widths[1]).toBe(widths[0])
    expect(widths[2]).toBe(560)
    expect(await page.context().cookies()).toEqual([])
  })

  test('only the sites that the link allows can embed its page, and its scripts run without access to the site', async () => {
    const [allowed, refused] = [
      await share({ frameAncestors: [origin] }),
      await share({ frameAncestors: ['https://wiki.example.com'] }),
    ]
    const { page } = await dashboard.visitor()
    content = `<iframe src="${allowed.page}" width="900" height="600"></iframe>`
    await page.goto(origin)
    const frame = page.frameLocator('iframe')
    await frame.locator('svg text', { hasText: 'web-1' }).first().waitFor()
    await frame.getByLabel('Search').fill('web-1')
    await expect.poll(() => frame.locator('#count').innerText()).toMatch(/\d/)
    const embedded = page.frames().find((one) => one.url().includes('/share/'))
    expect(await embedded?.evaluate('globalThis.origin')).toBe('null')

    content = `<iframe src="${refused.page}" width="900" height="600"></iframe>`
    const blocked = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
    await page.goto(origin)
    expect((await blocked).text()).toContain('frame-ancestors https://wiki.example.com')
    expect(await page.frameLocator('iframe').locator('svg text').count()).toBe(0)
  })
})
