/**
 * Takes screenshots of every page: light and dark, on a phone, a laptop, and a 4K screen, with the content of the
 * simulated account; and the few for the documentation.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changedWorld } from '../../scripts/goldens/changed-world.ts'
import { loadWorld } from '../../src/simulated/world-catalogue.ts'
import { createShareLink } from '../support/create-share-link.ts'
import { openBrowser } from '../support/browser.ts'
import { openTestDashboard, type TestDashboard } from '../support/dashboard.ts'

const folder = resolve(import.meta.dirname, '../../gallery')
const documentsFolder = resolve(import.meta.dirname, '../../docs/dashboard')
const themes = ['light', 'dark'] as const
const screens = [
  { name: 'phone', width: 360, height: 740 },
  { name: 'laptop', width: 1400, height: 900 },
  { name: '4k', width: 3840, height: 2160 },
] as const

/** The screenshots in the documentation, by page name. */
const inDocuments = [
  { name: 'scan', screen: 'laptop', colorScheme: 'light' },
  { name: 'map architecture', screen: 'laptop', colorScheme: 'light' },
  { name: 'map with details', screen: 'laptop', colorScheme: 'dark' },
  { name: 'coverage', screen: 'laptop', colorScheme: 'light' },
  { name: 'resources', screen: 'laptop', colorScheme: 'dark' },
  { name: 'changes', screen: 'laptop', colorScheme: 'light' },
  { name: 'connect role', screen: 'laptop', colorScheme: 'light' },
  { name: 'scans', screen: 'phone', colorScheme: 'dark' },
] as const
const webpQuality = 85

/** The time for animations to end. */
const settleMs = 500
const busyTimeoutMs = 60_000

const browser = await openBrowser()
let dashboard: TestDashboard
let pages: readonly { readonly name: string; readonly address: string; readonly act?: (page: Page) => Promise<void> }[]

beforeAll(async () => {
  const world = structuredClone(await loadWorld('three-tier'))
  dashboard = await openTestDashboard(browser, { world })
  const { running } = dashboard
  await running.scan()
  Object.assign(world.accounts[0]?.regions ?? {}, changedWorld(world).accounts[0]?.regions)
  const changed = await running.scan()
  const { roleArn = '' } = running.cloud.accounts[0] ?? {}
  const { externalId } = await running.get<{ externalId: string }>(`/api/accounts/${running.connectionId}`)
  running.cloud.setRole({
    roleArn,
    externalId,
    allowedActions: ['ec2:*', 'elasticloadbalancing:*', 'rds:*', 'lambda:*', 's3:*', 'tag:*'],
  })
  const scan = await running.scan()
  const { diagrams } = await running.get<{
    diagrams: readonly { id: string; type: string; parentId: string | null }[]
  }>(`/api/diagrams?scanId=${scan.id}&limit=100`)
  const web = (await running.resources(scan.id)).find(({ name }) => name === 'web-2')
  const resource = `${web?.type}~${web?.id}`
  const ofScan = `/scans/${scan.id}`
  const ofAccount = `/accounts/${running.connectionId}`
  const mapOf = (type: string) =>
    `${ofScan}/map/${diagrams.find((diagram) => diagram.type === type && diagram.parentId === null)?.id}`
  const diagramId = diagrams.find(({ type, parentId }) => type === 'architecture' && parentId === null)?.id ?? ''
  await createShareLink(running, { diagramId, name: 'Production' }, { frameAncestors: ['https://wiki.example.com'] })
  await createShareLink(running, { diagramId, name: 'Architecture review of the last quarter', pinned: true })
  pages = [
    { name: 'scans', address: '/scans' },
    { name: 'start a scan', address: '/scans?start' },
    { name: 'scan', address: ofScan },
    { name: 'diagrams', address: `${ofScan}/diagrams` },
    { name: 'resources', address: `${ofScan}/resources` },
    { name: 'exposure', address: `${ofScan}/exposure` },
    { name: 'coverage', address: `${ofScan}/coverage` },
    { name: 'changes', address: `/scans/${changed.id}/changes` },
    ...['overview', 'architecture', 'network', 'dataflow', 'security', 'inventory'].map((type) => ({
      name: `map ${type}`,
      address: mapOf(type),
    })),
    {
      name: 'map with details',
      address: `${mapOf('architecture')}?box=${encodeURIComponent(resource.replace('~', '/'))}&resource=${encodeURIComponent(resource)}`,
    },
    { name: 'map with search', address: `${mapOf('architecture')}?q=web` },
    {
      name: 'map with legend',
      address: mapOf('architecture'),
      act: (page) => page.getByRole('button', { name: 'Legend' }).click(),
    },
    ...['Public', 'Open ports', 'Not read', 'Changed', 'Unused'].map((question) => ({
      name: `map ${question.toLowerCase()}`,
      address: mapOf('architecture'),
      act: (page: Page) => page.getByRole('button', { name: question, exact: true }).click(),
    })),
    { name: 'schedules', address: '/schedules' },
    { name: 'alerts', address: '/alerts' },
    { name: 'views', address: '/views' },
    {
      name: 'share',
      address: mapOf('architecture'),
      act: async (page) => {
        await page.getByRole('button', { name: 'Share', exact: true }).click()
        await page.getByRole('menuitem', { name: 'Create share link' }).click()
      },
    },
    { name: 'accounts', address: '/accounts' },
    { name: 'account', address: ofAccount },
    { name: 'connect', address: '/accounts/connect' },
    { name: 'connect role', address: `${ofAccount}/connect` },
    { name: 'connect checklist', address: `${ofAccount}/connect?step=check` },
    { name: 'keys', address: '/keys' },
    { name: 'members', address: '/members' },
    { name: 'settings', address: '/settings' },
    { name: 'audit', address: '/audit' },
    { name: 'profile', address: '/profile' },
    { name: 'not found', address: '/nothing-here' },
  ]
})
afterAll(async () => {
  await dashboard.close()
  await browser.close()
})

