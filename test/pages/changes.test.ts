import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadWorld } from '../../src/simulated/world-catalogue.ts'
import type { World } from '../../src/simulated/world.ts'
import {
  type DashboardPage,
  expectShown,
  findBrowser,
  openTestDashboard,
  type TestDashboard,
} from '../support/dashboard.ts'
import { coreServices } from '../support/running-service.ts'
import type { ScanAnswer } from '../support/running-service.ts'

const browser = await findBrowser()
const groupName = 'storefront-public-alb'
const longTag = 'a-tag-of-one-word-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789'

/**
 * Closes port 80, opens port 22, resizes an instance, deletes another one, and disables public IP addresses in a
 * subnet. Five instances get a tag.
 */
function changeWorld(world: World): void {
  const ec2 = world.accounts[0]?.regions['us-east-1']?.ec2
  const group = ec2?.securityGroups?.find(({ GroupName }) => GroupName === groupName)
  const http = group?.IpPermissions?.find(({ FromPort }) => FromPort === 80)
  Object.assign(http ?? {}, { FromPort: 22, ToPort: 22 })
  const balancing = world.accounts[0]?.regions['us-east-1']?.elasticLoadBalancingV2
  const listener = balancing?.listeners?.find(({ ListenerArn }) => ListenerArn?.includes('storefront-public'))
  Object.assign(listener ?? {}, { Port: 22 })
  const [instance] = ec2?.reservations?.[0]?.Instances ?? []
  instance?.Tags?.push({ Key: 'long', Value: longTag })
  Object.assign(instance ?? {}, { InstanceType: 'm7i.24xlarge' })
  for (const { Instances } of ec2?.reservations ?? []) {
    for (const { Tags } of Instances ?? []) {
      if (Tags?.some(({ Value }) => /^web-[2-6]$/.test(Value ?? ''))) Tags.push({ Key: 'owner', Value: 'shop' })
    }
  }
  const left = ec2?.reservations?.filter(
    ({ Instances }) => Instances?.some(({ Tags }) => Tags?.some(({ Value }) => Value === 'load-test')) !== true,
  )
  Object.assign(ec2 ?? {}, { reservations: left })
}

/** Returns the number of lines of a text. */
const linesOf = (locator: Locator) =>
  locator.evaluate((element) => {
    const range = element.ownerDocument.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })

