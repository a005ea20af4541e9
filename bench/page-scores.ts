/** Measures Lighthouse scores of pages on first load with desktop settings. */
import type { BrowserContext } from 'playwright-core'
import { type Figure, figure } from './figure.ts'
import { loadLighthouse } from './lighthouse.ts'
import { median } from './median.ts'

const repetitions = 5
/** The goal is a score of at least 95 of 100. */
const mostPointsLost = 5
/** How long a page must be idle to count as loaded. Lighthouse's own second would take too long for all pages. */
const quietMs = 500
/** The metrics of the performance score. */
const metrics = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'speed-index',
  'total-blocking-time',
  'cumulative-layout-shift',
] as const

export type ScoredPage = { readonly name: string; readonly path: string; readonly isSignedIn: boolean }
type Category = 'performance' | 'accessibility'
type Look = (page: ScoredPage, category: Category) => Promise<{ readonly points: number; readonly detail: string }>

/** Measures in rounds, so that a busy moment of the machine affects only one run of each page. */
export async function benchScores(
  context: BrowserContext,
  debuggingPort: number,
  pages: readonly ScoredPage[],
  say: (line: string) => void,
): Promise<readonly Figure[]> {
  const look = await looker(context, debuggingPort, say)
  const points = new Map<ScoredPage, number[]>(pages.map((page) => [page, []]))
  for (let round = 0; round < repetitions; round += 1) {
    for (const [page, scores] of points) {
      const scored = await look(page, 'performance')
      say(`${page.name}: performance ${scored.points} (${scored.detail})`)
      scores.push(scored.points)
    }
  }
  const figures: Figure[] = []
  for (const [page, scores] of points) {
    // Measured once, because accessibility doesn't vary like times do.
    const accessibility = await look(page, 'accessibility')
    const lost = { performance: 100 - median(scores), accessibility: 100 - accessibility.points }
    for (const [category, value] of Object.entries(lost))
      figures.push(figure(`${page.name}: ${category}, points below 100`, value, 'points', mostPointsLost))
  }
  return figures
}

async function looker(context: BrowserContext, port: number, say: (line: string) => void): Promise<Look> {
  const { default: lighthouse, desktopConfig } = await loadLighthouse(say)
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const origin = (await context.request.get('/')).url()
  return async ({ path, isSignedIn }, category) => {
    const url = new URL(path, origin).href
    const flags = {
      port,
      logLevel: 'error',
      disableFullPageScreenshot: true,
      pauseAfterFcpMs: quietMs,
      pauseAfterLoadMs: quietMs,
      networkQuietThresholdMs: quietMs,
      cpuQuietThresholdMs: quietMs,
      ...(isSignedIn && { extraHeaders: { cookie } }),
      ...(category === 'performance' ? { onlyAudits: [...metrics] } : { onlyCategories: [category] }),
    }
    const result = await lighthouse(url, flags, desktopConfig)
    if (result === undefined) throw new Error(`Lighthouse returned no result for ${url}`)
    const { audits, finalDisplayedUrl, categories, runtimeError } = result.lhr
    if (runtimeError !== undefined) throw new Error(`Lighthouse on ${url}: ${runtimeError.message}`)
    if (finalDisplayedUrl !== url) throw new Error(`${url} redirected to ${finalDisplayedUrl}`)
    const score = categories[category]?.score
    if (typeof score !== 'number') throw new Error(`Lighthouse returned no score of ${url} for ${category}`)
    const detail = metrics.map((id) => `${id} ${audits[id]?.displayValue ?? '–'}`).join(', ')
    return { points: Math.round(score * 100), detail }
  }
}
