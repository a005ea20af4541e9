/** Opens a page in a real browser with access only to the test's files, and records errors. */
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'

export type WatchedPage = {
  readonly page: Page
  /** Errors, dialogs, and rejected requests, one per line. */
  readonly problems: readonly string[]
}

const origin = 'http://page.test'
const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
}

/**
 * `folders`: the folders that the page may import from, by the first part of the path. Other requests are rejected and
 * recorded.
 */
export async function openWatchedPage(
  browser: Browser,
  html: string,
  folders: Readonly<Record<string, string>> = {},
  contentType = 'text/html; charset=utf-8',
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && problems.push(`console: ${message.text()}`)))
  page.on('pageerror', (error) => void problems.push(`error: ${error.message}`))
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await context.route('**/*', async (route) => {
    const { pathname, origin: asked, protocol } = new URL(route.request().url())
    if (protocol === 'data:' || protocol === 'blob:') return route.continue()
    if (asked === origin && pathname === '/') return route.fulfill({ body: html, contentType })
    const [, first = '', ...rest] = pathname.split('/')
    const folder = folders[first]
    if (asked !== origin || folder === undefined) {
      problems.push(`request: ${route.request().url()}`)
      return route.abort()
    }
    const body = await readFile(join(folder, ...rest))
    return route.fulfill({ body, contentType: mediaTypes[extname(pathname)] ?? 'application/octet-stream' })
  })
  await page.goto(`${origin}/`)
  return { page, problems }
}
