import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifySnapshot } from '../../contract/snapshot/verify-snapshot.ts'
import { findBrowser, openTestDashboard, type TestDashboard } from '../support/dashboard.ts'

const browser = await findBrowser()

describe.skipIf(browser === null)('snapshots', () => {
  let dashboard: TestDashboard
  beforeAll(async () => {
    dashboard = await openTestDashboard(browser as NonNullable<typeof browser>)
  })
  afterAll(async () => {
    await dashboard.close()
    await browser?.close()
  })

  test('a viewer downloads a snapshot with the chosen redaction', async () => {
    const { id } = await dashboard.running.scan('us-east-1')
    const { page, problems } = await dashboard.member('viewer')
    await page.goto(`/scans/${id}`)
    await page.getByRole('button', { name: 'Download snapshot' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Strict').click()
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 120_000 }),
      dialog.getByRole('button', { name: 'Download snapshot' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^us-east-1-\d{4}-\d\d-\d\d\.surveyor\.zip$/)
    const report = await verifySnapshot(await download.path())
    expect(report).toMatchObject({ problems: [], manifest: { redaction: { rules: 'strict' }, scan: { id } } })
    await page.getByText('Snapshot downloaded.').waitFor()
    expect(problems).toEqual([])
  })
})