test('every page, in each theme, on each screen', async () => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const session = await (await dashboard.member('owner')).session()
  const files: string[] = []
  for (const colorScheme of themes) {
    for (const { name: screen, ...size } of screens) {
      const options = { ...size, colorScheme }
      const [signedIn, visitor] = [await dashboard.visitor({ ...options, session }), await dashboard.visitor(options)]
      const shoot = async (page: Page, name: string) => {
        const file = `${name.replaceAll(' ', '-')}-${screen}-${colorScheme}.png`
        await rest(page)
        await page.screenshot({ path: join(folder, file) })
        files.push(file)
      }
      for (const { name, address, act } of pages) {
        await signedIn.page.goto(address)
        await act?.(signedIn.page)
        await shoot(signedIn.page, name)
      }
      for (const [name, address] of [
        ['sign in', '/sign-in'],
        ['forgot password', '/forgot-password'],
        ['reset password', '/reset-password#token'],
      ] as const) {
        await visitor.page.goto(address)
        await shoot(visitor.page, name)
      }
      expect([...signedIn.problems, ...visitor.problems]).toEqual([])
      await signedIn.page.context().close()
      await visitor.page.context().close()
    }
  }
  await writeFile(join(folder, 'index.html'), overview(files))
})

test('the pages that the documents show', async () => {
  await mkdir(documentsFolder, { recursive: true })
  const session = await (await dashboard.member('owner')).session()
  for (const { name, screen, colorScheme } of inDocuments) {
    const { width, height } = screens.find((known) => known.name === screen) ?? screens[1]
    const { page, problems } = await dashboard.visitor({ width, height, colorScheme, session })
    const shown = pages.find((known) => known.name === name)
    await page.goto(shown?.address ?? '')
    await shown?.act?.(page)
    await rest(page)
    const client = await page.context().newCDPSession(page)
    const { data } = await client.send('Page.captureScreenshot', { format: 'webp', quality: webpQuality })
    const file = `${name.replaceAll(' ', '-')}-${screen}-${colorScheme}.webp`
    await writeFile(join(documentsFolder, file), Buffer.from(data, 'base64'))
    expect(problems).toEqual([])
    await page.context().close()
  }
})

async function rest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect.poll(() => page.locator('[aria-busy=true]').count(), { timeout: busyTimeoutMs }).toBe(0)
  await page.waitForTimeout(settleMs)
}

function overview(files: readonly string[]): string {
  const figures = files.map(
    (file) =>
      `<figure><a href="${file}"><img src="${file}" loading="lazy"></a><figcaption>${file}</figcaption></figure>`,
  )
  return `<!doctype html><meta charset="utf-8"><title>Pages of the dashboard</title>
<style>body{display:grid;gap:16px;grid-template-columns:repeat(auto-fill,minmax(360px,1fr));font:13px sans-serif}figure{margin:0}img{width:100%;border:1px solid #ccc}</style>
${figures.join('\n')}
`
}
