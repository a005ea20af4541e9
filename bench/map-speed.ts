/**
 * Measures the speed of the diagram page: the frame time with many boxes compared with few, and opening a large scan
 * compared with the demo's.
 */
import type { BrowserContext, Page } from 'playwright-core'
import { readConfiguration } from '../src/configuration.ts'
import { drawDiagrams } from '../src/drawing/diagrams.ts'
import { openDatabase } from '../src/composition/open-database.ts'
import { accountPages } from './account-pages.ts'
import type { DemoProcess } from './demo-process.ts'
import { type Figure, figure } from './figure.ts'
import { median } from './median.ts'
import { showBoxes } from './repeated-picture.ts'
import { storeScan } from './stored-scan.ts'

const resourceCount = 20_000
const [fewBoxes, manyBoxes] = [100, 2_000] as const
const repetitions = 5
const mostSlower = { opening: 3, moving: 2 }

export async function benchMaps(
  context: BrowserContext,
  demo: DemoProcess,
  say: (line: string) => void,
): Promise<readonly Figure[]> {
  const page = await context.newPage()
  await page.setViewportSize({ width: 1400, height: 900 })
  const small = await mapAddress(context, null)
  const large = await mapAddress(context, await storeLargeScan(context, demo, say))
  // Alternately, so that a busy moment of the machine affects both.
  const openings: { readonly smallMs: number; readonly largeMs: number }[] = []
  const frames: { readonly fewMs: number; readonly manyMs: number }[] = []
  for (let round = 0; round < repetitions; round += 1) {
    openings.push({ smallMs: await openingMs(page, small), largeMs: await openingMs(page, large) })
    frames.push({
      fewMs: await frameMsWith(page, small, fewBoxes),
      manyMs: await frameMsWith(page, small, manyBoxes),
    })
  }
  for (const { smallMs, largeMs } of openings) say(`opening: ${Math.round(smallMs)} ms, ${Math.round(largeMs)} ms`)
  for (const { fewMs, manyMs } of frames) say(`a frame: ${fewMs.toFixed(1)} ms, ${manyMs.toFixed(1)} ms`)
  const smallMs = median(openings.map((opening) => opening.smallMs))
  const largeMs = median(openings.map((opening) => opening.largeMs))
  const fewMs = median(frames.map((frame) => frame.fewMs))
  const manyMs = median(frames.map((frame) => frame.manyMs))
  return [
    figure("opening the demo's diagram", smallMs, 'ms'),
    figure('opening the diagram of 20,000 resources ÷ that', largeMs / smallMs, '×', mostSlower.opening),
    figure(`a frame while a diagram of ${fewBoxes} boxes is moved`, fewMs, 'ms'),
    figure(`a frame with ${manyBoxes.toLocaleString('en')} boxes ÷ that`, manyMs / fewMs, '×', mostSlower.moving),
  ]
}

/** Stores it in the demo's own organization while the service is running. Returns the scan's ID. */
async function storeLargeScan(
  context: BrowserContext,
  { folder }: DemoProcess,
  say: (line: string) => void,
): Promise<string> {
  const { organization } = await data<{ organization: { id: string } }>(context, '/session/me')
  const database = await openDatabase(readConfiguration({ DATA_DIR: folder }), say)
  try {
    const { items } = await database.store.tenant(organization.id, ({ accounts }) =>
      accounts.list({ limit: 1, after: null }),
    )
    const [connection] = items
    if (connection === undefined) throw new Error('The demo has no account')
    return await storeScan(database.store, connection, accountPages(resourceCount), drawDiagrams)
  } finally {
    await database.close()
  }
}

/** The URL of a scan's architecture diagram; of the latest scan if none is given. */
async function mapAddress(context: BrowserContext, scanId: string | null): Promise<string> {
  const { scans } = await data<{ scans: readonly { id: string }[] }>(context, '/session/scans?limit=1')
  const id = scanId ?? scans[0]?.id
  const { diagrams } = await data<{ diagrams: readonly { id: string; type: string; parentId: string | null }[] }>(
    context,
    `/session/scans/${id}/diagrams`,
  )
  const map = diagrams.find(({ type, parentId }) => type === 'architecture' && parentId === null)
  if (map === undefined) throw new Error(`The scan ${id} has no map`)
  return `/scans/${id}/map/${map.id}`
}

async function data<Data>({ request }: BrowserContext, path: string): Promise<Data> {
  return ((await (await request.get(path)).json()) as { data: Data }).data
}

/** Measures until the boxes are visible. */
async function openingMs(page: Page, address: string): Promise<number> {
  const startedAt = performance.now()
  await page.goto(address)
  await page.locator('.react-flow__node').first().waitFor()
  return performance.now() - startedAt
}

/** Returns the median frame time while a diagram with about this number of boxes is moved. */
async function frameMsWith(page: Page, address: string, boxes: number): Promise<number> {
  await showBoxes(page, boxes)
  await page.goto(address)
  // Not all boxes of a diagram are visible, because some only arrange others.
  await page
    .locator('.react-flow__node')
    .nth(Math.floor(boxes * 0.8))
    .waitFor({ state: 'attached' })
  await page.evaluate(`
    globalThis.frames = []
    let before = performance.now()
    const frame = (now) => { globalThis.frames.push(now - before); before = now; requestAnimationFrame(frame) }
    requestAnimationFrame(frame)`)
  const viewport = page.locator('.react-flow__viewport')
  const place = await viewport.getAttribute('style')
  await page.mouse.move(900, 300)
  await page.mouse.down()
  for (let step = 0; step < 60; step += 1) await page.mouse.move(900 + Math.sin(step / 8) * 200, 300 + step * 3)
  await page.mouse.up()
  if ((await viewport.getAttribute('style')) === place) throw new Error('The map did not move')
  const frames = await page.evaluate<number[]>('globalThis.frames')
  await page.unrouteAll()
  return median(frames)
}
