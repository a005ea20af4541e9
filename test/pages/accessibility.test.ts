import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadWorld } from '../../src/simulated/world-catalogue.ts'
import { createShareLink } from '../support/create-share-link.ts'
import { expectShown, findBrowser, openTestDashboard, type TestDashboard } from '../support/dashboard.ts'
import type { DashboardPage, PageOptions } from '../support/dashboard.ts'

const browser = await findBrowser()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Pages for a signed-in user. `SCAN`, `FAILED`, `MAP`, and `ACCOUNT` are replaced by IDs. */
const pages = [
  '/scans',
  '/scans?start',
  '/scans/SCAN/overview',
  '/scans/SCAN/diagrams',
  '/scans/SCAN/resources',
  '/scans/SCAN/resource?type=AWS%3A%3AEC2%3A%3AVPC&id=VPC',
  '/scans/SCAN/coverage',
  '/scans/SCAN/changes',
  '/scans/FAILED',
  '/scans/SCAN/map/MAP',
  '/scans/SCAN/map/MAP?resource=AWS%3A%3AEC2%3A%3AVPC~VPC&q=web',
  '/schedules',
  '/alerts',
  '/views',
  '/accounts',
  '/accounts/ACCOUNT',
  '/accounts/connect',
  '/accounts/ACCOUNT/connect',
  '/accounts/ACCOUNT/connect?step=check',
  '/keys',
  '/members',
  '/settings',
  '/audit',
  '/profile',
  '/nothing-here',
] as const
const openPages = ['/sign-in', '/forgot-password', '/reset-password#token', '/setup#unknown-token-of-a-link'] as const

const phone = { width: 360, height: 740 }
/** Tables change their width after their first layout. */
const settledWithinMs = 60_000
const largeScreen = { width: 3840, height: 2160 }