describe.skipIf(browser === null)('changes of a scan', () => {
  let dashboard: TestDashboard
  let viewer: DashboardPage
  let member: DashboardPage
  let first: ScanAnswer
  let second: ScanAnswer
  let third: ScanAnswer

  beforeAll(async () => {
    const world = structuredClone(await loadWorld('three-tier'))
    dashboard = await openTestDashboard(browser as NonNullable<typeof browser>, { services: coreServices, world })
    const { running } = dashboard
    first = await running.scan()
    second = await running.scan()
    changeWorld(world)
    third = await running.scan()
    viewer = await dashboard.member('viewer')
    member = await dashboard.member('member')
  })
  afterAll(async () => {
    await dashboard.close()
    await browser?.close()
  })

  const list = (name: string) => viewer.page.getByRole('list', { name, exact: true })
  const entry = (name: string, of: string) =>
    list(name)
      .locator('> li')
      .filter({ has: viewer.page.getByRole('link', { name: of, exact: true }) })
  const exposureText = (name: string) => entry(name, 'storefront-public').innerText()
  const open = async (query = '') => {
    await viewer.page.goto(`/scans/${third.id}/changes${query}`)
    await viewer.page.getByRole('heading', { name: 'Changes', level: 2 }).waitFor()
    await list('Network').waitFor()
  }

  test('show lists by what was added and removed, an item a line', async () => {
    await open()
    const group = entry('Network', groupName)
    await expect
      .poll(() => group.locator('dd li').allInnerTexts())
      .toEqual(['− tcp 80 from 0.0.0.0/0', '− tcp 80 from ::/0', '+ tcp 22 from 0.0.0.0/0', '+ tcp 22 from ::/0'])
    expect(await group.locator('dt').allInnerTexts()).toEqual(['Ingress'])
    const instance = entry('Size', 'web-1')
    expect(await instance.locator('dt').allInnerTexts()).toEqual(['Instance type', 'Tag long'])
    await expectShown(instance.getByText('m7i.24xlarge'))
    await expectShown(entry('Workloads', 'load-test').getByText('EC2 instance load-test was removed.'))
    const titles = await viewer.page.getByRole('list').evaluateAll((lists) => lists.map((each) => each.ariaLabel))
    expect(titles.filter((title) => ['Network', 'Workloads', 'Size', 'Tags'].includes(title ?? ''))).toEqual([
      'Network',
      'Workloads',
      'Size',
      'Tags',
    ])
  })

  test('tell what was opened and closed, with the verdicts of both scans', async () => {
    await open()
    expect(await exposureText('Exposures opened')).toContain(
      'From the internet, tcp 22, by internet-facing scheme: closed → open',
    )
    expect(await exposureText('Exposures closed')).toContain(
      'From the internet, tcp 443, by internet-facing scheme: open → closed',
    )
    expect(await list('Exposures that couldn’t be compared').count()).toBe(0)
  })

  test('are shown on the map, in every view, until they are hidden', async () => {
    await open()
    await viewer.page.getByRole('link', { name: 'Show in the diagram' }).click()
    await viewer.page.waitForURL(/\/map\/[^?]+\?base=/)
    const map = viewer.page.locator('.map-canvas')
    await map.locator('.map-badge').first().waitFor()
    expect(await map.getAttribute('aria-label')).toContain('Changes: ')
    // The details of a box say what changed.
    const instance = map.locator('.react-flow__node', { hasText: 'web-1' }).first()
    await instance.click()
    await expectShown(viewer.page.getByText('Instance type m7g.large → m7i.24xlarge').first())
    await viewer.page.getByRole('button', { name: /^View / }).click()
    await viewer.page.getByRole('option', { name: 'Security' }).click()
    await expect.poll(() => map.getAttribute('aria-label')).toContain('Changes: Security')
    expect(new URL(viewer.page.url()).searchParams.get('base')).not.toBeNull()
    await viewer.page.getByRole('button', { name: 'Hide changes' }).click()
    await expect.poll(() => map.getAttribute('aria-label')).not.toContain('Changes: ')
    await viewer.page.getByRole('button', { name: 'Compare', exact: true }).click()
    await expect.poll(() => map.getAttribute('aria-label')).toContain('Changes: Security')
  })

  test('that cannot be drawn say why, and the map can hide them', async () => {
    const { diagrams } = await dashboard.running.get<{ diagrams: { id: string }[] }>(`/api/diagrams?scanId=${first.id}`)
    await viewer.page.goto(`/scans/${first.id}/map/${diagrams[0]?.id}?base=previous`)
    await expectShown(viewer.page.getByText('An earlier completed scan does not exist.'))
    await viewer.page.getByRole('button', { name: 'Show without changes' }).click()
    await viewer.page.locator('.map-canvas').waitFor()
  })

  test('of several resources that are the same are one entry with all of them', async () => {
    const { page } = viewer
    await open()
    const group = list('Tags').locator('> li')
    await expectShown(group.getByText('Tag owner'))
    expect(await group.count()).toBe(1)
    expect(await group.locator('dl').count()).toBe(1)
    await expectShown(page.getByText('Tags (5)'))
    expect(await group.getByRole('link').filter({ visible: true }).count()).toBe(0)
    await expectShown(group.getByText('5 EC2 instances (web-2 … web-6)'))
    await group.getByRole('button', { name: 'Show all 5 EC2 instances' }).click()
    const names = group.getByRole('list').getByRole('link', { name: /^web-/ })
    await expect.poll(() => names.allInnerTexts()).toEqual(['web-2', 'web-3', 'web-4', 'web-5', 'web-6'])
    await group.getByRole('link', { name: 'Show in diagram: web-4' }).click()
    await expectShown(page.locator('#map-panel').getByRole('heading', { name: 'web-4' }))
    await page.goBack()
    expect(viewer.problems).toEqual([])
  })

  test('are under headings without a gap between their levels', async () => {
    await open()
    const levels = await viewer.page
      .locator('main :is(h1, h2, h3, h4)')
      .evaluateAll((headings) => headings.map(({ tagName }) => Number(tagName.slice(1))))
    expect(levels.slice(0, 3)).toEqual([1, 2, 3])
    for (const [place, level] of levels.entries()) expect(level - (levels[place - 1] ?? 0)).toBeLessThanOrEqual(1)
  })

  test.each([1440, 1024, 390])('have no broken words at %d px, and no overflow', async (width) => {
    await viewer.page.setViewportSize({ width, height: 900 })
    await open()
    const instance = entry('Size', 'web-1')
    expect(await linesOf(instance.getByRole('link', { name: 'web-1', exact: true }))).toBe(1)
    expect(await linesOf(instance.locator('dt').first())).toBe(1)
    expect(await linesOf(entry('Network', groupName).locator('dd li').first())).toBe(1)
    expect(await viewer.page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    await viewer.page.setViewportSize({ width: 1280, height: 900 })
  })

  test('are in a tab that is in view on a phone, as the others are when they are selected', async () => {
    const { page } = viewer
    await page.setViewportSize({ width: 360, height: 740 })
    /** The tabs that are completely within their bar. */
    const tabsInView = () =>
      page.getByRole('tab').evaluateAll((tabs) =>
        tabs.flatMap((tab) => {
          const bar = tab.closest('[role=tablist]')?.getBoundingClientRect()
          const { left, right } = tab.getBoundingClientRect()
          return bar !== undefined && left >= bar.left && right <= bar.right ? [tab.textContent] : []
        }),
      )
    await open()
    await expect.poll(tabsInView).toContain('Changes')
    // Turned to landscape and back.
    for (const width of [740, 360]) {
      await page.setViewportSize({ width, height: 1100 - width })
      await expect.poll(tabsInView).toContain('Changes')
    }
    await page.getByRole('tab', { name: 'Changes' }).focus()
    for (const name of ['Coverage', 'Exposure', 'Resources', 'Diagrams', 'Overview']) {
      await page.keyboard.press('ArrowLeft')
      await page.getByRole('tab', { name, selected: true }).waitFor()
      await expect.poll(tabsInView).toContain(name)
    }
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  test('link to the resource and its diagram in the scan that has it', async () => {
    const { page } = viewer
    await open()
    await entry('Size', 'web-1').getByRole('link', { name: 'web-1', exact: true }).click()
    await page.getByRole('heading', { name: 'web-1', level: 1 }).waitFor()
    expect(page.url()).toContain(third.id)
    await page.goBack()
    await entry('Workloads', 'load-test').getByRole('link', { name: 'load-test', exact: true }).click()
    await page.getByRole('heading', { name: 'load-test', level: 1 }).waitFor()
    expect(page.url()).toContain(second.id)
    await page.goBack()
    await page.getByRole('link', { name: 'Show in diagram: load-test' }).click()
    await expectShown(page.locator('#map-panel').getByRole('heading', { name: 'load-test' }))
    await expectShown(page.getByText('Only the base scan has this resource.'))
    expect(await page.locator('.map-selection').count()).toBe(1)
    expect(page.url()).toContain(third.id)
    expect(new URL(page.url()).searchParams.get('base')).toBe(second.id)
    await page.goBack()
    await entry('Exposures closed', 'storefront-public')
      .getByRole('link', { name: /^Show in diagram/ })
      .click()
    await expectShown(page.locator('#map-panel').getByRole('heading', { name: 'storefront-public' }))
    expect(new URL(page.url()).searchParams.get('base')).toBe(second.id)
    await page.goBack()
    await page.getByRole('link', { name: 'Show in diagram: web-1' }).click()
    await expectShown(page.locator('#map-panel').getByRole('heading', { name: 'web-1' }))
    expect(page.url()).toContain(third.id)
  })

  test('are those since the base scan in the address, which is chosen among earlier scans alone', async () => {
    const { page } = viewer
    await page.goto(`/scans/${second.id}/changes`)
    await page.getByText('No changes in resources that both scans could read.').waitFor()
    await page.getByRole('button', { name: /^Base scan/ }).click()
    // The third scan is newer.
    expect(await page.getByRole('option').count()).toBe(1)

    await open()
    await page.getByRole('button', { name: /^Base scan/ }).click()
    expect(await page.getByRole('option').count()).toBe(2)
    await page.getByRole('option').nth(1).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('base')).toBe(first.id)
    await list('Network').waitFor()
    await entry('Workloads', 'load-test').getByRole('link', { name: 'load-test', exact: true }).click()
    await page.getByRole('heading', { name: 'load-test', level: 1 }).waitFor()
    expect(page.url()).toContain(first.id)

    // A URL may name a later scan too.
    await page.goto(`/scans/${first.id}/changes?base=${third.id}`)
    await entry('Workloads', 'load-test').waitFor()
    // An address can have the age of the base instead.
    await page.goto(`/scans/${third.id}/changes?base=previous`)
    await list('Network').waitFor()
    await expectShown(page.getByRole('button', { name: /^Base scan.*Previous scan/ }))
    await page.getByRole('button', { name: /^Base scan/ }).click()
    expect(await page.getByRole('option').count()).toBe(2)
    await page.keyboard.press('Escape')
    await page.goto(`/scans/${third.id}/changes?base=${third.id.replaceAll(/[0-9a-f]/g, '0')}`)
    await page.getByText('Base scan not found').waitFor()
    await page.getByRole('link', { name: 'Compare with the previous scan' }).click()
    await list('Network').waitFor()
  })

  test('are those since the previous scan or a day, if the address has it', async () => {
    const { page } = viewer
    const chosen = () => page.getByRole('button', { name: /^Base scan/ }).innerText()
    await open('?base=previous')
    expect(await chosen()).toContain('Previous scan')
    await open(`?base=${second.id}`)
    expect(await chosen()).toContain('Previous scan')
    const [tomorrow = ''] = new Date(Date.now() + 86_400_000).toISOString().split('T')
    await open(`?base=${tomorrow}`)
    expect(await chosen()).toContain(tomorrow)
    await page.goto(`/scans/${third.id}/changes?base=7d`)
    await expectShown(page.getByText('Base scan not found'))
  })

  test('are those since a baseline, which members set and remove, and viewers only choose', async () => {
    const { page } = member
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const dialog = page.getByRole('dialog')
    const nameField = dialog.getByLabel('Name')
    const setAs = async (scan: ScanAnswer, name: string) => {
      await page.goto(`/scans/${scan.id}/changes`)
      await button('Set as baseline…').click()
      await nameField.fill(name)
    }
    await setAs(first, '7d')
    await expectShown(dialog.getByText('This can’t be a name'))
    expect(await button('Set baseline').isDisabled()).toBe(true)
    await nameField.fill('before')
    expect(await dialog.getByText('It will be this scan instead').count()).toBe(0)
    await button('Set baseline').click()
    await expectShown(page.getByText('This scan is the baseline before of'))
    await setAs(second, 'before')
    await expectShown(dialog.getByText('It will be this scan instead'))
    await nameField.fill('other')
    await button('Set baseline').click()
    await expectShown(page.getByText('This scan is the baseline other of'))

    await open()
    await viewer.page.getByRole('button', { name: /^Base scan/ }).click()
    const options = await viewer.page.getByRole('option').allInnerTexts()
    expect(options.map((text) => text.split('\n')[0])).toEqual([
      'Previous scan',
      'other',
      'before',
      expect.stringMatching(/\d/),
    ])
    await viewer.page.getByRole('option', { name: 'before' }).click()
    await expect.poll(() => new URL(viewer.page.url()).searchParams.get('base')).toBe('before')
    await entry('Workloads', 'load-test').getByRole('link', { name: 'load-test', exact: true }).click()
    await viewer.page.getByRole('heading', { name: 'load-test', level: 1 }).waitFor()
    expect(viewer.page.url()).toContain(first.id)
    await viewer.page.goto(`/scans/${third.id}/changes`)
    await list('Network').waitFor()
    expect(await viewer.page.getByRole('button', { name: 'Set as baseline…' }).count()).toBe(0)

    await button('Set as baseline…').click()
    await button('Remove before').click()
    await expect.poll(() => page.getByRole('list', { name: 'Baselines' }).innerText()).not.toContain('before')
    await button('Remove other').click()
    await expect.poll(() => page.getByRole('list', { name: 'Baselines' }).count()).toBe(0)
    await page.goto(`/scans/${third.id}/changes?base=before`)
    await page.getByText('Base scan not found').waitFor()
    expect(member.problems).toEqual([])
  })

  test.each([1920, 1024, 390])(
    'are in a timeline of the region at %d px, each row leading to its comparison',
    async (width) => {
      const { page } = viewer
      await page.setViewportSize({ width, height: 900 })
      const asked: string[] = []
      page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
      await open()
      expect(asked.filter((path) => path.endsWith('/changes') && path.startsWith('/session/'))).toEqual([])
      await page.getByRole('button', { name: /^Timeline of/ }).click()
      const rows = list('Timeline').locator('> li')
      await expectShown(rows.nth(2).getByText('First scan'))
      expect(await rows.count()).toBe(3)
      expect(asked.filter((path) => path.endsWith('/changes') && path.startsWith('/session/'))).toEqual(
        [third, second, first].map(({ id }) => `/session/scans/${id}/changes`),
      )
      const newest = await rows.nth(0).innerText()
      for (const text of ['This scan', 'storefront-public', 'Network: ', 'Size: 1', 'Workloads: 1']) {
        expect(newest).toContain(text)
      }
      expect(await rows.nth(1).innerText()).toContain('No changes')
      expect(await rows.nth(1).innerText()).not.toContain('This scan')
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      await page.reload()
      await expectShown(rows.nth(2).getByText('First scan'))
      await rows.nth(1).getByRole('link').click()
      await page.getByText('No changes in resources that both scans could read.').waitFor()
      expect(new URL(page.url()).pathname).toBe(`/scans/${second.id}/changes`)
      expect(new URL(page.url()).searchParams.get('base')).toBe(first.id)
      await expectShown(rows.nth(1).getByText('This scan'))
      await page.getByRole('button', { name: /^Timeline of/ }).click()
      await expect.poll(() => list('Timeline').count()).toBe(0)
      expect(new URL(page.url()).searchParams.get('base')).toBe(first.id)
      await page.setViewportSize({ width: 1280, height: 900 })
    },
  )

  test('of a first scan are empty, without a failed request', async () => {
    const { page } = viewer
    const refused: string[] = []
    page.on('response', (response) => void (response.status() >= 400 && refused.push(response.url())))
    await page.goto(`/scans/${first.id}/changes`)
    await expectShown(page.getByText('No earlier scan'))
    await page.waitForLoadState('networkidle')
    expect(refused).toEqual([])
  })

  test('have no browser errors', () => {
    expect(viewer.problems).toEqual([])
  })
})
