import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/store/new-id.ts'
import { findBrowser, hiddenWidth, openTestDashboard, type TestDashboard } from '../support/dashboard.ts'
import { coreServices } from '../support/running-service.ts'

const browser = await findBrowser()

describe.skipIf(browser === null)('schedules', () => {
  let dashboard: TestDashboard
  beforeAll(async () => {
    dashboard = await openTestDashboard(browser as NonNullable<typeof browser>, { services: coreServices })
  })
  afterAll(async () => {
    await dashboard.close()
    await browser?.close()
  })

  test('a member scans all regions with one click, and creates, pauses, resumes, runs, and deletes a schedule', async () => {
    const { page, problems } = await dashboard.member('member')
    await page.goto('/schedules')
    await page.getByText('No schedules').waitFor()
    await page.getByRole('button', { name: 'Scan all regions' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Scan all regions' }).click()
    await page.waitForURL(/\/schedules\/runs\//)
    await page.getByText('Completed').nth(17).waitFor()
    expect(await page.getByRole('table', { name: 'Regions' }).getByRole('link').count()).toBe(17)

    await page.goto('/schedules')
    await page.getByRole('button', { name: 'Create a schedule' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Cron expression').click()
    await dialog.getByLabel('Cron expression').last().fill('0 0 30 2 *')
    await dialog.getByLabel('Time zone').fill('Europe/Berlin')
    await dialog.getByRole('button', { name: 'Create schedule' }).click()
    await dialog.getByText('never comes').first().waitFor()
    await dialog.getByLabel('Cron expression').last().fill('0 6 * * MON-FRI')
    await dialog.getByRole('button', { name: 'Create schedule' }).click()
    const table = page.getByRole('table', { name: 'Schedules' })
    await table.getByText('0 6 * * MON-FRI (Europe/Berlin)').waitFor()
    const act = async (item: string) => {
      await table.getByRole('button', { name: /^Actions: storefront-production, 0 6/ }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await table.getByText('All enabled regions').waitFor()
    await table.getByText('Active').waitFor()
    await act('Pause')
    await table.getByText('Paused').waitFor()
    await act('Resume')
    await table.getByText('Active').waitFor()
    await act('Run now')
    await page.waitForURL(/\/schedules\/runs\//)
    await page.getByText('Completed').nth(17).waitFor()
    await page.goto('/schedules')
    await act('Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No schedules').waitFor()
    expect(await page.getByRole('table', { name: 'Scan runs' }).getByText('Completed').count()).toBe(2)
    expect(problems).toEqual([])
  })

  test('paused and skipped schedules, and failed and partly skipped runs, say why', async () => {
    const { running } = dashboard
    const { page, problems } = await dashboard.member('member')
    const { organizationId, connectionId, service } = running
    const [paused, skipped] = [newId(), newId()]
    const at = new Date(Date.now() + 3_600_000)
    const timing = { cron: null, timeZone: 'UTC', jitterMinutes: 5, anchorAt: at, dueAt: at, runAt: at }
    const failed = await service.store.tenant(organizationId, async ({ schedules, scanRuns }) => {
      await schedules.insert(paused, connectionId, {
        ...timing,
        regions: ['all'],
        cron: '0 6 * * MON-FRI',
        timeZone: 'America/Argentina/Buenos_Aires',
        everyHours: null,
        pauseReason: 'requested',
      })
      await schedules.insert(skipped, connectionId, {
        ...timing,
        regions: ['eu-west-1', 'us-east-1'],
        everyHours: 12,
        pauseReason: null,
      })
      await schedules.update(skipped, { skippedAt: new Date('2026-11-24T06:00:00Z') })
      const run = await scanRuns.insert({
        connectionId,
        accountNumber: '444455556666',
        scheduleId: skipped,
        regions: ['eu-west-1', 'us-east-1'],
        actor: `schedule:${skipped}`,
        dueAt: new Date('2026-11-24T05:00:00Z'),
      })
      await scanRuns.setRegions(run.id, [{ region: 'eu-west-1' }, { region: 'us-east-1' }])
      const note = 'Not scanned: the account connection has the status "failed".'
      for (const region of run.regions) await scanRuns.endRegion(run.id, region, { status: 'skipped', note })
      await scanRuns.end(run.id, `No region was scanned. eu-west-1: ${note}`)
      return run
    })
    await page.goto('/schedules')
    const table = page.getByRole('table', { name: 'Schedules' })
    await table.getByText('Paused').waitFor()
    await expect.poll(() => hiddenWidth(table)).toBe(0)
    await table.getByText('Active').click()
    await page.getByText('A time was skipped, because the previous run hadn’t ended').waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await table.getByText('Paused').click()
    await page.getByText('Paused by a user or an API key.').waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    const setStatus = (from: 'connected' | 'pending', status: 'connected' | 'pending') =>
      service.store.tenant(organizationId, ({ accounts }) =>
        accounts.update(connectionId, from, { status, errorMessage: null }),
      )
    await setStatus('connected', 'pending')
    await table.getByText('Not connected').click()
    await page.getByText("Paused because the account isn't connected.").waitFor()
    expect(await hiddenWidth(table)).toBe(0)
    await setStatus('pending', 'connected')
    await table.getByText('Active').waitFor()
    await page.goto(`/schedules/runs/${failed.id}`)
    await page.getByText('The scan run failed').waitFor()
    await page.getByText('No region was scanned.').waitFor()
    await page
      .getByRole('table', { name: 'Regions' })
      .getByText('Not scanned: the account connection')
      .first()
      .waitFor()
    expect(problems).toEqual([])
  })

  test('a viewer sees schedules and runs, and can’t change them', async () => {
    const { page } = await dashboard.member('viewer')
    await page.goto('/schedules')
    await page.getByRole('table', { name: 'Scan runs' }).getByText('Completed').first().waitFor()
    expect(await page.getByRole('button', { name: 'Create a schedule' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Scan all regions' }).count()).toBe(0)
    const refused = await page.request.post('/session/scan-runs', {
      data: { cloudAccountId: dashboard.running.connectionId },
    })
    expect(refused.status()).toBe(403)
  })
})
