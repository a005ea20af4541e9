import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type DashboardPage,
  expectShown,
  findBrowser,
  openTestDashboard,
  type TestDashboard,
} from '../support/dashboard.ts'
import type { ScanAnswer } from '../support/running-service.ts'

const browser = await findBrowser()

/** Returns the actions of each statement. */
const statements = async (within: Pick<Page, 'getByRole'>) => {
  const regions = within.getByRole('region', { name: 'Policy statement' })
  await regions.first().waitFor()
  const texts = await regions.allInnerTexts()
  return texts.map((text) => (JSON.parse(text) as { Action: readonly string[] }).Action)
}

describe.skipIf(browser === null)('what was denied by policies of several kinds', () => {
  let dashboard: TestDashboard
  let viewer: DashboardPage
  let severalKinds: ScanAnswer
  let manyServices: ScanAnswer

  beforeAll(async () => {
    dashboard = await openTestDashboard(browser as NonNullable<typeof browser>, { world: 'denied' })
    const { running } = dashboard
    severalKinds = await running.scan()
    const { roleArn = '' } = running.cloud.accounts[0] ?? {}
    const { externalId } = await running.get<{ externalId: string }>(`/api/accounts/${running.connectionId}`)
    running.cloud.setRole({ roleArn, externalId, allowedActions: ['ec2:*', 's3:*'] })
    manyServices = await running.scan()
    viewer = await dashboard.member('viewer')
  })
  afterAll(async () => {
    await dashboard.close()
    await browser?.close()
  })

  const open = async (scan: ScanAnswer, part: string) => {
    await viewer.page.goto(`/scans/${scan.id}/${part}`)
    return viewer.page
  }
  const openPanel = async (scan: ScanAnswer, boxId: string) => {
    const [diagram] = (await dashboard.running.get<{ diagrams: { id: string }[] }>(`/api/diagrams?scanId=${scan.id}`))
      .diagrams
    await viewer.page.setViewportSize({ width: 1440, height: 900 })
    const page = await open(scan, `map/${diagram?.id}`)
    // The minimap covers the corner of a diagram that fills its page.
    for (const _ of [1, 2]) await page.getByRole('button', { name: 'Zoom out' }).click()
    await page.locator(`[data-id="${boxId}"]`).click()
    const panel = page.locator('#map-panel')
    await panel.getByRole('link', { name: 'View the coverage of this scan' }).waitFor()
    return panel
  }

  test('answers to questions about the map say what could not be read', async () => {
    const [diagram] = (
      await dashboard.running.get<{ diagrams: { id: string }[] }>(`/api/diagrams?scanId=${manyServices.id}`)
    ).diagrams
    await viewer.page.setViewportSize({ width: 1440, height: 900 })
    const page = await open(manyServices, `map/${diagram?.id}`)
    for (const [question, answer] of [
      ['Not read', /boxes mark what couldn’t be read\.$/],
      ['Public', / \d+ exposures couldn’t be determined\.$/],
      ['Open ports', / \d+ exposures couldn’t be determined\.$/],
      [
        'Changed',
        /^Nothing that both scans could read was added or changed .* \d+ resource types couldn’t be compared completely\.$/,
      ],
    ] as const) {
      await page.getByRole('button', { name: question, exact: true }).click()
      await expectShown(page.getByRole('status').getByText(answer))
    }
  })

  test('the coverage table does not break status words', async () => {
    for (const width of [1440, 1024, 390]) {
      await viewer.page.setViewportSize({ width, height: 900 })
      const page = await open(severalKinds, 'coverage')
      const status = page.getByRole('table', { name: 'Coverage' }).getByText('Access denied').first()
      await status.waitFor()
      const heightPx = (await status.boundingBox())?.height ?? Infinity
      expect([width, heightPx < 30]).toEqual([width, true])
    }
    await viewer.page.setViewportSize({ width: 1280, height: 900 })
  })

  test('shows the policy to which a statement has to be added', async () => {
    const page = await open(severalKinds, 'coverage')
    await page.getByRole('button', { name: /^Show policy for \d+ denied types$/ }).click()
    const dialog = page.getByRole('dialog')
    expect(await statements(dialog)).toEqual([
      ['lambda:ListEventSourceMappings', 'lambda:ListFunctions', 'lambda:ListLayers'],
      ['elasticloadbalancing:DescribeTargetHealth'],
      ['s3:GetAccountPublicAccessBlock', 's3:ListAllMyBuckets'],
    ])
    await expectShown(dialog.getByText('Add this statement to the policy of the IAM role, then scan again.'))
    await expectShown(dialog.getByText('The permissions boundary denied this. Add this statement to that policy'))
    await expectShown(dialog.getByText('The session policy denied this. Add this statement to that policy'))
  })

  test('the panel of the box of what could not be read shows the same as the coverage', async () => {
    const panel = await openPanel(severalKinds, 'gap:all')
    expect(await statements(panel)).toEqual([
      ['lambda:ListEventSourceMappings', 'lambda:ListFunctions', 'lambda:ListLayers'],
      ['elasticloadbalancing:DescribeTargetHealth'],
      ['s3:GetAccountPublicAccessBlock', 's3:ListAllMyBuckets'],
    ])
    await expectShown(panel.getByText('The permissions boundary denied this.'))
  })

  test('it shows the reason of what has no effective statement', async () => {
    const panel = await openPanel(severalKinds, 'gap:all')
    await expectShown(panel.getByText(/rds:DescribeDBInstances was denied by an explicit deny in the service control/))
  })

  test('it has the statements of many services', async () => {
    const actions = (await statements(await openPanel(manyServices, 'gap:all'))).flat()
    expect(actions).toEqual(expect.arrayContaining(['ecs:ListClusters', 'eks:ListClusters']))
  })

  test('has no browser errors', () => {
    expect(viewer.problems).toEqual([])
  })
})
