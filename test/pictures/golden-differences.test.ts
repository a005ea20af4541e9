/** Tests that changed diagrams are detected in every format, and that the report shows where. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compareGoldens, goneGoldens } from '../../scripts/goldens/compare-goldens.ts'
import { drawGoldens, type Golden } from '../../scripts/goldens/draw-goldens.ts'
import { readGoldens, writeGoldens } from '../../scripts/goldens/golden-files.ts'
import { changedBoxes } from '../../scripts/goldens/moved-boxes.ts'
import { blocksOf, differenceOfBlocks } from '../../scripts/goldens/picture-blocks.ts'
import { pictureDifference } from '../../scripts/goldens/picture-difference.ts'
import { writeReport } from '../../scripts/goldens/report.ts'
import type { Diagram } from '../../src/diagram/diagram.ts'
import { renderDiagram } from '../../src/diagram/render-diagram.ts'
import { threeTierGraph } from '../../src/diagram/testing/sample-graphs.ts'
import { drawView } from '../../src/diagram/views/draw-view.ts'
import type { Resource, ResourceGraph } from '../../src/graph/resource-graph.ts'
import { openBrowser } from '../support/browser.ts'
import { openWatchedPage } from '../support/watched-page.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surveyor-goldens-'))
})
afterAll(() => rm(folder, { recursive: true }))

const graph = threeTierGraph()

function withResources(change: (resource: Resource) => Resource | null): ResourceGraph {
  return { ...graph, resources: graph.resources.flatMap((resource) => change(resource) ?? []) }
}

const isFirstBucket = ({ type, id }: Resource): boolean => {
  return type === 'AWS::S3::Bucket' && id === graph.resources.find((each) => each.type === type)?.id
}
const before = drawView('architecture', graph)
const renamed = drawView(
  'architecture',
  withResources((resource) => (isFirstBucket(resource) ? { ...resource, name: 'aaa' } : resource)),
)
const without = drawView(
  'architecture',
  withResources((resource) => (isFirstBucket(resource) ? null : resource)),
)

async function svgOf(diagram: Diagram): Promise<string> {
  return Buffer.from((await renderDiagram(diagram, { format: 'svg', theme: 'light' })).bytes).toString()
}

async function pngOf(diagram: Diagram): Promise<Uint8Array> {
  return (await renderDiagram(diagram, { format: 'png', theme: 'light' })).bytes
}

function kept(goldens: readonly Golden[]): ReadonlyMap<string, Buffer> {
  return new Map(goldens.map(({ name, content }) => [name, content]))
}

describe('goldens', () => {
  let drawn: readonly Golden[]
  beforeAll(async () => {
    drawn = await drawGoldens(before)
  })

  test('are the same for the same diagram, and unchanged after reading from disk', async () => {
    await writeGoldens('account', drawn, folder)
    const read = await readGoldens('account', folder)
    expect(compareGoldens('account', read, await drawGoldens(before))).toEqual([])
    expect(goneGoldens('account', read, drawn)).toEqual([])
  })

  test('differ in every format if one box has another name', async () => {
    const files = compareGoldens('account', kept(drawn), await drawGoldens(renamed)).map(({ file }) => file)
    expect(files).toEqual(drawn.map(({ name }) => name))
    expect(files.length).toBeGreaterThan(9)
  })

  test('that are no longer drawn are reported and removed', async () => {
    await writeGoldens('fewer', drawn, folder)
    const fewer = drawn.filter(({ name }) => !name.endsWith('.d2') && !name.endsWith('.pdf'))
    const gone = goneGoldens('fewer', await readGoldens('fewer', folder), fewer).map(({ file }) => file)
    expect(gone.toSorted()).toEqual(['architecture.d2', 'architecture.pdf'])
    await writeGoldens('fewer', fewer, folder)
    expect(goneGoldens('fewer', await readGoldens('fewer', folder), fewer)).toEqual([])
  })
})

describe('blocks of an image', () => {
  test('are the same if pixels differ in their last bit', async () => {
    const png = await pngOf(before)
    const picture = PNG.sync.read(Buffer.from(png))
    for (let at = 0; at < picture.data.length; at += 1) {
      if (at % 4 !== 3) picture.data[at] = (picture.data[at] ?? 0) ^ 1
    }
    expect(differenceOfBlocks(blocksOf(png), blocksOf(PNG.sync.write(picture)))).toBeNull()
  })

  test('differ if a single name or the size differs', async () => {
    const blocks = blocksOf(await pngOf(before))
    expect(differenceOfBlocks(blocks, blocksOf(await pngOf(renamed)))).toMatch(/^\d+ of \d+ blocks/u)
    expect(differenceOfBlocks(blocks, blocksOf(await pngOf(drawView('inventory', graph))))).toMatch(/became/u)
  })
})

describe('the difference of two diagrams', () => {
  test('is nothing for the same picture, and some pixels for a name', async () => {
    const svg = await svgOf(before)
    expect(pictureDifference(svg, svg).changedPixels).toBe(0)
    expect(pictureDifference(svg, await svgOf(renamed)).changedPixels).toBeGreaterThan(20)
  })

  test('lists the added, removed, moved, and renamed boxes', async () => {
    const [all, fewer] = [await svgOf(before), await svgOf(without)]
    expect(changedBoxes(all, all)).toEqual([])
    const bucket = graph.resources.find(isFirstBucket)
    const removed = changedBoxes(all, fewer).filter(({ kind }) => kind === 'removed')
    expect(removed.map((change) => change.before?.id)).toEqual([`AWS::S3::Bucket/${bucket?.id}`])
    expect(changedBoxes(fewer, all).filter(({ kind }) => kind === 'added')).toHaveLength(1)
    const others = changedBoxes(all, fewer).filter(({ kind }) => kind === 'moved' || kind === 'resized')
    for (const change of others) expect(change.before?.id).toBe(change.after?.id)
    const labels = changedBoxes(all, await svgOf(renamed)).map((change) => change.after?.label ?? '')
    expect(labels.some((label) => label.startsWith('aaa'))).toBe(true)
  })
})

describe('the report', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser.close())

  test('shows before and after in every mode in a browser, with the moved boxes', async () => {
    const path = join(folder, 'report', 'goldens.html')
    const difference = { account: 'shop', file: 'architecture.svg', what: 'line 1: "<a>" became "<b>"' }
    await writeReport(
      [
        {
          title: 'shop: architecture <b>',
          before: await svgOf(before),
          after: await svgOf(without),
          differences: [difference],
        },
        { title: 'shop: network', before: null, after: await svgOf(before), differences: [difference] },
        { title: 'shop: security', before: await svgOf(before), after: null, differences: [difference] },
      ],
      path,
    )
    const { page, problems } = await openWatchedPage(browser, await readFile(path, 'utf8'))
    const compared = page.locator('#view-0 .pictures')
    await expect(page.locator('#view-0 h2').textContent()).resolves.toBe('shop: architecture <b>')
    await expect(page.locator('#view-0 tbody tr').filter({ hasText: 'removed' }).count()).resolves.toBe(1)
    const loadedWidth = (side: string): Promise<number> =>
      page.evaluate(`document.querySelector('.pictures .${side} img').naturalWidth`)
    for (const [mode, seen] of [
      ['before', ['before']],
      ['after', ['after']],
      ['difference', ['after']],
      ['swipe', ['before', 'after']],
      ['side by side', ['before', 'after']],
    ] as const) {
      await page.locator('#view-0 button', { hasText: mode }).first().click()
      for (const side of ['before', 'after'] as const) {
        const isSeen = (seen as readonly string[]).includes(side)
        await expect.poll(() => compared.locator(`.${side}`).isVisible()).toBe(isSeen)
        await expect.poll(() => loadedWidth(side)).toBeGreaterThan(0)
      }
      await expect.poll(() => compared.locator('.mask').isVisible()).toBe(mode === 'difference')
    }
    expect(problems).toEqual([])
    await page.close()
  })
})
