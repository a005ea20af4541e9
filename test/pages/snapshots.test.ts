import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifySnapshot } from '../../contract/snapshot/verify-snapshot.ts'
import { findBrowser, openTestDashboard, type TestDashboard } from '../support/dashboard.ts'
import { coreServices } from '../support/running-service.ts'

const browser = await findBrowser()

describe.skipIf(browser === null)('snapshots', () => {
  let dashboard: TestDashboard
  beforeAll(async () => {
    dashboard = await openTestDashboard(browser as NonNullable<typeof browser>, { services: coreServices })
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

  test('an imported connection has a badge, and no setup, check, or IAM role', async () => {
    const { running } = dashboard
    const connection = await running.service.store.tenant(running.organizationId, ({ accounts }) =>
      accounts.insertImported({
        alias: 'Audited (imported)',
        accountNumber: '210987654321',
        partition: 'aws',
        importedFrom: `SHA256:${'A'.repeat(43)}`,
      }),
    )
    const { page, problems } = await dashboard.member('owner')
    await page.goto('/accounts')
    const row = page.getByRole('row').filter({ hasText: 'Audited (imported)' })
    await row.getByText('Imported', { exact: true }).waitFor()
    expect(await row.getByText('Pending').count()).toBe(0)
    await page.goto(`/accounts/${connection?.id}`)
    await page.getByText('Imported from snapshots', { exact: true }).waitFor()
    for (const name of ['Check connection', 'Continue setup']) {
      expect([name, await page.getByRole('button', { name }).count()]).toEqual([name, 0])
    }
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Change IAM role' }).count()).toBe(0)
    expect(await page.getByText('External ID').count()).toBe(0)
    for (const step of ['', '?step=check']) {
      await page.goto(`/accounts/${connection?.id}/connect${step}`)
      await page.getByText('This connection can’t be set up').waitFor()
      expect(await page.getByRole('button', { name: /Check|Quick create/ }).count()).toBe(0)
    }
    expect(problems).toEqual([])
  })
})
