/** Draws the chart of a change with Mermaid in a real browser, as GitHub does. */
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../../test/support/browser.ts'
import { openWatchedPage } from '../../../test/support/watched-page.ts'
import type { WatchedPage } from '../../../test/support/watched-page.ts'
import { changed, comparison, sampleExposure } from '../../test/sample-report.ts'
import type { Change, Comparison } from '../client/index.ts'
import { changeChart } from './change-chart.ts'

const program = `
  mermaid.initialize({ startOnLoad: false, securityLevel: 'strict' })
  window.draw = async (text) => { document.body.innerHTML = (await mermaid.render('chart', text)).svg }
  window.isReady = true`

let browser: Awaited<ReturnType<typeof openBrowser>>
let watched: WatchedPage

beforeAll(async () => {
  browser = await openBrowser()
  const html = `<!doctype html><body></body><script src="/mermaid/mermaid.tiny.js"></script><script type="module">${program}</script>`
  watched = await openWatchedPage(browser, html, {
    mermaid: dirname(fileURLToPath(import.meta.resolve('@mermaid-js/tiny'))),
  })
  await watched.page.waitForFunction('window.isReady')
})
afterAll(() => browser.close())

const kinds = ['opened', 'closed', 'added', 'removed', 'replaced', 'changed'] as const
const resource = (index: number, name: string | null) => ({
  type: `T${index}`,
  id: `i-${index}`,
  arn: null,
  name,
  typeName: `T${index}`,
})

/** A change of each kind with each name, with arrows between them. */
function named(names: readonly string[], count = names.length): Comparison {
  const changes = Array.from({ length: count }, (_, index): Change => ({
    ...changed(kinds[index % kinds.length] ?? 'changed', ''),
    resource: resource(index, names[index % names.length] ?? null),
  }))
  const relationsAdded = changes.slice(1).map(({ resource: { type, id } }, index) => ({
    source: resource(index, null),
    verb: names[0] ?? 'uses',
    target: { type, id: id ?? '', name: null, typeName: type },
    evidence: '',
    basis: 'configured' as const,
  }))
  const opened = [{ ...sampleExposure, resource: resource(0, null), from: names[0] ?? 'internet' }]
  return comparison({ changes, relationsAdded, exposures: { opened, closed: [], changed: [], unknown: [] } })
}

async function draw(compared: Comparison): Promise<string> {
  const chart = changeChart(compared, 15_000)
  await watched.page.evaluate(`window.draw(${JSON.stringify(chart?.text)})`)
  return (await watched.page.locator('body').textContent()) ?? ''
}

test('every box and arrow is drawn', async () => {
  const shown = await draw(named(['web'], 59))
  expect(shown).toContain('tcp 3389 opened')
  expect(await watched.page.locator('g.node').count()).toBe(60)
  expect(await watched.page.locator('g.edgePaths path').count()).toBe(59)
  expect(watched.problems).toEqual([])
})

const hostile = [
  '<script>alert(1)</script>',
  '"] --> x["',
  '%%{init: {}}%%',
  'end',
  '- item',
  '1. item',
  '`code`',
  '<img src=x onerror=alert(1)>',
]

test('names are text: nothing runs, and they create no elements', async () => {
  const shown = await draw(named(hostile))
  for (const name of hostile.slice(0, 3)) expect(shown).toContain(name)
  expect(await watched.page.locator('body script, body img, body [onerror]').count()).toBe(0)
  expect(watched.problems).toEqual([])
})

test('any name can be drawn', async () => {
  const name = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary', maxLength: 60 }))
  await fc.assert(
    fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 5 }), async (names) => {
      await draw(named(names))
    }),
    { numRuns: 25 },
  )
  expect(watched.problems).toEqual([])
})
