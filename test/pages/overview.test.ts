import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roleActions } from '../../src/collect/role-actions.ts'
import { compareReferences } from '../../src/graph/graph-index.ts'
import { saveGraph } from '../support/save-graph.ts'
import type { CoverageAnswer, ScanAnswer } from '../support/running-service.ts'
import {
  type DashboardPage,
  expectShown,
  findBrowser,
  openTestDashboard,
  type TestDashboard,
} from '../support/dashboard.ts'

const browser = await findBrowser()

describe.skipIf(browser === null)('the overview of a scan', () => {
  let dashboard: TestDashboard
  let member: DashboardPage
  let complete: ScanAnswer
  let incomplete: ScanAnswer
  let coverage: readonly CoverageAnswer[]

  beforeAll(async () => {
    dashboard = await openTestDashboard(browser as NonNullable<typeof browser>, { world: 'full' })
    const { running } = dashboard
    member = await dashboard.member('member')
    complete = await running.scan()
    await lackInRegion(complete.id)
    coverage = await running.coverage(complete.id)
    const { roleArn = '' } = running.cloud.accounts[0] ?? {}
    const { externalId } = await running.get<{ externalId: string }>(`/api/accounts/${running.connectionId}`)
    const withheld = new Set(['lambda:ListFunctions', 's3:ListAllMyBuckets'])
    const allowedActions = roleActions.filter((action) => !withheld.has(action))
    running.cloud.setRole({ roleArn, externalId, allowedActions })
    incomplete = await running.scan()
    await lackInRegion(incomplete.id)
  })
  afterAll(async () => {
    await dashboard.close()
    await browser?.close()
  })

  /** Changes the coverage as if two services weren't available in the region. */
  async function lackInRegion(scanId: string): Promise<void> {
    const { service, organizationId } = dashboard.running
    await service.store.tenant(organizationId, async ({ graphs }) => {
      const lacking = (await graphs.coverage(scanId)).filter(({ type }) => /AppRunner|WorkSpaces/.test(type))
      await graphs.saveCoverage(
        scanId,
        lacking.map((entry) => ({ ...entry, status: 'unavailable', count: null, reason: 'Not offered.' })),
      )
    })
  }

  const types = (status: string, of = coverage) => of.filter((entry) => entry.status === status)

  test('reports full collection if only unavailable types are missing', async () => {
    const { page } = member
    expect(types('unavailable').length).toBeGreaterThan(0)
    expect([types('denied').length, types('failed').length]).toEqual([0, 0])
    await page.goto(`/scans/${complete.id}`)
    await expectShown(page.getByText('All resource types collected'))
    await expectShown(page.getByText(`${types('unavailable').length} types aren’t available in this region.`))
  })

  test('every type with resources has a count that links to its list, including global types', async () => {
    const { page } = member
    await page.goto(`/scans/${complete.id}`)
    const link = page.getByRole('link', { name: /^[A-Z][\w .-]+: \d+$/ })
    await link.first().waitFor()
    expect(await link.count()).toBe(
      types('collected').filter(({ type, count }) => type !== 'other' && (count ?? 0) > 0).length,
    )
    for (const type of ['AWS::IAM::Role', 'AWS::CloudFront::Distribution', 'AWS::Route53::RecordSet']) {
      const { count } = coverage.find((entry) => entry.type === type) ?? {}
      const tile = page.locator(`a[href$="/resources?type=${encodeURIComponent(type)}&external=false"]`)
      expect([type, await tile.innerText()]).toEqual([type, String(count)])
    }
    await page.getByRole('link', { name: /^CloudFront distributions: \d+$/ }).click()
    await page.waitForURL(/resources\?type=AWS%3A%3ACloudFront%3A%3ADistribution&external=false$/)
    await expectShown(page.getByText(/^\d+ match(es)?$/))
  })

  test('the number of a type is that of its list, where other scans’ resources are of the type too', async () => {
    const { page } = member
    const matches = async (query: string) => {
      const answer = await page.request.get(`/session/scans/${complete.id}/resources?limit=1&${query}`)
      return ((await answer.json()) as { data: { matches: number } }).data.matches
    }
    const found = types('collected').filter(({ type, count }) => type !== 'other' && (count ?? 0) > 0)
    const withOthers: string[] = []
    for (const { type, count } of found) {
      expect([type, await matches(`type=${type}&external=false`)]).toEqual([type, count])
      if ((await matches(`type=${type}`)) !== count) withOthers.push(type)
    }
    expect(withOthers).toContain('AWS::EC2::VPC')

    await page.goto(`/scans/${complete.id}`)
    const tile = page.locator('a[href$="/resources?type=AWS%3A%3AEC2%3A%3AVPC&external=false"]')
    const count = await tile.innerText()
    await tile.click()
    await expectShown(page.getByText(new RegExp(`^${count} match(es)?$`)))
    const condition = page.getByRole('group', { name: /Outside this scan/ })
    expect(await condition.innerText()).toMatch(/^Outside this scan\s*=\s*No$/)
    const table = page.getByRole('table', { name: 'Resources' })
    await table.getByRole('link').first().waitFor()
    expect(await table.getByText('Outside this scan').count()).toBe(0)
    // The full list has them, each with a badge.
    await page.goto(`/scans/${complete.id}/resources?type=AWS::EC2::VPC&external=true`)
    await expectShown(table.getByText('Outside this scan').first())
  })

  test('the list of resources shows its number of pages', async () => {
    const { page } = member
    const pages = page.locator('ul:has(> li > button[aria-current=true])')
    const some = ['AWS::IAM::Role', 'AWS::Logs::LogGroup']
    const answer = await page.request.get(`/session/scans/${complete.id}/resources?type=${some.join('&type=')}`)
    const { matches } = ((await answer.json()) as { data: { matches: number } }).data
    // Two pages of 50.
    expect(matches).toBeGreaterThan(50)
    expect(matches).toBeLessThan(101)
    await page.goto(`/scans/${complete.id}/resources?type=${some.join('&type=')}`)
    await expectShown(page.getByText(`${matches} matches`))
    expect((await pages.innerText()).split(/\s+/)).toEqual(['1', '2'])
    await page.goto(`/scans/${complete.id}/resources`)
    await page.getByRole('table', { name: 'Resources' }).getByRole('link').first().waitFor()
    expect((await pages.innerText()).split(/\s+/)).toEqual(['1', '2', '...'])
  })

  test('summarizes types that could not be read in one sentence', async () => {
    const { page } = member
    await page.goto(`/scans/${incomplete.id}`)
    await expectShown(page.getByText('Some resource types couldn’t be read'))
    const denied = types('denied', await dashboard.running.coverage(incomplete.id)).length
    expect(denied).toBeGreaterThan(1)
    await expectShown(
      page.getByText(`are missing from the lists and diagrams of this scan. Access was denied for ${denied} types.`),
    )
    await page.getByRole('link', { name: 'View missing permissions' }).click()
    await page.getByRole('table', { name: 'Coverage' }).waitFor()
  })

  test('the coverage lists denied types first, and collapses unavailable types', async () => {
    const { page } = member
    await page.goto(`/scans/${incomplete.id}/coverage`)
    const table = page.getByRole('table', { name: 'Coverage' })
    const status = async (row: number) => table.getByRole('row').nth(row).innerText()
    await table.getByText('Access denied').first().waitFor()
    expect(await status(1)).toContain('Access denied')
    expect(await table.getByText('Not available in this region').count()).toBe(0)
    const folded = page.getByRole('button', { name: /^Not available in this region/ })
    expect(await folded.getAttribute('aria-expanded')).toBe('false')
    await folded.click()
    await expectShown(page.getByText(/App Runner services/))
    await page.getByRole('button', { name: /^Show policy for \d+ denied types$/ }).click()
    const statement = page.getByRole('dialog').getByRole('region', { name: 'Policy statement' })
    expect(JSON.parse(await statement.innerText())).toMatchObject({
      Effect: 'Allow',
      Action: expect.arrayContaining(['lambda:ListFunctions', 's3:ListAllMyBuckets']),
    })
  })

  test('the map shows the statement that allows what was denied of a box', async () => {
    const { page } = member
    const list = `/api/diagrams?scanId=${incomplete.id}&type=architecture`
    const [diagram] = (await dashboard.running.get<{ diagrams: { id: string }[] }>(list)).diagrams
    await page.goto(`/scans/${incomplete.id}/map/${diagram?.id}`)
    const panel = page.locator('#map-panel')
    const statement = panel.getByRole('region', { name: 'Policy statement' })
    // The diagram opens at its entry, with this box outside of the canvas. A click there scrolls the canvas, which
    // returns at once, and then hits something else.
    await page.getByRole('button', { name: 'Zoom to fit' }).click()
    await page.locator('[data-id="gap:all"]').click()
    expect(JSON.parse(await statement.innerText())).toMatchObject({
      Effect: 'Allow',
      Action: expect.arrayContaining(['s3:ListAllMyBuckets']),
    })
    await panel.getByRole('link', { name: 'View the coverage of this scan' }).waitFor()
  })

  test('marks names that change the writing direction, and their links work', async () => {
    const { page } = member
    const { service, organizationId } = dashboard.running
    const type = 'AWS::Lambda::Function'
    const odd = {
      type,
      id: 'report\u202Etxt.exe',
      arn: null,
      name: 'report\u202Etxt.exe',
      presence: 'read' as const,
      tags: { 'own\u2066er': 'me\u2069' },
      properties: { 'run\u202Btime': 'node\u202A' },
    }
    await service.store.tenant(organizationId, async ({ graphs }) => {
      const graph = await graphs.load(incomplete.id)
      if (graph === null) throw new Error('The scan has no graph')
      const others = graph.resources.filter((resource) => resource.type !== type)
      const resources = [...others, odd].toSorted((left, right) => compareReferences(left, right))
      await saveGraph(graphs, incomplete.id, { ...graph, resources, relations: [] })
    })
    await page.goto(`/scans/${incomplete.id}/resources?tag=${encodeURIComponent('own\u2066er=me\u2069')}`)
    const unmarked = /[\u202A-\u202E\u2066-\u2069]/
    const link = page.getByRole('link', { name: 'report[U+202E]txt.exe' })
    await link.waitFor()
    await expectShown(page.getByText('own[U+2066]er=me[U+2069]'))
    expect(await page.locator('body').innerText()).not.toMatch(unmarked)
    await link.click()
    await page.getByRole('heading', { name: 'report[U+202E]txt.exe', level: 1 }).waitFor()
    await expectShown(page.getByText('node[U+202A]'))
    await expectShown(page.getByText(/run\[U\+202B\]time/i))
    expect(await page.locator('body').innerText()).not.toMatch(unmarked)
    expect(await page.title()).not.toMatch(unmarked)
    const [diagram] = (
      await dashboard.running.get<{ diagrams: { id: string }[] }>(`/api/diagrams?scanId=${incomplete.id}`)
    ).diagrams
    await page.goto(`/scans/${incomplete.id}/map/${diagram?.id}?q=${encodeURIComponent('report\u202E')}`)
    expect(await page.getByPlaceholder('Search').inputValue()).toBe('report[U+202E]')
  })

  test('has no browser errors', () => {
    expect(member.problems).toEqual([])
  })
})
