/**
 * Measures the longest pauses of an event loop next to drawing threads, and while idle. `node
 * bench/picture-stall-process.ts` prints the figures. It runs in its own process with the options of the service.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { overviewOptions } from '../src/diagram/draw-page.ts'
import { drawDiagrams } from '../src/drawing/diagrams.ts'
import { openDrawing } from '../src/drawing/drawing-pool.ts'
import { openEmbeddedPostgres } from '../src/store/embedded-postgres.ts'
import { runtimeLogin } from '../src/store/runtime-login.ts'
import { openStore } from '../src/store/store.ts'
import { accountPages } from './account-pages.ts'
import { type Figure, figure } from './figure.ts'
import { median } from './median.ts'
import { newConnection, storeScan } from './stored-scan.ts'

const resourceCount = 20_000
/** Idle and drawing alternately, so that a busy moment of the machine affects both. */
const rounds = 4
const windowsInRound = 5
const windowMs = 1_000
const plain = {
  format: 'svg',
  theme: 'light',
  scale: 1,
  stamp: false,
  part: 1,
  characterLimit: 50_000,
  hide: [],
  fold: [],
  compare: null,
  alone: null,
  detail: 'summary',
} as const
const secretKey = 'a secret of the bench alone, of no other use'

async function measure(): Promise<readonly Figure[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'surveyor-bench-'))
  // As root, the server runs as another account, which needs access to its data here.
  await chmod(dataDirectory, 0o755)
  const postgres = await openEmbeddedPostgres({ dataDirectory, onNotice: console.error })
  const store = await openStore({ ownerUrl: postgres.ownerUrl, secretKey })
  const drawing = openDrawing({ runtimeUrl: runtimeLogin(postgres.ownerUrl, secretKey).url })
  try {
    const connection = await newConnection(store, 'pictures')
    const { organizationId } = connection
    const scanId = await storeScan(store, connection, accountPages(resourceCount), drawDiagrams)
    const { items } = await store.tenant(organizationId, ({ diagrams }) =>
      diagrams.list({ scanId }, { limit: 5, after: null }),
    )
    const ids = items.map(({ id }) => id)
    const idle: number[] = []
    const busy: number[] = []
    let pictures = 0
    // Different options make the drawing thread draw the view again.
    const draw = async (stop: AbortSignal): Promise<void> => {
      const options = { ...plain, page: { ...overviewOptions, depth: 1 } }
      while (!stop.aborted) {
        const diagramId = ids[pictures++ % ids.length] ?? ''
        const caller = { leaving: stop, halfClosed: stop }
        await drawing.picture({ organizationId, diagramId, options }, caller).catch((error: unknown) => {
          if (!stop.aborted) throw error
        })
      }
    }
    for (let round = 0; round < rounds; round += 1) {
      idle.push(...(await longestPauses()))
      const stop = new AbortController()
      const drawers = [draw(stop.signal), draw(stop.signal), draw(stop.signal)]
      busy.push(...(await longestPauses()))
      stop.abort()
      await Promise.all(drawers)
    }
    const [idleMs, busyMs] = [median(idle), median(busy)]
    return [
      figure('event loop: longest pause of a second while drawing ÷ that of an idle service', busyMs / idleMs, '×', 2),
      figure('event loop: longest pause of a second, idle service', idleMs, 'ms'),
      figure('event loop: longest pause of a second while 20,000 resources are drawn repeatedly', busyMs, 'ms'),
      figure(
        'pictures of 20,000 resources meanwhile, by focus and depth, a second',
        pictures / ((rounds * windowsInRound * windowMs) / 1000),
        'pictures',
      ),
    ]
  } finally {
    await drawing.close()
    await store.close()
    await postgres.close()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

/** The longest pause of each second. The median counts, because a single pause may come from the machine. */
async function longestPauses(): Promise<readonly number[]> {
  const longest: number[] = []
  for (let window = 0; window < windowsInRound; window += 1) {
    const histogram = monitorEventLoopDelay({ resolution: 1 })
    histogram.enable()
    await sleep(windowMs)
    histogram.disable()
    longest.push(histogram.max / 1e6)
  }
  return longest
}

process.stdout.write(JSON.stringify(await measure()))
