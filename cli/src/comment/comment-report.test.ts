import { expect, onTestFinished, test } from 'vitest'
import { ForgeServer, gitHubError } from '../../test/forge-server.ts'
import { changed, comparison, sampleReport, sampleScan, typed } from '../../test/sample-report.ts'
import type { ScanReport } from '../report/report.ts'
import type { Session } from '../session.ts'
import { commentReport } from './comment-report.ts'
import { commentTarget } from './comment-target.ts'

async function startForge(): Promise<ForgeServer> {
  const forge = await ForgeServer.start()
  onTestFinished(() => forge.close())
  return forge
}

const notes: string[] = []
const session = {
  terminal: { environment: { SURVEYOR_URL: 'https://surveyor.example.com/' } },
  progress: { note: (text: string) => void notes.push(text) },
} as unknown as Session

function comment(forge: ForgeServer, scans: readonly ScanReport[], region = 'us-east-1', retryFor = 0) {
  const target = commentTarget(forge.pullRequestUrl, { SURVEYOR_COMMENT_TOKEN: 'forge-token' })
  return commentReport(session, target, { scans, notAvailable: [] }, { region, retryFor })
}

const quiet = sampleReport({ comparison: comparison() })
const news = sampleReport({ comparison: comparison({ changes: [changed('added', 'web was added')] }) })

test('the regions of a run are one comment, in any order and however they are written', async () => {
  const forge = await startForge()
  for (const region of ['us-east-1,eu-west-1', 'eu-west-1, us-east-1', 'eu-west-1,us-east-1,eu-west-1']) {
    await comment(forge, [news], region)
  }
  expect(forge.comments).toHaveLength(1)
  const other = { ...news, account: { ...news.account, id: 'another connection' } }
  await comment(forge, [news])
  await comment(forge, [other], 'us-east-1,eu-west-1')
  expect(forge.comments).toHaveLength(3)
  const heads = forge.comments.map(({ body }) => body.split('\n')[0])
  expect(new Set(heads).size).toBe(3)
  for (const head of heads) expect(head).toMatch(/^<!-- surveyor [0-9a-f]{16} -->$/)
})

test('a plan has a comment of its own', async () => {
  const forge = await startForge()
  const plan = { format: 'terraform', touched: [], exposures: [], cutOff: [], breaks: [], missing: [], unknown: [] }
  await comment(forge, [news])
  await comment(forge, [{ ...news, plan: { ...plan, unmanaged: null } as unknown as NonNullable<ScanReport['plan']> }])
  expect(forge.comments.map(({ body }) => body.split('\n')[1])).toEqual(['## Surveyor', '## Surveyor: plan'])
})

test('one region with news is enough for a comment, and none without', async () => {
  const forge = await startForge()
  await expect(comment(forge, [quiet, quiet])).resolves.toBeNull()
  expect(forge.comments).toEqual([])
  await expect(comment(forge, [quiet, news])).resolves.toContain('#issuecomment-')
  expect(forge.comments[0]?.body).toContain(`[Details](https://surveyor.example.com/scans/${sampleScan.id}/changes)`)
})

test('the largest comment is below 60,000 characters with its first lines', async () => {
  const forge = await startForge()
  const name = 'n'.repeat(255)
  const changes = Array.from({ length: 20_000 }, (_, index) => ({
    ...changed('added', `${name}${index} was added`),
    resource: typed(`AWS::EC2::T${index}`, `${name}${index}`, name),
  }))
  await comment(forge, [sampleReport({ comparison: comparison({ changes }) })])
  const { length } = forge.comments[0]?.body ?? ''
  expect(length).toBeGreaterThan(55_000)
  expect(length).toBeLessThanOrEqual(60_000)
})

test('retries name the pull request', async () => {
  const forge = await startForge()
  let failures = 1
  forge.fault = () => (failures-- > 0 ? { ...gitHubError(502, 'Bad Gateway'), headers: { 'retry-after': '0' } } : null)
  await comment(forge, [news], 'us-east-1', 5)
  expect(notes).toEqual(['pull request 7 of acme/shop: The service responded with status 502.'])
})
