import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type DashboardPage,
  expectShown,
  findBrowser,
  openTestDashboard,
  password,
  setUp,
  type TestDashboard,
} from '../support/dashboard.ts'

const browser = await findBrowser()

describe.skipIf(browser === null)('an organization', () => {
  let dashboard: TestDashboard
  let owner: DashboardPage

  beforeAll(async () => {
    dashboard = await openTestDashboard(browser as NonNullable<typeof browser>)
    owner = await dashboard.member('owner')
  })
  afterAll(async () => {
    await dashboard.close()
    await browser?.close()
  })

  test('makes an API key that is shown once, works, and is revoked', async () => {
    const { page } = owner
    const { baseUrl } = dashboard.running.service
    await page.goto('/keys')
    await page.getByRole('button', { name: 'Create an API key' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('release pipeline')
    await dialog.getByText('write', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const key = (await page.getByRole('region', { name: 'API key' }).textContent()) ?? ''
    await expect
      .poll(() => page.getByRole('region', { name: 'Example request' }).textContent())
      .toBe(`curl -H 'Authorization: Bearer ${key}' ${baseUrl}/api/scans`)
    await page.getByRole('button', { name: 'Copy key' }).click()
    await page.getByText('Copied').waitFor()
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(key)
    const use = async () =>
      (await fetch(`${baseUrl}/api/scans`, { headers: { authorization: `Bearer ${key}` } })).status
    expect(await use()).toBe(200)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('region', { name: 'API key' }).waitFor({ state: 'detached' })
    expect(await page.content()).not.toContain(key)

    await page.getByRole('button', { name: 'Revoke release pipeline' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('API key release pipeline was revoked.').waitFor()
    expect(await use()).toBe(401)
  })

  test('is joined by an invitation, in the role that it names, which an owner changes', async () => {
    const { page } = owner
    await page.goto('/members')
    await page.getByRole('button', { name: 'Invite a user' }).click()
    await page.getByRole('dialog').getByLabel('Email').fill('grace@example.org')
    await page.getByRole('dialog').getByRole('button', { name: 'Invite user' }).click()
    const link = (await page.getByRole('region', { name: 'Link' }).textContent()) ?? ''
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('table', { name: 'Pending invitations' }).getByText('grace@example.org').waitFor()

    const guest = await dashboard.visitor()
    await setUp(guest.page, link, { name: 'Grace Hopper', email: null })
    await guest.page.getByRole('link', { name: 'Members' }).click()
    await guest.page.getByRole('table', { name: 'Members' }).getByText('Grace Hopper').waitFor()
    expect(await guest.page.getByRole('link', { name: 'API keys' }).count()).toBe(0)

    await page.reload()
    await page.getByRole('button', { name: /Role of Grace Hopper/ }).click()
    await page.getByRole('option', { name: 'Admin' }).click()
    await expect.poll(() => page.getByRole('button', { name: /Role of Grace Hopper/ }).textContent()).toBe('Admin')
    await guest.page.reload()
    await guest.page.getByRole('link', { name: 'API keys' }).waitFor()

    await page.getByRole('button', { name: 'Remove Grace Hopper' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => page.getByText('Grace Hopper').count()).toBe(0)
  })

  test('saves its name and scan retention', async () => {
    const { page } = owner
    await page.goto('/settings')
    await page.getByLabel('Scan retention (days)').fill('ninety')
    await page.getByText('Enter a whole number from 1 to 3650.').waitFor()
    await page.getByLabel('Scan retention (days)').fill('90')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Settings saved.').waitFor()
    await page.reload()
    await expect.poll(() => page.getByLabel('Scan retention (days)').inputValue()).toBe('90')
  })

  test('shows actions with their users in the audit log', async () => {
    const { page } = owner
    await page.goto('/audit')
    const table = page.getByRole('table', { name: 'Audit log' })
    await table.getByText('key.revoke').waitFor()
    const row = table.getByRole('row').filter({ hasText: 'key.revoke' })
    await expect.poll(() => row.textContent()).toContain('owner 1')
  })

  test('lists a user’s sessions and ends them', async () => {
    const { page, email } = owner
    const other = await dashboard.visitor()
    await other.page.goto('/sign-in')
    await other.page.getByLabel('Email').fill(email)
    await other.page.getByLabel('Password').fill(password)
    await other.page.getByRole('button', { name: 'Sign in' }).click()
    await other.page.getByRole('heading', { name: 'Scans', level: 1 }).waitFor()

    await page.goto('/profile')
    await page.getByText('This session').waitFor()
    await page.getByRole('button', { name: 'End all other sessions' }).click()
    await expect.poll(() => page.getByRole('button', { name: /^End session/ }).count()).toBe(0)
    await other.page.goto('/scans')
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  test('lets users change their password', async () => {
    const { page } = owner
    await page.goto('/profile')
    await page.getByLabel('Current password').fill(password)
    await page.getByLabel('New password').fill('another battery staple horse')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expectShown(page.getByText('Password changed.'))
  })

  test('lets users change their displayed name', async () => {
    const { page } = owner
    await page.goto('/profile')
    await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
    await page.getByRole('button', { name: 'Change name' }).click()
    await expectShown(page.getByText('Your name was changed to Ada Lovelace.'))
    await expectShown(page.getByRole('button', { name: 'Signed in as Ada Lovelace' }))
  })

  test('keeps the chosen theme', async () => {
    const { page } = owner
    await page.goto('/scans')
    const isDark = () => page.evaluate<boolean>("document.body.classList.contains('awsui-dark-mode')")
    expect(await isDark()).toBe(false)
    await page.getByRole('button', { name: 'Theme' }).click()
    await page.getByRole('menuitem', { name: 'Dark' }).click()
    await expect.poll(isDark).toBe(true)
    await page.reload()
    await page.getByRole('heading', { name: 'Scans', level: 1 }).waitFor()
    await expect.poll(isDark).toBe(true)
  })

  test('shows only the profile to a user without an organization', async () => {
    const { page, problems } = await dashboard.member('viewer')
    await page.goto('/members')
    await page.getByRole('button', { name: 'Leave organization' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'You aren’t a member of an organization', level: 1 }).waitFor()
    const places = page.getByRole('navigation', { name: 'Navigation' }).getByRole('link')
    expect((await places.allInnerTexts()).map((text) => text.trim())).toEqual([
      'No organization',
      'Profile',
      'API reference',
    ])
    expect(await page.getByRole('button', { name: /^Organization: / }).count()).toBe(0)
    await page.getByRole('link', { name: 'your profile' }).click()
    await page.getByRole('heading', { name: 'Profile and sessions', level: 1 }).waitFor()
    expect(problems).toEqual([])
  })

  test('is deleted by an owner after typing its name', async () => {
    const { page } = owner
    await page.goto('/settings')
    const nameField = page.getByLabel('Name', { exact: true })
    await expect.poll(() => nameField.inputValue()).not.toBe('')
    const name = await nameField.inputValue()
    await page.getByRole('button', { name: 'Delete organization' }).click()
    const dialog = page.getByRole('dialog')
    const confirm = dialog.getByRole('button', { name: 'Delete', exact: true })
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByLabel(`To confirm, type ${name}`).fill(name)
    await confirm.click()
    await expectShown(page.getByText('You aren’t a member of an organization'))
    await expectShown(page.getByText(`${name} was deleted, including 1 account`))
  })

  test('has no browser errors', () => {
    expect(owner.problems).toEqual([])
  })
})
