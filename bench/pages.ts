/**
 * Measures speed and accessibility of the built pages, and the speed of the diagram page with large accounts, in a
 * browser with the demo's dashboard.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { openBrowser } from '../test/support/browser.ts'
import { type DemoProcess, startDemoProcess } from './demo-process.ts'
import type { Bench, Figure } from './figure.ts'
import { freePort } from './free-port.ts'
import { benchMaps } from './map-speed.ts'
import { benchScores, type ScoredPage } from './page-scores.ts'
import { waitForQuiet } from './quiet-machine.ts'

export const benchPages: Bench = async (say) => {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-bench-'))
  const debuggingPort = await freePort()
  const browser = await openBrowser([`--remote-debugging-port=${debuggingPort}`])
  try {
    const demo = await startDemoProcess(folder)
    try {
      return await measure(browser, debuggingPort, demo, say)
    } finally {
      await demo.stop()
    }
  } finally {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(
  browser: Browser,
  debuggingPort: number,
  demo: DemoProcess,
  say: (line: string) => void,
): Promise<readonly Figure[]> {
  const context = await browser.newContext({ baseURL: new URL(demo.signInLink).origin, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(demo.signInLink)
  await page.getByRole('heading', { name: 'Scans', level: 1 }).waitFor()
  await page.close()
  const pages = await pagesOfDemo(context)
  say(`others take ${Math.round((await waitForQuiet()) * 100)} % of the processors`)
  return [...(await benchScores(context, debuggingPort, pages, say)), ...(await benchMaps(context, demo, say))]
}

/** One page of every kind. The omitted ones have the same parts as one of these. */
async function pagesOfDemo(context: BrowserContext): Promise<readonly ScoredPage[]> {
  const data = async <Data>(path: string) => ((await (await context.request.get(path)).json()) as { data: Data }).data
  const { scans } = await data<{ scans: readonly { id: string }[] }>('/session/scans')
  const [scan] = scans
  if (scan === undefined) throw new Error('The demo has no scan')
  const { diagrams } = await data<{ diagrams: readonly { id: string }[] }>(`/session/scans/${scan.id}/diagrams`)
  const ofScan = `/scans/${scan.id}`
  const signedIn = {
    scans: '/scans',
    scan: ofScan,
    resources: `${ofScan}/resources`,
    coverage: `${ofScan}/coverage`,
    comparison: `${ofScan}/changes`,
    map: `${ofScan}/map/${diagrams[0]?.id}`,
    accounts: '/accounts',
    'account wizard': '/accounts/connect',
    'API keys': '/keys',
    members: '/members',
    settings: '/settings',
    'audit log': '/audit',
    profile: '/profile',
  }
  return [
    { name: 'sign-in', path: '/sign-in', isSignedIn: false },
    ...Object.entries(signedIn).map(([name, path]) => ({ name, path, isSignedIn: true })),
  ]
}
