import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ScanAnswer } from '../support/running-service.ts'
import {
  type DashboardPage,
  expectShown,
  findBrowser,
  openTestDashboard,
  type TestDashboard,
} from '../support/dashboard.ts'

const browser = await findBrowser()

describe.skipIf(browser === null)('a scan', () => {
  let dashboard: TestDashboard
  let member: DashboardPage
  let scan: ScanAnswer
  /** Returns credentials with all actions by default. */
  let allow: (actions?: readonly string[]) => void

  beforeAll(async () => {
    dashboard = await openTestDashboard(browser as NonNullable<typeof browser>)
    member = await dashboard.member('member')
    const { running } = dashboard
    const { roleArn = '' } = running.cloud.accounts[0] ?? {}
    const { externalId } = await running.get<{ externalId: string }>(`/api/accounts/${running.connectionId}`)
    allow = (allowedActions) =>
      running.cloud.setRole({ roleArn, externalId, ...(allowedActions !== undefined && { allowedActions }) })
    allow(['ec2:*', 'rds:*', 'lambda:*', 'elasticloadbalancing:*'])
    // Delayed until the page was seen to follow it.
    running.cloud.setFaults({ rules: [{ operation: 'DescribeInstances', effect: 'hold' }] })
  })
  afterAll(async () => {
    await dashboard.close()
    await browser?.close()
  })

  test('is started, watched, and shown after its end, without a reload of the page', async () => {
    const { page } = member
    await page.goto('/scans')
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
    await page.getByRole('button', { name: 'Start a scan' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Start scan' }).click()
    await page.getByText('Scan in progress').waitFor()
    await page.getByText(/[1-9]\d* resource types? collected so far/).waitFor()
    dashboard.running.cloud.setFaults({})
    await page.getByText('Some resource types couldn’t be read').waitFor()
    await expectShown(page.getByRole('status').getByText('Completed'))
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
    const [, id = ''] = /scans\/([\w-]+)/.exec(page.url()) ?? []
    scan = await dashboard.running.get<ScanAnswer>(`/api/scans/${id}`)
    expect(scan.status).toBe('completed')
  })

  test('lists denied types first, with a policy statement to copy', async () => {
    const { page } = member
    await page.goto(`/scans/${scan.id}/coverage`)
    const first = page.getByRole('table', { name: 'Coverage' }).getByRole('row').nth(1)
    await first.filter({ hasText: 'Access denied' }).waitFor()
    await first.getByRole('button', { name: /^Show policy statement: / }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Copy statement' }).click()
    await dialog.getByText('Copied').waitFor()
    const copied: unknown = JSON.parse(await page.evaluate<string>('navigator.clipboard.readText()'))
    expect(copied).toMatchObject({
      Effect: 'Allow',
      Action: expect.arrayContaining([expect.stringMatching(/^[a-z0-9-]+:\w+$/)]),
    })
  })

  test('lists its resources, narrowed by type, and gives those as CSV', async () => {
    const { page } = member
    await page.goto(`/scans/${scan.id}/resources?type=${encodeURIComponent('AWS::EC2::Subnet')}`)
    const rows = page.getByRole('table', { name: 'Resources' }).getByRole('row')
    await page.getByRole('link', { name: 'storefront-app-a' }).waitFor()
    await expect.poll(() => rows.count()).toBe((scan.progress?.['subnets'] ?? 0) + 1)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/)
    expect(lines).toHaveLength((scan.progress?.['subnets'] ?? 0) + 1)
  })

  test('filters, counts, and sorts resources, with all settings in the URL', async () => {
    const { page } = member
    const subnets = scan.progress?.['subnets'] ?? 0
    const types = ['AWS::EC2::Subnet', 'AWS::EC2::VPC'].map((type) => `type=${encodeURIComponent(type)}`)
    await page.goto(`/scans/${scan.id}/resources?${types.join('&')}`)
    const all = await counted(page)
    expect(all).toBeGreaterThan(subnets)
    const field = page.getByRole('combobox', { name: 'Find resources' })
    await field.fill('storefront-app')
    await field.press('Enter')
    await page.waitForURL(/q=storefront-app$/)
    const some = await counted(page, all)
    expect(some).toBeGreaterThan(0)
    await field.fill('storefront-data')
    await field.press('Enter')
    await page.waitForURL(/q=storefront-app&q=storefront-data$/)
    const either = await counted(page, some)
    expect(either).toBeGreaterThan(some)

    const names = page.getByRole('table', { name: 'Resources' }).locator('tbody th, tbody td:first-child')
    const listed = async () => (await names.allInnerTexts()).map((text) => text.trim())
    const sort = page.getByRole('columnheader', { name: 'Name' }).getByRole('button').first()
    await sort.click()
    await page.waitForURL(/sort=name$/)
    await expect.poll(listed).toHaveLength(either)
    await expect.poll(async () => (await listed()).join()).toBe((await listed()).toSorted().join())
    await sort.click()
    await page.waitForURL(/sort=name&descending=true$/)
    const descending = (await listed()).toSorted().toReversed()
    await expect.poll(listed).toEqual(descending)
    await page.reload()
    await expect.poll(listed).toEqual(descending)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.waitForURL(/resources\?sort=name&descending=true$/)
  })

  test('shows in which VPC each is, and whether it is public', async () => {
    const { page } = member
    await page.goto(`/scans/${scan.id}/resources?sort=public`)
    const table = page.getByRole('table', { name: 'Resources' })
    const first = table.getByRole('row').nth(1)
    await first.filter({ hasText: 'Yes' }).waitFor()
    await page.goto(`/scans/${scan.id}/resources?q=storefront-app-a&type=AWS::EC2::Subnet`)
    await first.getByRole('link', { name: 'storefront-app-a' }).waitFor()
    expect((await table.getByRole('row').nth(1).innerText()).split(/\t|\n/)).toEqual(
      expect.arrayContaining(['storefront', '–']),
    )
  })

  test('keeps the chosen columns', async () => {
    const { page } = member
    await page.goto(`/scans/${scan.id}/resources?type=AWS::EC2::Subnet`)
    const arn = page.getByRole('columnheader', { name: 'ARN' })
    await page.getByRole('link', { name: 'storefront-app-a' }).first().waitFor()
    expect(await arn.count()).toBe(0)
    await page.getByRole('button', { name: 'Preferences' }).click()
    await page.getByRole('dialog').getByLabel('ARN').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await arn.waitFor()
    await page.reload()
    await arn.waitFor()
  })

  test('links related resources, with evidence', async () => {
    const { page } = member
    await page.goto(`/scans/${scan.id}/resources?q=storefront-app-a`)
    await page.getByRole('link', { name: 'storefront-app-a' }).first().click()
    await page.getByRole('heading', { name: 'storefront-app-a', level: 1 }).waitFor()
    await expectShown(page.getByText(/Evidence: .*VpcId/))
    await page.getByRole('button', { name: 'storefront', exact: true }).first().click()
    await page.getByRole('heading', { name: 'storefront', level: 1 }).waitFor()
  })

  test('is compared with the one before it', async () => {
    const { page } = member
    allow()
    const second = await dashboard.running.scan()
    await page.goto(`/scans/${second.id}/changes`)
    await page
      .getByText(/No changes in resources that both scans could read|couldn’t be compared|Network/)
      .first()
      .waitFor()
    await page.goto(`/scans/${scan.id}/changes`)
    await expectShown(page.getByText('No earlier scan'))
  })

  test('is found by region and status', async () => {
    const { page } = member
    await page.goto('/scans?status=failed')
    await expectShown(page.getByText('No matching scans'))
    await page.getByRole('button', { name: 'Show all scans' }).click()
    await page
      .getByRole('link', { name: /Scan of storefront-production/ })
      .first()
      .waitFor()
  })

  test('that does not exist shows an error with the request ID', async () => {
    const { page } = member
    for (const id of ['00000000-0000-4000-8000-000000000000', 'no-id']) {
      await page.goto(`/scans/${id}`)
      await page.getByText('Scan not found').waitFor()
      await expectShown(page.getByText(/Request ID: [\w-]+/))
      expect(await page.locator('main').innerText()).not.toContain('UUID')
      await page.getByRole('link', { name: 'Go to scans' }).click()
      await page.getByRole('heading', { name: 'Scans', level: 1 }).waitFor()
    }
  })

  test('that does not exist shows an error for its resources and diagrams too', async () => {
    const { page } = member
    for (const rest of ['resource?type=AWS%3A%3AEC2%3A%3AVPC&id=vpc-1', 'map/no-id']) {
      await page.goto(`/scans/no-id/${rest}`)
      await expectShown(page.getByText('Scan not found'))
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
    await page.goto(`/scans/${scan.id}/resource?type=AWS%3A%3AEC2%3A%3AVPC&id=vpc-of-nobody`)
    await page.getByText('Resource not found').waitFor()
    await page.getByRole('link', { name: 'Go to the resources of this scan' }).click()
    await page.getByRole('table', { name: 'Resources' }).waitFor()
  })

  test('shows its parts on a phone, not only its summary', async () => {
    const { page } = await dashboard.visitor({ width: 360, height: 740, session: await member.session() })
    await page.goto(`/scans/${scan.id}`)
    await page.getByText('Some resource types couldn’t be read').waitFor()
    // In the upper half of the screen.
    await expect.poll(async () => (await page.getByRole('tablist').boundingBox())?.y).toBeLessThan(370)
  })

  test('that cannot be reached shows errors on each page, and recovers with the service', async () => {
    const { page } = await dashboard.member('viewer')
    const scans = page.getByRole('link', { name: 'Scans', exact: true }).first()
    const rows = page.getByRole('link', { name: /Scan of storefront-production/ })
    await rows.first().waitFor()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText('Couldn’t reach Surveyor').waitFor()
    expect(await rows.count()).toBeGreaterThan(0)
    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByText('Couldn’t load the page').waitFor()
    await scans.click()
    await page.getByText('Couldn’t load the scans').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Couldn’t load the scans').waitFor({ state: 'detached' })
    await rows.first().waitFor()
  })

  test('cannot be started by viewers', async () => {
    const { page } = await dashboard.member('viewer')
    const start = page.getByRole('button', { name: 'Start a scan' }).first()
    await expect.poll(() => start.getAttribute('aria-disabled')).toBe('true')
    expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0)
  })

  test('has no browser errors', () => {
    expect(member.problems).toEqual([])
  })
})

/** Returns the number of matches of the filter once it has changed. */
async function counted(page: DashboardPage['page'], before = -1): Promise<number> {
  const text = page.getByText(/^[\d,]+ match(es)?$/).first()
  const number = async () => Number((await text.innerText()).replaceAll(/\D/g, ''))
  await expect.poll(number).not.toBe(before)
  return number()
}
