import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type DashboardPage,
  expectShown,
  findBrowser,
  openTestDashboard,
  type TestDashboard,
} from '../support/dashboard.ts'

const browser = await findBrowser()

/** A proxy between the browser and the service, so that the service can be unavailable for a while. */
async function openWay(toPort: number) {
  const sockets = new Set<Socket>()
  let server: Server
  let port = 0
  const open = async () => {
    server = createServer((incoming) => {
      const outgoing = connect(toPort, '127.0.0.1')
      for (const [socket, other] of [
        [incoming, outgoing],
        [outgoing, incoming],
      ] as const) {
        sockets.add(socket)
        socket.on('error', () => other.destroy())
        socket.on('close', () => sockets.delete(socket))
        socket.pipe(other)
      }
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    ;({ port } = server.address() as AddressInfo)
  }
  await open()
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    open,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

const header = (page: DashboardPage['page']) => page.getByText('This scan failed: nothing could be read')

describe.skipIf(browser === null)('a scan that fails', () => {
  let dashboard: TestDashboard
  let admin: DashboardPage
  let viewer: DashboardPage
  let trust: (externalIdSuffix?: string, allowedActions?: readonly string[]) => void
  let failedId: string

  beforeAll(async () => {
    dashboard = await openTestDashboard(browser as NonNullable<typeof browser>)
    const { running } = dashboard
    const { roleArn = '' } = running.cloud.accounts[0] ?? {}
    const { externalId } = await running.get<{ externalId: string }>(`/api/accounts/${running.connectionId}`)
    trust = (suffix = '', allowedActions) =>
      running.cloud.setRole({
        roleArn,
        externalId: `${externalId}${suffix}`,
        ...(allowedActions !== undefined && { allowedActions }),
      })
    admin = await dashboard.member('admin')
    viewer = await dashboard.member('viewer')
    trust('-changed')
    failedId = (await running.scan()).id
  })
  afterAll(async () => {
    await dashboard.close()
    await browser?.close()
  })

  test('shows the reason, and a link for admins to fix the connection', async () => {
    const { page } = admin
    await page.goto(`/scans/${failedId}`)
    await expectShown(header(page))
    await expectShown(page.getByText('Surveyor couldn’t assume the IAM role of storefront-production.'))
    await expectShown(page.getByText(/not authorized to perform: sts:AssumeRole/))
    const said = await page.locator('main').innerText()
    expect(said).not.toMatch(/No resources found|Resources found|No diagrams/)
    expect(await page.getByRole('tab').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Open diagram' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Fix connection' }).click()
    await page.getByRole('tab', { name: 'CloudFormation' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/accounts/${dashboard.running.connectionId}/connect`)
  })

  test('refers other members to an admin', async () => {
    const { page } = viewer
    await page.goto(`/scans/${failedId}`)
    await expectShown(page.getByText(/Ask an admin to fix the connection/))
    expect(await page.getByRole('link', { name: 'Fix connection' }).count()).toBe(0)
    await page.getByRole('link', { name: 'View the connection' }).click()
    await page.getByRole('heading', { name: 'storefront-production', level: 1 }).waitFor()
  })

  test('is seen in the list, with the reason and without a count', async () => {
    const { page } = viewer
    await page.goto('/scans')
    const row = page.getByRole('table', { name: 'Scans' }).getByRole('row').nth(1)
    await row.getByText('Failed', { exact: true }).waitFor()
    await expectShown(row.getByText(/not authorized to perform: sts:AssumeRole/))
    expect(await row.getByRole('cell').nth(2).innerText()).toBe('–')
  })

  test('shows the reason of a repeated failed check at the account', async () => {
    const { page } = admin
    await page.goto(`/accounts/${dashboard.running.connectionId}`)
    await page.getByRole('button', { name: 'Check connection' }).click()
    await expectShown(page.getByText('Connection failed', { exact: true }))
    await expectShown(page.getByText('storefront-production couldn’t be connected.'))
    // Shown once, not also in the notification.
    await expect.poll(() => page.getByText(/cannot be assumed/).count()).toBe(1)
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Check again' }).isEnabled()).toBe(true)
    await expectShown(page.getByText('Connection failed', { exact: true }))
    expect(await page.getByRole('button', { name: 'Start a scan' }).count()).toBe(0)

    // No other account is scanned instead.
    await page.goto(`/scans/${failedId}`)
    await page.getByRole('button', { name: 'Scan again' }).click()
    const dialog = page.getByRole('dialog')
    await expectShown(dialog.getByText('storefront-production isn’t connected.'))
    expect(await dialog.getByRole('button', { name: 'Start scan' }).isDisabled()).toBe(true)

    trust()
    await page.goto(`/accounts/${dashboard.running.connectionId}`)
    await page.getByRole('button', { name: 'Check again' }).click()
    await expectShown(page.getByText('storefront-production is connected.'))
    await page.getByRole('button', { name: 'Start a scan' }).waitFor()
    expect(await page.getByRole('button', { name: 'Check again' }).count()).toBe(0)
  })

  test('because every call was denied shows the reason and a link to the role’s permissions', async () => {
    const { page } = admin
    trust('', ['sts:GetCallerIdentity'])
    const denied = await dashboard.running.scan()
    expect(denied.status).toBe('failed')
    await page.goto(`/scans/${denied.id}`)
    await expectShown(header(page))
    await page.getByRole('table', { name: 'Coverage' }).waitFor()
    await expectShown(page.getByRole('link', { name: 'Update IAM role' }))
    expect(await page.getByRole('link', { name: 'Fix connection' }).count()).toBe(0)
    trust()
  })

  test('for a reason other than the connection only offers another scan', async () => {
    const { page } = admin
    dashboard.running.cloud.setFaults({ rules: [{ service: 'sts', effect: 'internal-error' }] })
    const failed = await dashboard.running.scan()
    expect(failed.status).toBe('failed')
    dashboard.running.cloud.setFaults({})
    await page.goto(`/scans/${failed.id}`)
    await expectShown(header(page))
    await page.waitForLoadState('networkidle')
    expect(await page.locator('main').innerText()).not.toMatch(/Fix connection|Update IAM role|Ask an admin/)
    expect(await page.getByRole('table', { name: 'Coverage' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Scan again' }).isEnabled()).toBe(true)
  })

  test('has no browser errors', () => {
    expect([...admin.problems, ...viewer.problems]).toEqual([])
  })

  test('or runs while the service is unavailable is not shown as scanning, and updates continue once the service is back', async () => {
    const { running } = dashboard
    running.cloud.setFaults({ rules: [{ operation: 'DescribeInstances', effect: 'hold' }] })
    const scan = await running.startScan()
    const way = await openWay(Number(new URL(running.service.baseUrl).port))
    const { page } = await dashboard.visitor({ session: await viewer.session() })
    const status = page.getByRole('status').first()
    await page.goto(`${way.baseUrl}/scans/${scan.id}`)
    await status.getByText('Scanning').waitFor()
    const lost = page.getByText('The connection to Surveyor was lost')
    expect(await lost.count()).toBe(0)

    await way.close()
    await lost.waitFor()
    expect(await status.innerText()).toBe('Unknown')

    await way.open()
    await status.getByText('Scanning').waitFor()
    await lost.waitFor({ state: 'detached' })

    // A proxy returns errors while the service is unavailable. The browser then doesn't reconnect automatically.
    const events = `**/session/scans/${scan.id}/events`
    await page.route(events, (route) => route.fulfill({ status: 502, body: '' }))
    await way.close()
    await lost.waitFor()
    await way.open()
    await page.waitForResponse((response) => response.status() === 502)
    await page.unroute(events)
    await status.getByText('Scanning').waitFor()

    // The list shows it after its next request.
    await page.getByRole('link', { name: 'Scans', exact: true }).first().click()
    await page.getByRole('table', { name: 'Scans' }).getByText('Scanning').waitFor()
    let refused = 0
    page.on('requestfailed', () => void (refused += 1))
    await way.close()
    await page.getByText('Couldn’t load the scans').waitFor()
    expect(refused).toBe(1)
    await way.open()
    await page.getByText('Couldn’t load the scans').waitFor({ state: 'detached' })
    await page.goto(`${way.baseUrl}/scans/${scan.id}`)
    running.cloud.setFaults({})
    await status.getByText('Completed').waitFor()
    expect(await lost.count()).toBe(0)
    await way.close()
  })
})
