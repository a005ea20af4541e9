/** How fast and how accessible the pages are: Lighthouse on the demo's dashboard, in a browser on a desktop's line. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import lighthouse, { desktopConfig } from 'lighthouse'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../test/support/browser.ts'
import { type Bench, type Figure, figure } from './figure.ts'

const repetitions = 5
/** A score of 95 of 100 is good enough. */
const mostPointsLost = 5
const categories = ['performance', 'accessibility'] as const
const patienceMs = 120_000

type MeasuredPage = { readonly name: string; readonly path: string; readonly isSignedIn: boolean }
type Scores = Readonly<Record<(typeof categories)[number], number>>

export const benchPages: Bench = async (say) => {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-bench-'))
  const port = await freePort()
  const browser = await openBrowser([`--remote-debugging-port=${port}`])
  try {
    const demo = await startDemo(folder)
    try {
      return await measure(browser, port, demo.signInLink, say)
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
  port: number,
  signInLink: string,
  say: (line: string) => void,
): Promise<readonly Figure[]> {
  const { cookie, pages } = await signIn(browser, signInLink)
  const figures: Figure[] = []
  for (const { name, path, isSignedIn } of pages) {
    const url = new URL(path, signInLink).href
    const runs: Scores[] = []
    for (let run = 0; run < repetitions; run += 1) {
      const scores = await look(url, port, isSignedIn ? cookie : null, say)
      say(`${name}: ${categories.map((category) => `${category} ${scores[category]}`).join(', ')}`)
      runs.push(scores)
    }
    for (const category of categories) {
      const median = medianOf(runs.map((scores) => scores[category]))
      figures.push(figure(`${name}: ${category}, points short of 100`, 100 - median, 'points', mostPointsLost))
    }
  }
  return figures
}

async function look(url: string, port: number, cookie: string | null, say: (line: string) => void): Promise<Scores> {
  const flags = {
    port,
    logLevel: 'error' as const,
    onlyCategories: [...categories],
    ...(cookie !== null && { extraHeaders: { cookie }, disableStorageReset: true }),
  }
  const result = await lighthouse(url, flags, desktopConfig)
  if (result === undefined) throw new Error(`Lighthouse says nothing of ${url}`)
  const { audits, finalDisplayedUrl, categories: scored } = result.lhr
  if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}`)
  const measures = [
    'first-contentful-paint',
    'largest-contentful-paint',
    'speed-index',
    'total-blocking-time',
    'cumulative-layout-shift',
  ]
  say(`  ${measures.map((id) => `${id} ${audits[id]?.displayValue ?? '–'}`).join(', ')}`)
  const score = (category: (typeof categories)[number]) => Math.round((scored[category]?.score ?? 0) * 100)
  return { performance: score('performance'), accessibility: score('accessibility') }
}

async function signIn(
  browser: Browser,
  link: string,
): Promise<{ readonly cookie: string; readonly pages: readonly MeasuredPage[] }> {
  const context = await browser.newContext({ baseURL: new URL(link).origin })
  const page = await context.newPage()
  await page.goto(link)
  await page.getByRole('heading', { name: 'Scans', level: 1 }).waitFor()
  const data = async <Data>(path: string) => ((await (await page.request.get(path)).json()) as { data: Data }).data
  const { scans } = await data<{ scans: readonly { id: string; cloudAccountId: string }[] }>('/session/scans')
  const [scan] = scans
  if (scan === undefined) throw new Error('The demo has no scan')
  const { diagrams } = await data<{ diagrams: readonly { id: string }[] }>(`/session/scans/${scan.id}/diagrams`)
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  await context.close()
  return {
    cookie,
    pages: [
      { name: 'sign-in', path: '/sign-in', isSignedIn: false },
      { name: 'scans', path: '/scans', isSignedIn: true },
      { name: 'scan', path: `/scans/${scan.id}`, isSignedIn: true },
      { name: 'resources', path: `/scans/${scan.id}/resources`, isSignedIn: true },
      { name: 'map', path: `/scans/${scan.id}/map/${diagrams[0]?.id}`, isSignedIn: true },
      { name: 'accounts', path: '/accounts', isSignedIn: true },
    ],
  }
}

/** In a process of its own, as people run it. */
async function startDemo(folder: string): Promise<{ readonly signInLink: string; stop(): Promise<void> }> {
  const child = spawn(join(import.meta.dirname, '../bin/surveyor'), ['demo'], {
    env: { ...process.env, DATA_DIR: folder, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  const patience = setTimeout(() => child.kill('SIGTERM'), patienceMs)
  for await (const line of createInterface(child.stdout)) {
    const signInLink = /(http\S+)  the dashboard/.exec(line)?.[1]
    if (signInLink === undefined) continue
    clearTimeout(patience)
    child.stdout.resume()
    return { signInLink, stop }
  }
  throw new Error('The demo ended before it gave a link to sign in')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
