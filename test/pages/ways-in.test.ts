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
import { onFreePort } from '../support/free-port.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { type OidcServer, startOidcServer } from '../support/oidc-server.ts'
import { openOperatorCommands } from '../support/operator-commands.ts'

const browser = await findBrowser()
const templateUrl = 'https://templates.example.org/surveyor.json'

describe.skipIf(browser === null)('a sign-in method', () => {
  let dashboard: TestDashboard
  let oidc: OidcServer
  let mail: MailServer

  beforeAll(async () => {
    mail = await startMailServer()
    const smtpUrl = mail.url
    await onFreePort(async (port) => {
      const publicUrl = `http://127.0.0.1:${port}`
      oidc = await startOidcServer(`${publicUrl}/session/auth/callback/oidc`)
      const { issuer, clientId, clientSecret } = oidc
      dashboard = await openTestDashboard(browser as NonNullable<typeof browser>, {
        configuration: {
          port,
          publicUrl,
          templateUrl,
          oidc: { issuer, clientId, clientSecret, name: 'Example ID' },
          mail: { smtpUrl, from: 'surveyor@example.com' },
        },
      }).catch(async (error: unknown) => {
        await oidc.close()
        throw error
      })
    })
  })
  afterAll(async () => {
    await dashboard.close()
    await oidc.close()
    await mail.close()
    await browser?.close()
  })

  const linkIn = async (email: string) => {
    const link = () => /(http\S+#\S+)/.exec(mail.mails.findLast(({ to }) => to === email)?.text ?? '')?.[1] ?? ''
    await expect.poll(link).not.toBe('')
    return link()
  }

  test('is the operator’s setup link for the first owner', async () => {
    const { service, organizationId } = dashboard.running
    const operator = await openOperatorCommands()
    const answer = await operator.answered(['admin', 'link', '--org', organizationId], {
      withStore: (work) => work(service.store),
      baseUrl: () => service.baseUrl,
    })
    await operator.close()
    const { page, problems } = await dashboard.visitor()
    await setUp(page, String(answer['link']), { name: 'Ada Lovelace', email: 'ada@example.org' })
    await page.getByRole('link', { name: 'Settings' }).waitFor()
    expect(problems).toEqual([])
  })

  test('is the link that the demo prints, once', async () => {
    const link = await dashboard.running.service.signInLink('demo@example.com')
    const { page, problems } = await dashboard.visitor()
    await page.goto(link ?? '')
    await page.getByRole('heading', { name: 'Scans', level: 1 }).waitFor()
    await expectShown(page.getByRole('button', { name: /Signed in as Demo|^Demo$/ }))

    const late = await dashboard.visitor()
    await late.page.goto(link ?? '')
    await late.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await expectShown(late.page.getByText('The link was already used or expired.'))
    expect(problems).toEqual([])
  })

  test('is single sign-on for invited users', async () => {
    const { service, organizationId } = dashboard.running
    await invite(service.store, organizationId, {
      email: 'grace@example.org',
      role: 'viewer',
      invitedBy: null,
      address: null,
    })
    const signOn = async (name: string) => {
      oidc.setPerson({ sub: name, email: `${name}@example.org`, emailVerified: true, name })
      const { page, problems } = await dashboard.visitor()
      await page.goto('/sign-in')
      await page.getByRole('button', { name: 'Sign in with Example ID' }).click()
      await page.locator('input[name="login"]').fill(name)
      await page.locator('input[name="password"]').fill('any')
      await page.locator('button[type="submit"]').click()
      const consent = page.getByRole('button', { name: 'Continue' })
      const away = page.waitForURL((url) => url.origin === service.baseUrl)
      await Promise.race([away, consent.click().catch(() => undefined)])
      await away
      return { page, problems }
    }
    const invited = await signOn('grace')
    await invited.page.getByRole('heading', { name: 'Scans', level: 1 }).waitFor()
    expect(invited.problems).toEqual([])
    const stranger = await signOn('mallory')
    await stranger.page.getByText('SSO sign-in failed.').waitFor()
  })

  test('is only single sign-on if enforced: users with a password link it and continue', async () => {
    const { service } = dashboard.running
    const { id = '' } = (await service.store.organizations.insert('Strict organization')) ?? {}
    const joined = async (role: 'owner' | 'viewer') => {
      const { path } = await invite(service.store, id, { email: null, role, invitedBy: null, address: null })
      const opened = await dashboard.visitor()
      await setUp(opened.page, path, { name: role, email: `strict-${role}@example.org` })
      return opened
    }
    const [owner, viewer] = [await joined('owner'), await joined('viewer')]
    await owner.page.goto('/settings')
    await owner.page.getByLabel('Enforce SSO').click()
    await owner.page.getByText('SSO enforcement was turned on.').waitFor()
    await owner.page.getByText('(enforced, except for owners)').waitFor()
    await owner.page.goto('/scans')
    await owner.page.getByRole('heading', { name: 'Scans', level: 1 }).waitFor()

    const { page } = viewer
    await page.goto('/accounts')
    await page.getByRole('heading', { name: 'Strict organization requires single sign-on (SSO)', level: 1 }).waitFor()
    expect(await page.getByRole('link', { name: 'Scans' }).count()).toBe(0)
    oidc.setPerson({ sub: 'strict', email: 'strict-viewer@example.org', emailVerified: true, name: 'viewer' })
    await page.getByRole('button', { name: 'Link Example ID' }).click()
    await page.locator('input[name="login"]').fill('strict')
    await page.locator('input[name="password"]').fill('any')
    await page.locator('button[type="submit"]').click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Sign in with Example ID to view the accounts').waitFor()
    await page.getByRole('button', { name: 'Sign in with Example ID' }).click()
    await page.getByRole('heading', { name: /^Accounts/, level: 1 }).waitFor()
    await page.goto('/profile')
    await page.getByText('You can sign in with Example ID.').waitFor()
    expect([...owner.problems, ...viewer.problems]).toEqual([])
  })

  test('shows its error, also after linking single sign-on', async () => {
    const { page, problems } = await dashboard.visitor()
    await page.goto('/sign-in?error=email_does_not_match')
    await page.getByText('your SSO account uses a different email address').waitFor()
    await page.goto('/sign-in?error=of_another_kind')
    await page.getByText('SSO sign-in failed.').waitFor()
    expect(problems).toEqual([])
  })

  test('is a new password from an emailed link, which replaces the old one', async () => {
    const { email } = await dashboard.member('member')
    const { page, problems } = await dashboard.visitor()
    await page.goto('/sign-in')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await page.getByText('we sent a reset link').waitFor()

    await page.goto(await linkIn(email))
    const newPassword = 'another battery staple horse'
    await page.getByLabel('New password').fill(newPassword)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('link', { name: 'Go to sign-in' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('Wrong email or password.').waitFor()
    await page.getByLabel('Password').fill(newPassword)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Scans', level: 1 }).waitFor()
    expect(problems).toEqual([])
  })

  test('can switch to another organization and back, each with its own data', async () => {
    const { service } = dashboard.running
    const { page, email, problems } = await dashboard.member('owner')
    const other = await service.store.organizations.insert('Second organization')
    const { path } = await invite(service.store, other?.id ?? '', {
      email,
      role: 'viewer',
      invitedBy: null,
      address: null,
    })
    await page.goto(path)
    await page.getByRole('button', { name: `Join as ${email}` }).click()
    await page.getByRole('heading', { name: 'Scans', level: 1 }).waitFor()

    const switchTo = async (name: string) => {
      await page.getByRole('button', { name: /^Organization: / }).click()
      await page.getByRole('menuitem', { name }).click()
      await page.getByRole('button', { name: `Organization: ${name}` }).waitFor()
    }
    await page.goto('/accounts')
    await switchTo('Second organization')
    await expectShown(page.getByText('No accounts'))
    expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0)
    await switchTo('Demo')
    await page.getByRole('link', { name: 'Settings' }).waitFor()
    await page.getByRole('link', { name: 'Accounts', exact: true }).click()
    await page.getByRole('link', { name: 'storefront-production' }).waitFor()
    expect(problems).toEqual([])
  })

  test('to the console of an account is filled in, where the template is hosted', async () => {
    const { page } = await dashboard.member('admin')
    const { connectionId } = dashboard.running
    const { externalId } = await dashboard.running.get<{ externalId: string }>(`/api/accounts/${connectionId}`)
    await page.goto(`/accounts/${connectionId}/connect`)
    const link = page.getByRole('link', { name: /Open CloudFormation console/ })
    const address = new URL((await link.getAttribute('href')) ?? '')
    const parameters = new URLSearchParams(address.hash.replace(/^[^?]*\?/, ''))
    expect(address.host).toBe('console.aws.amazon.com')
    expect(parameters.get('templateURL')).toBe(templateUrl)
    expect(parameters.get('param_ExternalId')).toBe(externalId)
  })
})
