import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type DashboardPage,
  expectShown,
  findBrowser,
  openTestDashboard,
  type TestDashboard,
} from '../support/dashboard.ts'

const browser = await findBrowser()

describe.skipIf(browser === null)('an account', () => {
  let dashboard: TestDashboard
  let admin: DashboardPage
  let roleArn: string

  beforeAll(async () => {
    dashboard = await openTestDashboard(browser as NonNullable<typeof browser>)
    admin = await dashboard.member('admin')
    roleArn = dashboard.running.cloud.accounts[0]?.roleArn ?? ''
  })
  afterAll(async () => {
    await dashboard.close()
    await browser?.close()
  })

  test('is connected by the wizard, whose checklist updates automatically once the role exists', async () => {
    const { page } = admin
    await page.goto('/accounts')
    await page.getByRole('button', { name: 'Connect an account' }).click()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('Enter the 12 digits of the account ID.').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('shop-staging')
    await page.getByLabel('Account ID').fill('4444-5555-6666')
    await page.getByRole('button', { name: 'Partition and IAM role (optional)' }).click()
    await page.getByLabel('IAM role ARN').fill(roleArn)
    await page.getByRole('button', { name: 'Next' }).click()

    await page.getByRole('tab', { name: 'CloudFormation' }).waitFor()
    await page.waitForURL(/accounts\/[\w-]+\/connect/)
    const id = /accounts\/([\w-]+)/.exec(page.url())?.[1] ?? ''
    const answer = await page.request.get(`/session/accounts/${id}`)
    const { externalId } = ((await answer.json()) as { data: { externalId: string } }).data
    for (const way of ['CloudFormation', 'Terraform', 'AWS CLI']) {
      await page.getByRole('tab', { name: way }).click()
      await page.getByRole('tabpanel', { name: way }).getByText(externalId).first().waitFor()
    }
    await page.getByRole('button', { name: 'Check role' }).click()
    await page.getByText('This page checks again automatically.').waitFor()

    dashboard.running.cloud.setRole({ roleArn, externalId, allowedActions: ['ec2:*', 's3:*'] })
    await page.getByText('shop-staging is connected').waitFor()
    await page.getByText(/Missing: lambda:/).waitFor()
    await page.getByRole('button', { name: 'Policy statement for the missing permissions' }).click()
    const statement = page.getByRole('region', { name: 'Policy statement' })
    await expect.poll(() => statement.textContent()).toContain('lambda:ListFunctions')
    await page.getByRole('button', { name: 'Start the first scan' }).click()
    await page.getByRole('dialog').getByText('shop-staging').waitFor()
  })

  test('is found in the table by its name and status', async () => {
    const { page } = admin
    await page.goto('/accounts')
    const table = page.getByRole('table', { name: 'Accounts' })
    await table.getByRole('link', { name: 'shop-staging' }).waitFor()
    await page.getByLabel('Find accounts').fill('storefront')
    await page.getByText('1 match').first().waitFor()
    await expect.poll(() => table.getByRole('link', { name: 'shop-staging' }).count()).toBe(0)
  })

  test('shows its role on a phone without broken words', async () => {
    const session = await admin.session()
    const { page } = await dashboard.visitor({ width: 360, height: 740, session })
    await page.goto(`/accounts/${dashboard.running.connectionId}/connect`)
    const label = page.getByRole('tab', { name: 'CloudFormation' }).getByText('CloudFormation')
    await label.waitFor()
    const lines = () =>
      label.evaluate((element) => {
        const range = element.ownerDocument.createRange()
        range.selectNodeContents(element)
        return range.getClientRects().length
      })
    await expect.poll(lines).toBe(1)
  })

  test('that does not exist shows an error with a link to the accounts', async () => {
    const { page } = admin
    for (const address of ['/accounts/no-id', '/accounts/no-id/connect']) {
      await page.goto(address)
      await expectShown(page.getByText('Account not found'))
      await page.getByRole('link', { name: 'Go to accounts' }).click()
      await page.getByRole('table', { name: 'Accounts' }).waitFor()
    }
  })

  test('that no longer works shows the reason and instructions, and is verified again', async () => {
    const { page } = admin
    await page.goto('/accounts')
    await page.getByRole('link', { name: 'storefront-production' }).click()
    const check = page.getByRole('button', { name: 'Check connection' })
    await check.click()
    await expectShown(page.getByText(/not authorized to perform.* the connection fails\./s))
    // A single refusal may be temporary. The second in a row fails the connection.
    expect(await page.getByText('Connection failed', { exact: true }).count()).toBe(0)
    await check.click()
    await page.getByText('Connection failed', { exact: true }).waitFor()
    const { externalId } = await dashboard.running.get<{ externalId: string }>(
      `/api/accounts/${dashboard.running.connectionId}`,
    )
    dashboard.running.cloud.setRole({ roleArn, externalId })
    await page.getByRole('button', { name: 'Check again' }).click()
    await expectShown(page.getByText('storefront-production is connected.'))
    await expect.poll(() => page.getByText('Connection failed', { exact: true }).count()).toBe(0)
  })

  test('is renamed', async () => {
    const { page } = admin
    await page.goto('/accounts')
    await page.getByRole('link', { name: 'shop-staging' }).click()
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    const name = page.getByRole('dialog').getByLabel('Name')
    await name.fill('shop-test')
    await name.press('Enter')
    await expectShown(page.getByRole('heading', { name: 'shop-test', level: 1 }))
  })

  test('is deleted only after its name was typed, with a list of deleted data', async () => {
    const { page } = admin
    await page.goto('/accounts')
    await page.getByRole('link', { name: 'shop-test' }).click()
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/permanently deletes the connection/).waitFor()
    const remove = dialog.getByRole('button', { name: 'Delete' })
    expect(await remove.isDisabled()).toBe(true)
    await dialog.getByLabel('To confirm, type shop-test').fill('shop-test')
    await remove.click()
    await page.getByText('shop-test was deleted.').waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'shop-test' }).count()).toBe(0)
  })

  test('is for administrators to connect', async () => {
    const { page } = await dashboard.member('member')
    await page.goto('/accounts/connect')
    await expectShown(page.getByText('Only admins can connect accounts'))
  })

  test('has no browser errors', () => {
    expect(admin.problems).toEqual([])
  })
})
