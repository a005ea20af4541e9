import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noExceptions, parseOutboundAllow } from '../../src/outbound/outbound-rules.ts'
import { findBrowser, openTestDashboard, type TestDashboard } from '../support/dashboard.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'

const browser = await findBrowser()

describe.skipIf(browser === null)('alerts', () => {
  let dashboard: TestDashboard
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await startReceiver()
    dashboard = await openTestDashboard(browser as NonNullable<typeof browser>, {
      configuration: { outbound: parseOutboundAllow('127.0.0.1') ?? noExceptions },
    })
  })
  afterAll(async () => {
    await dashboard.close()
    await browser?.close()
    await receiver.close()
  })

  test('a member creates, tests, changes, pauses, and deletes an alert, and sends a delivery again', async () => {
    const { page, problems } = await dashboard.member('member')
    await page.goto('/alerts')
    await page.getByText('No alerts').waitFor()
    await page.getByRole('button', { name: 'Create an alert' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Operations')
    await dialog.getByLabel('URL').fill('https://10.0.0.1/hook')
    await dialog.getByRole('button', { name: 'Create alert' }).click()
    await dialog.getByText('must have a public address').first().waitFor()
    await dialog.getByLabel('URL').fill(`${receiver.url}/hooks/secret-0123456789`)
    await dialog.getByRole('button', { name: 'Create alert' }).click()
    const secret = await page.getByRole('region', { name: 'Signing secret' }).textContent()
    expect(secret).toMatch(/^whsec_/)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.waitForURL(/\/alerts\/[\w-]+$/)
    await page.getByText('Webhook: 127.0.0.1 …6789').waitFor()
    expect(await page.content()).not.toContain('secret-0123456789')

    await page.getByRole('button', { name: 'Send test' }).click()
    const table = page.getByRole('table', { name: 'Deliveries' })
    await table.getByText('Delivered').waitFor()
    expect(receiver.received).toHaveLength(1)
    await table.getByText('Test', { exact: true }).click()
    await dialog.getByText('Accepted with the status 204.').waitFor()
    await dialog.getByText('"type": "test"').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await table.getByRole('button', { name: 'Send again: Test of the alert Operations.' }).click()
    await table.getByText('Test (again)').waitFor()
    await expect.poll(() => table.getByText('Delivered').count()).toBe(2)
    expect(receiver.received).toHaveLength(2)

    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await dialog.getByLabel('Name').fill('Platform')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name: 'Platform', level: 1 }).waitFor()
    await page.getByText('Webhook: 127.0.0.1 …6789').waitFor()
    const act = async (item: string) => {
      await page.getByRole('button', { name: 'Actions', exact: true }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await act('Pause')
    await page.getByText('Paused').waitFor()
    await act('Resume')
    await page.getByText('Active').waitFor()
    await act('Replace signing secret')
    await dialog.getByText('signed with both secrets').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click()
    const renewed = page.getByRole('region', { name: 'Signing secret' })
    await renewed.waitFor()
    expect(await renewed.textContent()).not.toBe(secret)
    await page.getByRole('button', { name: 'Done' }).click()
    await act('Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No alerts').waitFor()
    expect(problems).toEqual([])
  })

  test('a viewer sees alerts without their addresses, and can’t change or test them', async () => {
    const { running } = dashboard
    const response = await fetch(`${running.service.baseUrl}/api/alerts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${running.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Slack channel',
        events: ['scan.failed'],
        destination: { type: 'slack', url: 'https://hooks.slack.com/services/T0/B0/abcdefghijkl' },
      }),
    })
    const { data } = (await response.json()) as { data: { id: string } }
    const { page } = await dashboard.member('viewer')
    await page.goto('/alerts')
    await page.getByText('Slack: hooks.slack.com …ijkl').waitFor()
    expect(await page.getByRole('button', { name: 'Create an alert' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Slack channel' }).click()
    await page.getByText('No deliveries').waitFor()
    expect(await page.getByRole('button', { name: 'Send test' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Actions', exact: true }).count()).toBe(0)
    const test = await page.request.post(`/session/alerts/${data.id}/test`, { data: {} })
    expect(test.status()).toBe(403)
    const all = await (await page.request.get('/session/alerts')).text()
    expect(all).not.toContain('abcdefgh')
  })
})
