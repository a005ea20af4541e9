import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { largeWorld } from '../../src/simulated/worlds/large.ts'
import { findBrowser, openTestDashboard, type TestDashboard } from '../support/dashboard.ts'

const browser = await findBrowser()

/** Milliseconds until the boxes stand there, the least of three. */
async function openingMs(page: Page): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const startedAt = performance.now()
    await page.reload()
    await page.locator('.react-flow__node').first().waitFor()
    times.push(performance.now() - startedAt)
  }
  return Math.min(...times)
}

/** The median time of a frame while the map is moved, milliseconds. */
async function frameMs(page: Page): Promise<number> {
  await page.evaluate(`
    globalThis.frames = []
    let before = performance.now()
    const frame = (now) => { globalThis.frames.push(now - before); before = now; requestAnimationFrame(frame) }
    requestAnimationFrame(frame)`)
  const viewport = page.locator('.react-flow__viewport')
  const before = await viewport.getAttribute('style')
  await page.mouse.move(900, 300)
  await page.mouse.down()
  for (let step = 0; step < 60; step += 1) await page.mouse.move(900 + Math.sin(step / 8) * 200, 300 + step * 3)
  await page.mouse.up()
  expect(await viewport.getAttribute('style')).not.toBe(before)
  const frames = (await page.evaluate<number[]>('globalThis.frames')).sort((left, right) => left - right)
  return frames[Math.floor(frames.length / 2)] ?? 0
}

async function frameMsWith(page: Page, boxes: number): Promise<number> {
  await repeatPicture(page, boxes)
  await page.reload()
  await expect.poll(() => page.locator('.react-flow__node').count()).toBeGreaterThan(boxes * 0.8)
  return frameMs(page)
}

describe.skipIf(browser === null)('the map at any size', () => {
  const dashboards: TestDashboard[] = []
  let small: Page
  let large: Page

  beforeAll(async () => {
    small = await openMap('three-tier')
    large = await openMap(largeWorld(20_000))
  }, 240_000)
  afterAll(async () => {
    for (const dashboard of dashboards) await dashboard.close()
    await browser?.close()
  })

  async function openMap(world: NonNullable<Parameters<typeof openTestDashboard>[1]>['world']): Promise<Page> {
    const dashboard = await openTestDashboard(
      browser as NonNullable<typeof browser>,
      world === undefined ? {} : { world },
    )
    dashboards.push(dashboard)
    const scan = await dashboard.running.scan()
    const { diagrams } = await dashboard.running.get<{ diagrams: readonly { id: string; parentId: string | null }[] }>(
      `/api/diagrams?scanId=${scan.id}&type=architecture&limit=100`,
    )
    const { page } = await dashboard.member('viewer')
    await page.goto(`/scans/${scan.id}/map/${diagrams.find(({ parentId }) => parentId === null)?.id}`)
    await page.locator('.react-flow__node').first().waitFor()
    return page
  }

  test('opens 20,000 resources in at most three times the time of a few', async () => {
    const [smallMs, largeMs] = [await openingMs(small), await openingMs(large)]
    expect(largeMs).toBeLessThan(smallMs * 3)
  }, 60_000)

  test('moves at least half as smoothly with 2,000 boxes as with 100', async () => {
    const fewMs = await frameMsWith(small, 100)
    const manyMs = await frameMsWith(small, 2000)
    expect(manyMs).toBeLessThanOrEqual(fewMs * 2)
  }, 120_000)
})

type Picture = {
  readonly width: number
  readonly height: number
  readonly boxes: readonly Box[]
  readonly routes: readonly Route[]
}
type Point = { readonly x: number; readonly y: number }
type Box = Point & {
  readonly element: { readonly id: string }
  readonly parentId: string | null
  readonly icon: Point | null
  readonly texts: readonly Point[]
}
type Route = {
  readonly edge: { readonly id: string; readonly source: string; readonly target: string }
  readonly points: readonly Point[]
}

const gap = 80

/** Hands out the service's own picture over and over, side by side, until so many boxes are on it. */
async function repeatPicture(page: Page, boxes: number): Promise<void> {
  await page.unrouteAll()
  await page.route('**/content?*', async (route) => {
    const response = await route.fetch()
    const picture = (await response.json()) as Picture
    const copies = Math.ceil(boxes / picture.boxes.length)
    const columns = Math.ceil(Math.sqrt(copies))
    const moved = Array.from({ length: copies }, (_, copy) =>
      movedBy(picture, {
        name: `copy ${copy} `,
        x: (copy % columns) * (picture.width + gap),
        y: Math.floor(copy / columns) * (picture.height + gap),
      }),
    )
    await route.fulfill({
      response,
      json: {
        ...picture,
        width: columns * (picture.width + gap),
        height: columns * (picture.height + gap),
        boxes: moved.flatMap((copy) => copy.boxes),
        routes: moved.flatMap((copy) => copy.routes),
      },
    })
  })
}

function movedBy({ boxes, routes }: Picture, { name, x, y }: Point & { readonly name: string }) {
  const move = <Moved extends Point>(point: Moved): Moved => ({ ...point, x: point.x + x, y: point.y + y })
  return {
    boxes: boxes.map((box) => ({
      ...move(box),
      element: { ...box.element, id: `${name}${box.element.id}` },
      parentId: box.parentId === null ? null : `${name}${box.parentId}`,
      icon: box.icon === null ? null : move(box.icon),
      texts: box.texts.map((text) => move(text)),
    })),
    routes: routes.map(({ edge, points, ...rest }) => ({
      ...rest,
      edge: { ...edge, id: `${name}${edge.id}`, source: `${name}${edge.source}`, target: `${name}${edge.target}` },
      points: points.map((point) => move(point)),
    })),
  }
}