const themes = [
  { colorScheme: 'light', options: { resultTypes: ['violations'] } },
  // Only colors differ in the other theme.
  {
    colorScheme: 'dark',
    options: { resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block'] },
  },
] as const
const browserPages = 2

async function axeFindings(
  { page }: DashboardPage,
  options: (typeof themes)[number]['options'],
): Promise<readonly string[]> {
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** Returns elements beyond the right edge that aren't clipped or scrolled, and the frames per second of the page. */
const widest = `(async () => {
  const isClipped = ({ parentElement: parent }) =>
    parent !== null && parent !== document.body && (getComputedStyle(parent).overflowX !== 'visible' || isClipped(parent))
  const wide = [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > innerWidth && !isClipped(element))
    .slice(0, 8)
    .map((element) => [element.tagName, element.className, element.getAttribute('style')].join(' '))
  let frames = 0
  const count = () => { frames += 1; requestAnimationFrame(count) }
  requestAnimationFrame(count)
  await new Promise((resolve) => setTimeout(resolve, 1000))
  return [innerWidth + ' px', document.documentElement.scrollWidth + ' px', frames + ' frames', ...wide].join('; ')
})()`

describe.skipIf(browser === null)('every page', () => {
  let dashboard: TestDashboard
  let owner: DashboardPage
  let addressOf: (page: string) => string

  beforeAll(async () => {
    const world = structuredClone(await loadWorld('denied'))
    dashboard = await openTestDashboard(browser as NonNullable<typeof browser>, { world })
    const { running } = dashboard
    await running.scan()
    // Creates content for the page of changes.
    for (const vpc of world.accounts[0]?.regions['us-east-1']?.ec2?.vpcs ?? [])
      vpc.Tags?.push({ Key: 'new', Value: 'tag' })
    const scan = await running.scan()
    const { roleArn = '' } = running.cloud.accounts[0] ?? {}
    const { externalId } = await running.get<{ externalId: string }>(`/api/accounts/${running.connectionId}`)
    running.cloud.setRole({ roleArn, externalId: 'another' })
    const failed = await running.scan()
    running.cloud.setRole({ roleArn, externalId })
    const { diagrams } = await running.get<{ diagrams: readonly { id: string; type: string }[] }>(
      `/api/diagrams?scanId=${scan.id}&type=architecture`,
    )
    // Creates content for the page of saved views.
    const diagramId = diagrams[0]?.id ?? ''
    await createShareLink(running, { diagramId, name: 'Production, all regions: '.repeat(4) })
    await createShareLink(
      running,
      { diagramId, name: 'عرض الإنتاج', pinned: true },
      { frameAncestors: [`https://${'wiki.'.repeat(40)}example.com`] },
    )
    const network = (await running.resources(scan.id)).find(({ type }) => type === 'AWS::EC2::VPC')
    owner = await dashboard.member('owner')
    addressOf = (page) =>
      page
        .replace('SCAN', scan.id)
        .replace('FAILED', failed.id)
        .replace('MAP', diagrams[0]?.id ?? '')
        .replace('ACCOUNT', running.connectionId)
        .replace(/VPC$|VPC(?=&q)/, network?.id ?? '')
  })
  afterAll(async () => {
    await dashboard.close()
    await browser?.close()
  })

  async function show({ page }: DashboardPage, address: string): Promise<void> {
    await page.goto(addressOf(address))
    await page.locator('h1, .map-view').first().waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
  }

  test('has no serious finding of axe in either theme, and fits a phone and a 4K screen without scrolling sideways', async () => {
    const findings: string[] = []
    const look = async (opened: DashboardPage, address: string) => {
      const { page } = opened
      await page.setViewportSize({ width: 1280, height: 900 })
      await show(opened, address)
      await page.evaluate(axe)
      for (const { colorScheme, options } of themes) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        for (const finding of await axeFindings(opened, options))
          findings.push(`${address}, ${colorScheme}: ${finding}`)
      }
      for (const size of [phone, largeScreen]) {
        await page.setViewportSize(size)
        // Pages get their new size with their next frame, which the browser may skip for hidden pages.
        await page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } })
        const fits = await page
          .waitForFunction('document.documentElement.scrollWidth <= innerWidth', null, {
            timeout: settledWithinMs,
            polling: 100,
          })
          .catch(() => null)
        if (fits === null)
          findings.push(`${address}: too wide for ${size.width} px: ${await page.evaluate<string>(widest)}`)
      }
    }
    const session = await owner.session()
    const problems = async (options: PageOptions, addresses: Iterator<string>) => {
      const opened = await dashboard.visitor(options)
      for (let next = addresses.next(); next.done !== true; next = addresses.next()) await look(opened, next.value)
      return opened.problems
    }
    const signedIn = pages.values()
    const found = await Promise.all([
      ...Array.from({ length: browserPages }, () => problems({ session }, signedIn)),
      problems({}, openPages.values()),
    ])
    expect(findings.sort()).toEqual([])
    expect(found.flat()).toEqual([])
  }, 600_000)

  test('of changes has content', async () => {
    await show(owner, '/scans/SCAN/changes')
    await expectShown(owner.page.getByText('Tag new'))
  })

  test('is not widened by the scroll bar of a table', async () => {
    const { page } = owner
    await page.setViewportSize(phone)
    await show(owner, '/scans/SCAN/resources')
    await page.locator('td').first().waitFor()
    await page.locator('[class*="awsui_sticky-scrollbar_"]').evaluate((bar) => (bar.style.inlineSize = '1180px'))
    const width = await page.evaluate('document.documentElement.scrollWidth')
    expect(width).toBe(phone.width)
  })

  test('can be reached by keyboard alone from the previous one', async () => {
    const { page } = owner
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto('/scans')
    await page.getByRole('heading', { name: 'Scans', level: 1 }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('content')
    await page.goto('/scans')
    await page.getByRole('heading', { name: 'Scans', level: 1 }).waitFor()
    const places = page.getByRole('link', { name: 'Accounts', exact: true })
    for (let steps = 0; steps < 40 && !(await places.evaluate((link) => link.matches(':focus'))); steps += 1)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /^Accounts/, level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/accounts')
  })
})
