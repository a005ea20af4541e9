/** What a scan answers: what is exposed, what breaks without a resource, and whether a connection can be made. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadWorld } from '../../src/simulated/world-catalogue.ts'
import {
  type DashboardPage,
  expectShown,
  findBrowser,
  openTestDashboard,
  type TestDashboard,
} from '../support/dashboard.ts'
import type { ScanAnswer } from '../support/running-service.ts'

const browser = await findBrowser()

const longName = 'x'.repeat(255)

describe.skipIf(browser === null)('questions about a scan', () => {
  let dashboard: TestDashboard
  let viewer: DashboardPage
  let scan: ScanAnswer

  beforeAll(async () => {
    const world = structuredClone(await loadWorld('three-tier'))
    const { reservations } = world.accounts[0]?.regions['us-east-1']?.ec2 ?? {}
    const [exposed] = reservations?.[0]?.Instances ?? []
    Object.assign(exposed ?? {}, { Tags: [{ Key: 'Name', Value: longName }] })
    dashboard = await openTestDashboard(browser as NonNullable<typeof browser>, { world })
    scan = await dashboard.running.scan()
    viewer = await dashboard.member('viewer')
  })
  afterAll(async () => {
    await dashboard.close()
    await browser?.close()
  })

  type Listed = { exposures: { resource: { id: string | null; name: string | null }; verdict: string }[] }
  const exposures = async (query = '') =>
    (await dashboard.running.get<Listed>(`/api/scans/${scan.id}/exposure${query}`)).exposures
  const idOf = async (type: string) => {
    const { resources } = await dashboard.running.get<{ resources: { id: string }[] }>(
      `/api/scans/${scan.id}/resources?type=${type}`,
    )
    return resources[0]?.id ?? ''
  }
  const openResource = async (type: string, id: string) => {
    await viewer.page.goto(`/scans/${scan.id}/resource?type=${encodeURIComponent(type)}&id=${encodeURIComponent(id)}`)
    await viewer.page.getByRole('button', { name: 'What breaks without it' }).waitFor()
    return viewer.page
  }

  test('the Exposure tab has a row for each way in, and its path', async () => {
    const { page } = viewer
    await page.goto(`/scans/${scan.id}/exposure`)
    const rows = page.getByRole('table', { name: 'Exposure' }).locator('tbody tr')
    await expect.poll(() => rows.count()).toBe((await exposures()).length)
    await rows.first().getByRole('button', { name: 'Path' }).click()
    await expectShown(rows.first().locator('ol li').first())
  })

  test.each([390, 768, 1440])('the Exposure tab shows each verdict at %d px, whatever the names', async (width) => {
    const { page } = viewer
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/scans/${scan.id}/exposure`)
    const row = page.getByRole('row').filter({ hasText: longName })
    for (const text of [longName, /^Open$/, /^Load balancer$/, /^Path$/]) {
      const box = await row.getByText(text).first().boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(width)
      expect(box?.x).toBeGreaterThanOrEqual(0)
    }
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  test.each(['open', 'conditional', 'unknown'])('the verdict %s is a filter in the address', async (verdict) => {
    const { page } = viewer
    const wanted = await exposures(`?verdict=${verdict}`)
    await page.goto(`/scans/${scan.id}/exposure`)
    await page.getByRole('button', { name: new RegExp(`^${verdict}$`, 'i') }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('verdict')).toBe(verdict)
    await page.reload()
    const rows = page.getByRole('table', { name: 'Exposure' }).locator('tbody tr')
    // The table of no matches has one row, which says so.
    await expect.poll(() => rows.count()).toBe(Math.max(1, wanted.length))
    const none = page.getByText(`Nothing has the verdict ${verdict}.`)
    await expect.poll(() => none.count()).toBe(wanted.length === 0 ? 1 : 0)
  })

  test('a resource shows what breaks without it', async () => {
    const id = await idOf('AWS::EC2::VPC')
    const { dependents } = await dashboard.running.get<{ dependents: unknown[] }>(
      `/api/scans/${scan.id}/impact?of=${id}`,
    )
    const page = await openResource('AWS::EC2::VPC', id)
    await page.getByRole('button', { name: 'What breaks without it' }).click()
    const list = page.getByRole('list', { name: 'Dependents' }).getByRole('listitem')
    await expect.poll(() => list.count()).toBe(Math.min(20, dependents.length))
    await page.getByRole('button', { name: `Show all ${dependents.length}` }).click()
    await expect.poll(() => list.count()).toBe(dependents.length)
    const subnet = list.filter({ hasText: 'storefront-app-a' }).first()
    expect(await subnet.innerText()).toContain('storefront-app-a contained in this.')
    await list.first().getByRole('button').click()
    await expect.poll(() => new URL(page.url()).searchParams.get('id')).not.toBe(id)
  })

  test('a resource shows whether a connection can be made, and what blocks it', async () => {
    const id = await idOf('AWS::EC2::NetworkInterface')
    const page = await openResource('AWS::EC2::NetworkInterface', id)
    await page.getByRole('button', { name: 'Network access' }).click()
    const check = page.getByRole('button', { name: 'Check access' })
    await page.getByLabel('Port').fill('70000')
    expect(await check.isDisabled()).toBe(true)
    for (const port of [443, 5432]) {
      const path = `/api/scans/${scan.id}/reach?from=internet&to=${id}&protocol=tcp&port=${port}`
      const { verdict } = await dashboard.running.get<{ verdict: string }>(path)
      await page.getByLabel('Port').fill(String(port))
      await check.click()
      await expectShown(page.getByText(new RegExp(`^${verdict}$`, 'i')).first())
    }
    // The answer is not that to another question.
    const answer = page.getByText(/^(Reachable|Blocked|Unknown)$/)
    await page.getByLabel('Port').fill('22')
    await expect.poll(() => answer.count()).toBe(0)
    await page.getByLabel('Port').fill('5432')
    await expect.poll(() => answer.count()).toBe(1)
    await page.getByRole('textbox', { name: 'From' }).fill('i-that-is-not-there')
    await check.click()
    await expectShown(page.getByText('Couldn’t check the access'))
  })

  test('nothing breaks on the way', () => {
    expect(viewer.problems).toEqual([])
  })
})
