/** Tests the limits of Markdown to the character, and its parts that other tests have only with a service. */
import { expect, test } from 'vitest'
import { changed, comparison, covered, sampleReport, sampleScan } from '../../test/sample-report.ts'
import { cell, reportMarkdown } from './markdown.ts'
import type { PlanReport, ScanReport } from './report.ts'

const markdown = (scans: readonly ScanReport[], limit?: number) =>
  reportMarkdown({ scans, notAvailable: [] }, {}, limit)

test('a cell has at most 300 characters before its escapes', () => {
  expect(cell('*'.repeat(300))).toBe(String.raw`\*`.repeat(300))
  expect(cell('*'.repeat(301))).toBe(`${String.raw`\*`.repeat(299)}…`)
})

test('what never fits is cut at the limit', () => {
  const findings = ['@'.repeat(300)]
  const result = { condition: { text: 'removed' }, state: 'failed' as const, findings, accepted: [] }
  const report = sampleReport({ gate: Array.from({ length: 50 }, () => result) })
  const text = markdown([report])
  // 100 characters are left for a sentence about other scans, and two of them are for the verdict and the last line.
  expect(text).toHaveLength(60_000 - 98)
  expect(text).toMatch(/^\*\*Gate: failed\*\*\n\n### production /)
  for (const limit of [50, 51]) expect(markdown([report], limit)).toHaveLength(limit)
})

const sections = (text: string) => text.split('### ').length - 1
/** Of the sentence about other scans. */
const spare = 100

test('quiet scans fill exactly half of the space', () => {
  const quiet = sampleReport({ comparison: comparison() })
  const scans = Array.from({ length: 20 }, () => quiet)
  const length = markdown([quiet]).length - 1
  const half = 4 * (length + 2) + length
  expect(sections(markdown(scans, 2 * half + spare))).toBe(5)
  expect(sections(markdown(scans, 2 * half + spare - 2))).toBe(4)
  expect(markdown(scans, 2 * half + spare)).toContain('\n\n15 more scans not shown here.\n')
})

test('scans with news fill the space exactly', () => {
  const failed = sampleReport({ scan: { ...sampleScan, status: 'failed', errorMessage: 'Denied.' }, coverage: null })
  const scans = Array.from({ length: 20 }, () => failed)
  const length = markdown([failed]).length - 1
  for (const count of [1, 2, 5]) {
    const limit = (count - 1) * (length + 2) + length + spare
    expect([count, sections(markdown(scans, limit))]).toEqual([count, count])
    expect([count, sections(markdown(scans, limit - 1))]).toEqual([count, Math.max(1, count - 1)])
  }
  expect(markdown(scans.slice(0, 5), 10_000)).not.toContain('not shown here')
  expect(markdown(scans.slice(0, 2), length + spare)).toContain('\n\n1 more scan not shown here.\n')
})

const rows = (text: string) => text.split('\n').filter((line) => line.startsWith('| ✓')).length

test('changes fill the space exactly', () => {
  // Changes of whole types have no diagram.
  const changes = Array.from({ length: 50 }, (_, index) => changed('read', `${1_000 + index} were read`, 'coverage'))
  const report = sampleReport({ comparison: comparison({ changes }) })
  const whole = markdown([report])
  const start = whole.indexOf('\n| | Change')
  const row = '| ✓ | 1000 were read | coverage |\n'.length
  // One line break less before the table, and 400 characters for the table's head and what follows.
  const limit = spare + start - 1 + 400 + 10 * row
  expect(rows(markdown([report], limit))).toBe(10)
  expect(rows(markdown([report], limit - 1))).toBe(9)
  expect(markdown([report], limit)).toContain('\n\n40 more changes not shown here.\n')
  const eleven = sampleReport({ comparison: comparison({ changes: changes.slice(0, 11) }) })
  expect(markdown([eleven], limit)).toContain('\n\n1 more change not shown here.\n')
})

test('as many changes as are not folded, and findings as are listed, have no rest', () => {
  const changes = Array.from({ length: 26 }, (_, index) => changed('read', `${index} were read`, 'coverage'))
  const gate = [{ condition: { text: 'removed' }, state: 'failed' as const, findings: ['a', 'b', 'c'], accepted: [] }]
  const exact = markdown([sampleReport({ gate, comparison: comparison({ changes: changes.slice(1) }) })])
  expect(exact).not.toContain('more')
  expect(exact).toContain('| removed | a; b; c |\n')
  const folded = markdown([sampleReport({ comparison: comparison({ changes }) })])
  expect(folded).toContain('| 24 were read | coverage |\n\n<details><summary>1 more change</summary>\n\n| | Change')
  expect(folded).toContain('| ✓ | 25 were read | coverage |\n\n</details>\n')
})

test('a report without an earlier scan says so, and its conditions are skipped', () => {
  const report = sampleReport({ failOn: 'added', note: 'There is *no* earlier scan.' })
  expect(reportMarkdown({ scans: [report], notAvailable: ['me-south-1'] })).toBe(`**Gate: passed**

### production (444455556666), us-east-1

10 resources. 1 of 1 resource type collected (100 %).

| Gate | Condition | |
|---|---|---|
| ➖&nbsp;skipped | added |  |

There is \\*no\\* earlier scan.

Not available in this account: me-south-1.
`)
})

test('a failed scan without a reason, one without coverage, and a baseline file whose entries all match', () => {
  const failed = sampleReport({ scan: { ...sampleScan, status: 'failed', errorMessage: null }, coverage: null })
  expect(markdown([failed])).toMatch(/\n\nThe scan failed\. \n$/)
  expect(markdown([sampleReport({ coverage: null })])).toMatch(/\n\n10 resources\. \n$/)
  expect(markdown([sampleReport({ baseline: { file: 'accepted.json', unused: [] } })])).not.toContain('accepted.json')
})

test('a plan has its parts as lists before the changes, which have no exposures', () => {
  const missing = ['a', 'b'].map((name) => ({ address: `aws_vpc.${name}`, type: 'AWS::EC2::VPC', id: `vpc-${name}` }))
  const unknown = [{ address: null, resource: null, reason: '1. not known' }]
  const nothing = { touched: [], exposures: [], cutOff: [], breaks: [], unmanaged: null }
  const plan = { ...nothing, format: 'terraform', missing, unknown } as unknown as PlanReport
  const changes = [
    changed('opened', 'bastion: exposure opened', 'exposure'),
    changed('removed', 'VPC a will be deleted', 'network'),
  ]
  const report = sampleReport({ plan, types: [covered('AWS::EC2::VPC')], comparison: comparison({ changes }) })
  const text = reportMarkdown({ scans: [report], notAvailable: [] }, { serviceUrl: 'https://surveyor.example.com' })
  expect(text.replace(/```mermaid[^`]+```\n/, 'the diagram\n')).toBe(`### production (444455556666), us-east-1

10 resources. 1 of 1 resource type collected (100 %). [Details](https://surveyor.example.com/scans/${sampleScan.id})

**Plan**

- terraform: no changes

**Missing**

- aws\\_vpc.a (vpc-a) isn't in the scan
- aws\\_vpc.b (vpc-b) isn't in the scan

**Unknown**

- 1\\. not known

1 change planned after the scan of 2026-11-15 12:00 UTC:

| | Change | Area |
|---|---|---|
| − | VPC a will be deleted | network |

the diagram
`)
})
