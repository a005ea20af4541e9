/** Runs the whole service with a simulated cloud, and opens its dashboard in a real browser. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { invite } from '../../src/identity/invitation-acceptance.ts'
import type { MemberRole } from '../../src/store/member-role.ts'
import { openBrowser } from './browser.ts'
import { buildDashboard } from './built-dashboard.ts'
import { type RunningTestService, startRunningService } from './running-service.ts'

export const password = 'correct horse battery staple'

export type TestDashboard = {
  readonly running: RunningTestService
  readonly browser: Browser
  /** Opens a page of a new, signed-in member. */
  member(role: MemberRole, options?: PageOptions): Promise<DashboardPage>
  /** Opens a page without a user. */
  visitor(options?: PageOptions): Promise<DashboardPage>
  close(): Promise<void>
}

export type PageOptions = {
  readonly width?: number
  readonly height?: number
  readonly colorScheme?: 'light' | 'dark'
  /** The stored session of an earlier sign-in. */
  readonly session?: Awaited<ReturnType<BrowserContext['storageState']>>
}

export type DashboardPage = {
  readonly page: Page
  readonly email: string
  /** Errors of scripts and the content security policy, one per line. Rejected requests don't count. */
  readonly problems: readonly string[]
  session(): ReturnType<BrowserContext['storageState']>
}

/** Returns `null` if no browser can run, and prints the reason. */
export async function findBrowser(): Promise<Browser | null> {
  try {
    return await openBrowser()
  } catch (error) {
    process.stderr.write(`The pages were NOT tested. ${error instanceof Error ? error.message : String(error)}\n`)
    return null
  }
}

export async function openTestDashboard(
  browser: Browser,
  options: Parameters<typeof startRunningService>[0] = {},
): Promise<TestDashboard> {
  await buildDashboard()
  const running = await startRunningService(options)
  const { service, organizationId } = running
  const contexts: BrowserContext[] = []
  let people = 0

  async function visitor(pageOptions: PageOptions = {}, email = ''): Promise<DashboardPage> {
    const { width = 1280, height = 900, colorScheme = 'light', session } = pageOptions
    const context = await browser.newContext({
      baseURL: service.baseUrl,
      viewport: { width, height },
      colorScheme,
      reducedMotion: 'reduce',
      ...(session !== undefined && { storageState: session }),
    })
    contexts.push(context)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.baseUrl })
    const page = await context.newPage()
    page.setDefaultTimeout(180_000)
    const problems: string[] = []
    page.on('pageerror', (error) => void problems.push(error.message))
    page.on('console', (message) => {
      // Chromium prints a line for each rejected request. The page's reaction is tested separately.
      const isRefusal = message.text().startsWith('Failed to load resource')
      if (message.type() === 'error' && !isRefusal) problems.push(message.text())
    })
    return { page, email, problems, session: () => context.storageState() }
  }

  return {
    running,
    browser,
    visitor: (pageOptions) => visitor(pageOptions),
    async member(role, pageOptions) {
      people += 1
      const email = `${role}-${people}@example.org`
      const { path } = await invite(service.store, organizationId, {
        email: null,
        role,
        invitedBy: null,
        address: null,
      })
      const opened = await visitor(pageOptions, email)
      await setUp(opened.page, path, { name: `${role} ${people}`, email })
      return opened
    },
    async close() {
      for (const context of contexts) await context.close()
      await running.close()
    },
  }
}

/** Creates a user account with a link, and signs in. */
export async function setUp(
  page: Page,
  path: string,
  person: { readonly name: string; readonly email: string | null },
): Promise<void> {
  await page.goto(path)
  await page.getByLabel('Name').fill(person.name)
  if (person.email !== null) await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create user account' }).click()
  await page.getByRole('heading', { name: 'Scans', level: 1 }).waitFor()
}

/** Returns how many pixels of a table are only visible after scrolling. */
export function hiddenWidth(table: Locator): Promise<number> {
  return table.evaluate((element) => element.scrollWidth - (element.parentElement?.clientWidth ?? 0))
}

/** Waits until it is visible. Rejects if it doesn't appear. */
export async function expectShown(locator: Locator): Promise<void> {
  await locator.first().waitFor({ state: 'visible' })
}
