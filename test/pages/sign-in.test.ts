import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invite } from '../../src/identity/invitation-acceptance.ts'
import {
  expectShown,
  findBrowser,
  openTestDashboard,
  password,
  setUp,
  type TestDashboard,
} from '../support/dashboard.ts'

const browser = await findBrowser()
const scriptLimitBytes = 200 * 1024

describe.skipIf(browser === null)('signing in', () => {
  let dashboard: TestDashboard

  beforeAll(async () => {
    dashboard = await openTestDashboard(browser as NonNullable<typeof browser>)
  })
  afterAll(async () => {
    await dashboard.close()
    await browser?.close()
  })

  const link = async () => {
    const { running } = dashboard
    return invite(running.service.store, running.organizationId, {
      email: null,
      role: 'owner',
      invitedBy: null,
      address: null,
    })
  }

  test('a setup link creates the first user, signs in, and works once', async () => {
    const { path } = await link()
    const { page, problems } = await dashboard.visitor()
    await setUp(page, path, { name: 'Ada Lovelace', email: 'ada@example.org' })
    await expectShown(page.getByRole('button', { name: /Ada Lovelace/ }))
    expect(page.url()).not.toContain(path.slice(-20))

    const other = await dashboard.visitor()
    await other.page.goto(path)
    await other.page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
    expect([...problems, ...other.problems]).toEqual([])
  })

  test('the form shows missing values at its fields before it is sent', async () => {
    const { path } = await link()
    const { page } = await dashboard.visitor()
    await page.goto(path)
    await page.getByLabel('Password').fill('short')
    await page.getByRole('button', { name: 'Create user account' }).click()
    await page.getByText('Enter your name.').waitFor()
    await expectShown(page.getByText('Use at least 12 characters.'))
  })

  test('a wrong password shows an error; the right one opens the requested page', async () => {
    const { email } = await dashboard.member('member')
    const { page } = await dashboard.visitor()
    await page.goto('/accounts')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('not the password at all')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Wrong email or password.').waitFor()
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: /^Accounts/, level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/accounts')
  })

  test('sign-in never redirects to another site', async () => {
    const { email } = await dashboard.member('member')
    const { page } = await dashboard.visitor()
    await page.goto('/sign-in?next=//example.org/')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Scans', level: 1 }).waitFor()
    expect(page.url()).toBe(`${dashboard.running.service.baseUrl}/scans`)
  })

  test('signing out ends the session', async () => {
    const { page } = await dashboard.member('member')
    await page
      .getByRole('button', { name: /Signed in as|member/ })
      .last()
      .click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto('/scans')
    await expectShown(page.getByRole('heading', { name: 'Sign in' }))
  })

  test('the sign-in page takes less than 200 KiB of script as sent', async () => {
    const { page } = await dashboard.visitor()
    const client = await page.context().newCDPSession(page)
    await client.send('Network.enable')
    const scripts = new Set<string>()
    let sentBytes = 0
    client.on('Network.responseReceived', ({ requestId, type }) => void (type === 'Script' && scripts.add(requestId)))
    client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) sentBytes += encodedDataLength
    })
    await page.goto('/sign-in')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.waitForLoadState('networkidle')
    await expect.poll(() => scripts.size).toBeGreaterThan(0)
    expect(sentBytes).toBeLessThan(scriptLimitBytes)
  })
})
