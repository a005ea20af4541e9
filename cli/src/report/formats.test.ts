import { DOMParser } from '@xmldom/xmldom'
import { assert, property, string } from 'fast-check'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import {
  changed,
  compared,
  comparison,
  covered,
  sampleExposure,
  sampleReport,
  sampleScan,
  typed,
} from '../../test/sample-report.ts'
import { painter } from '../terminal/terminal.ts'
import { formatList, formatReport, reportFormats } from './formats.ts'
import { cell, isQuiet, markdownLimit, reportMarkdown } from './markdown.ts'
import { cut } from './report.ts'
import type { Report, ScanReport } from './report.ts'

const of = (...scans: readonly ScanReport[]): Report => ({ scans, notAvailable: [] })

const noExposures = { opened: [], closed: [], changed: [], unknown: [] }
const full = sampleReport({
  failOn: 'exposure-opened,added,coverage<95%',
  types: [covered('AWS::EC2::VPC'), covered('AWS::RDS::DBInstance', 'denied')],
  comparison: comparison({
    changes: [
      changed('opened', 'bastion: tcp 3389 from internet', 'exposure'),
      changed('closed', 'web: tcp 22 from internet', 'exposure'),
      changed('removed', 'RDS DB instance orders was removed', 'data'),
      changed('unread', 'RDS DB instances were no longer read (denied)', 'coverage'),
    ],
    exposures: { ...noExposures, opened: [sampleExposure] },
    unknown: [{ ...compared('AWS::KMS::Key', 'k-1'), unreadIn: 'scan' }],
  }),
  files: ['map.svg'],
})
const failed = sampleReport({
  scan: { ...sampleScan, status: 'failed', errorMessage: 'AWS denied every call.' },
  coverage: null,
})

test('text has the changes, the gaps, the conditions, and the files', () => {
  expect(formatReport(of(full), 'text', null)).toBe(`production (444455556666), us-east-1  completed
  Scan      01a2077d-dc2a-7000-9ffe-fa0a7e300977
  Found     10 resources
  Coverage  1 of 2 resource types (50 %)
            AWS::RDS::DBInstance couldn't be read: denied rds:DescribeDBInstances
  Changes   4 since 2026-11-15 12:00 UTC
            ! bastion: tcp 3389 from internet
            ✓ web: tcp 22 from internet
            − RDS DB instance orders was removed
            ? RDS DB instances were no longer read (denied)
            1 resource couldn't be compared
  Gate      failed  exposure-opened
              bastion: tcp 3389 from internet by security group
            passed  added
            failed  coverage<95%
              coverage is 50 %
  Diagram   map.svg
`)
})

test('exposures that only one scan could read are counted beside resources', () => {
  const unknown = [{ ...compared('AWS::KMS::Key', 'k-1'), unreadIn: 'scan' as const }]
  const exposures = { ...noExposures, unknown: [sampleExposure, sampleExposure] }
  for (const [parts, sentence] of [
    [{ exposures }, "2 exposures couldn't be compared"],
    [{ exposures, unknown }, "1 resource and 2 exposures couldn't be compared"],
  ] as const) {
    const report = of(sampleReport({ comparison: comparison(parts) }))
    expect(formatReport(report, 'text', null)).toMatch(new RegExp(`UTC\n {12}${sentence}\n$`))
    expect(formatReport(report, 'markdown', null)).toMatch(new RegExp(`UTC\\.\n\n${sentence}\\.\n$`))
  }
})

test('text of a failed scan has the reason', () => {
  expect(formatReport({ scans: [failed], notAvailable: ['me-south-1'] }, 'text', null))
    .toBe(`production (444455556666), us-east-1  failed
  Scan      01a2077d-dc2a-7000-9ffe-fa0a7e300977
  Error     AWS denied every call.

Not available in this account: me-south-1.
`)
})

const accepting = sampleReport({
  comparison: comparison(),
  gate: [{ condition: { text: 'removed' }, state: 'passed', findings: [], accepted: ['orders', 'carts'] }],
  baseline: { file: 'accepted_by_us.json', unused: ['removed AWS::RDS::DBInstance db-1'] },
})

test('text and Markdown count what the baseline file accepts, and list entries without a match', () => {
  expect(formatReport(of(accepting), 'text', null)).toContain(`  Gate      passed  removed
              2 accepted by the baseline file
  Baseline  1 entry of accepted_by_us.json without a match:
              removed AWS::RDS::DBInstance db-1
`)
  const text = formatReport(of(accepting), 'markdown', null)
  expect(text).toContain('| ✅&nbsp;passed | removed | 2 accepted |')
  expect(text).toContain('<summary>1 entry of accepted_by_us.json without a match</summary>')
  expect(text).toContain('\n- removed AWS::RDS::DBInstance db-1\n')
})

test('colors are only for terminals, and not with NO_COLOR', () => {
  const screen = { isTTY: true, write() {} }
  expect(painter(screen, {})('red', 'x')).toBe('\u001B[31mx\u001B[39m')
  expect(painter(screen, { NO_COLOR: '' })('red', 'x')).not.toBe('x')
  expect(painter(screen, { NO_COLOR: '1' })('red', 'x')).toBe('x')
  expect(painter(screen, { TERM: 'dumb' })('red', 'x')).toBe('x')
  expect(painter({ write() {} }, {})('red', 'x')).toBe('x')
})

test('Markdown has a row for each change, the verdict of the gate, and the gaps', () => {
  const text = formatReport(of(full), 'markdown', null)
  expect(text).toContain('**Gate: failed**')
  expect(text).toContain('| ! | bastion: tcp 3389 from internet | exposure |')
  expect(text).toContain('| ❌&nbsp;failed | coverage&lt;95% | coverage is 50 % |')
  expect(text).toContain('| ✅&nbsp;passed | added |  |')
  expect(text).toContain('| AWS::RDS::DBInstance | denied | rds:DescribeDBInstances |')
  expect(text).toContain("1 resource couldn't be compared.")
  expect(formatReport(of(sampleReport({ failOn: 'unread' })), 'markdown', null)).toContain('**Gate: passed**')
  expect(formatReport(of(sampleReport()), 'markdown', null)).not.toContain('Gate')
  expect(formatReport(of(failed), 'markdown', null)).toContain('The scan failed. AWS denied every call.')
})

test('Markdown stays below its limit, whatever the account, and says how much is missing', () => {
  const bad = '|<@`*_[]#~\\&'.repeat(100)
  const huge = sampleReport({
    account: { ...full.account, alias: bad },
    failOn: Array.from({ length: 500 }, (_, index) => `added:${'A'.repeat(400)}${index}`).join(','),
    types: Array.from({ length: 500 }, () => covered(bad, 'denied')),
    comparison: comparison({
      changes: Array.from({ length: 1_000 }, () => changed('changed', bad)),
      added: Array.from({ length: 10 }, () => compared('T', bad)),
    }),
    note: bad,
  })
  for (const count of [1, 34]) {
    const text = formatReport(
      { scans: Array.from({ length: count }, () => huge), notAvailable: [bad] },
      'markdown',
      null,
    )
    expect(text.length).toBeLessThanOrEqual(markdownLimit)
    const links = { serviceUrl: 'https://surveyor.example.com', pictures: new Map([[sampleScan.id, 'https://x']]) }
    const scans = Array.from({ length: count }, () => huge)
    expect(reportMarkdown({ scans, notAvailable: [bad] }, links, 2_000).length).toBeLessThanOrEqual(2_000)
  }
  const many = sampleReport({
    comparison: comparison({ changes: Array.from({ length: 20_000 }, () => changed('changed', 'web: x → y')) }),
  })
  const text = formatReport(of(many), 'markdown', null)
  const rows = text.split('\n').filter((line) => line.startsWith('| ~ |')).length
  expect(text).toContain(`\n${20_000 - rows} more changes not shown here.`)
  expect(rows).toBeGreaterThan(1_000)
  expect(text.length).toBeLessThanOrEqual(markdownLimit)
})

const alike = (count: number, predicate: string) =>
  Array.from({ length: count }, (_, index) => ({
    ...changed('changed', `web-${index + 1}${predicate}`, 'size'),
    resource: typed('AWS::EC2::Instance', `i-${index + 1}`, `web-${index + 1}`, 'EC2 instance'),
  }))

test('changes that say the same of several resources are one line with all names', () => {
  const report = of(sampleReport({ comparison: comparison({ changes: alike(3, ': Memory + <b>, + 2') }) }))
  expect(formatReport(report, 'text', null)).toContain(`  Changes   3 since 2026-11-15 12:00 UTC
            ~ 3 × EC2 instance (web-1 … web-3): Memory + <b>, + 2
              web-1, web-2, web-3
`)
  expect(formatReport(report, 'markdown', null)).toContain(`3 changes since 2026-11-15 12:00 UTC:

| | Change | Area |
|---|---|---|
| ~ | <details><summary>3 × EC2 instance (web-1 … web-3): Memory + &lt;b&gt;, + 2</summary>web-1, web-2, web-3</details> | size |

`)
})

test('Markdown names twenty of many alike, and counts changes rather than rows', () => {
  const others = Array.from({ length: 25 }, (_, index) => changed('changed', `db-${index}: x → y`))
  const changes = [...alike(20, ': a'), ...others, ...alike(21, ': b')]
  const text = formatReport(of(sampleReport({ comparison: comparison({ changes }) })), 'markdown', null)
  expect(text).toContain('web-19, web-20</details>')
  expect(text).toContain('<details><summary>22 more changes</summary>\n')
  expect(text).toContain('web-19, web-20 and 1 more</details>')
  const small = reportMarkdown(of(sampleReport({ comparison: comparison({ changes }) })), {}, 1_400)
  const rows = small.split('\n').filter((line) => line.startsWith('| ~ |')).length
  expect(rows).toBeGreaterThan(1)
  expect(small).toContain(`\n${66 - 20 - (rows - 1)} more changes not shown here.`)
})

test('Markdown folds all but the first changes, and has the diagram of the change', () => {
  const changes = Array.from({ length: 70 }, (_, index) => ({
    ...changed('changed', `web-${index}`),
    resource: typed(`AWS::EC2::T${index}`, `i-${index}`),
  }))
  const text = formatReport(of(sampleReport({ comparison: comparison({ changes }) })), 'markdown', null)
  const [visible = '', folded = ''] = text.split('<details><summary>45 more changes</summary>')
  expect(visible.match(/web-\d/g)).toHaveLength(25)
  expect(folded.match(/web-\d/g)).toHaveLength(45)
  expect(folded).toMatch(/```mermaid\nflowchart LR\n[^`]+\n```\n\nThe diagram shows 60 of 70 changed resources\.\n/)
  expect(text).not.toContain('not shown here')
  expect(formatReport(of(full), 'markdown', null)).not.toContain('The diagram shows')
})

test('Markdown of a comment, as a whole', () => {
  const findings = ['one', 'two', 'three', 'four']
  const unused = Array.from({ length: 22 }, (_, index) => `entry ${index}`)
  const report = sampleReport({
    types: [covered('AWS::EC2::VPC'), covered('AWS::RDS::DBInstance', 'denied')],
    comparison: comparison({
      changes: [changed('opened', 'bastion: tcp 3389', 'exposure')],
      unknown: [{ ...compared('AWS::KMS::Key', 'k-1'), unreadIn: 'scan' }],
    }),
    gate: [{ condition: { text: 'removed' }, state: 'failed', findings, accepted: ['five'] }],
    baseline: { file: 'accepted.json', unused },
  })
  const pictures = new Map([[sampleScan.id, 'https://github.com/map.svg']])
  expect(reportMarkdown(of(report), { serviceUrl: 'https://surveyor.example.com', pictures })).toBe(`**Gate: failed**

### production (444455556666), us-east-1

10 resources. 1 of 2 resource types collected (50 %). [Details](https://surveyor.example.com/scans/${sampleScan.id}/changes)

| Gate | Condition | |
|---|---|---|
| ❌&nbsp;failed | removed | one; two; three and 1 more · 1 accepted |

1 change since 2026-11-15 12:00 UTC:

| | Change | Area |
|---|---|---|
| ! | bastion: tcp 3389 | exposure |

1 resource couldn't be compared.

\`\`\`mermaid
flowchart LR
  n0["#33; i-1<br/>EC2 instance"]
  classDef opened fill:#ffebe9,stroke:#cf222e,stroke-width:3px,color:#82071e
  class n0 opened
\`\`\`

![Diagram](https://github.com/map.svg)

<details><summary>22 entries of accepted.json without a match</summary>

${unused
  .slice(0, 20)
  .map((entry) => `- ${entry}\n`)
  .join('')}- 2 more not shown here

</details>

<details><summary>1 resource type couldn't be read</summary>

| Resource type | Status | IAM action |
|---|---|---|
| AWS::RDS::DBInstance | denied | rds:DescribeDBInstances |

</details>
`)
})

const inRegion = (region: string) => ({ ...sampleScan, region })

test('Markdown of several regions, as a whole', () => {
  const scans = [
    sampleReport({ scan: inRegion('eu-west-1'), comparison: comparison() }),
    sampleReport({ scan: inRegion('eu-west-2'), comparison: comparison({ changes: [changed('added', 'web')] }) }),
    sampleReport({
      scan: { ...inRegion('eu-west-3'), status: 'failed', errorMessage: 'AWS denied it.' },
      coverage: null,
    }),
    sampleReport({ scan: { ...inRegion('eu-north-1'), status: 'queued', progress: null }, coverage: null }),
  ]
  const text = formatReport({ scans, notAvailable: ['me-south-1', 'me-central-1'] }, 'markdown', null)
  expect(text.replace(/```mermaid[^`]+```\n/, 'the diagram\n')).toBe(`### production (444455556666), eu-west-2

10 resources. 1 of 1 resource type collected (100 %).

1 change since 2026-11-15 12:00 UTC:

| | Change | Area |
|---|---|---|
| + | web | settings |

the diagram

### production (444455556666), eu-west-3

The scan failed. AWS denied it.

### production (444455556666), eu-north-1

The scan is queued.

### production (444455556666), eu-west-1

10 resources. 1 of 1 resource type collected (100 %).

No changes since 2026-11-15 12:00 UTC.

Not available in this account: me-south-1, me-central-1.
`)
})

test('Markdown has all conditions, gaps, and entries up to a number, and counts the others', () => {
  const result = { state: 'passed' as const, findings: [], accepted: [] }
  const gate = Array.from({ length: 51 }, (_, index) => ({ ...result, condition: { text: `condition ${index}` } }))
  const [all, more] = [gate.slice(1), gate].map((conditions) =>
    formatReport(of(sampleReport({ gate: conditions })), 'markdown', null),
  )
  expect(all?.match(/ condition \d+ /g)).toHaveLength(50)
  expect(all).not.toContain('not shown here')
  expect(more?.match(/ condition \d+ /g)).toHaveLength(50)
  expect(more).toContain('\n\n1 more condition not shown here.\n')

  const unused = Array.from({ length: 20 }, (_, index) => `entry ${index}`)
  const types = [
    ...Array.from({ length: 19 }, (_, index) => covered(`AWS::EC2::T${index}`, 'denied')),
    covered('AWS::EC2::VPC', 'failed'),
  ]
  const text = formatReport(of(sampleReport({ types, baseline: { file: 'a.json', unused } })), 'markdown', null)
  expect(text).toContain('- entry 19\n\n</details>')
  const one = sampleReport({ baseline: { file: 'a.json', unused: [...unused, 'entry 20'] } })
  expect(formatReport(of(one), 'markdown', null)).toContain('- entry 19\n- 1 more not shown here\n\n</details>')
  expect(text).toContain('| AWS::EC2::VPC | failed |  |\n\n</details>')
})

test('Markdown has a verdict if any region has conditions', () => {
  const gated = sampleReport({ failOn: 'unread' })
  expect(formatReport(of(sampleReport(), gated), 'markdown', null)).toMatch(/^\*\*Gate: passed\*\*\n\n### /)
})

test('Markdown has as many quiet scans as half of the space has room for', () => {
  const quiet = sampleReport({ comparison: comparison() })
  const text = reportMarkdown(of(...Array.from({ length: 40 }, () => quiet)), {}, 4_000)
  const sections = text.split('### ').slice(1)
  const length = (sections[0]?.length ?? 0) + '### '.length
  // 100 characters are left for the sentence about the others.
  expect(sections.length).toBe(Math.floor((4_000 - 100) / 2 / length))
  expect(text).toContain(`\n\n${40 - sections.length} more scans not shown here.\n`)
})

test('Markdown shares its space evenly between scans with news', () => {
  const changes = Array.from({ length: 500 }, (_, index) => ({
    ...changed('changed', `web-${index}: x → y`),
    resource: typed(`T${index}`, 'i'),
  }))
  const loud = sampleReport({ comparison: comparison({ changes }) })
  const text = reportMarkdown(of(loud, loud, loud, loud), {}, 20_000)
  const lengths = text
    .split('### ')
    .slice(1)
    .map(({ length }) => length)
  expect(lengths).toHaveLength(4)
  for (const length of lengths) expect(Math.abs(length - 5_000)).toBeLessThan(500)
  expect(text.length).toBeLessThanOrEqual(20_000)
})

test('the diagram of a comment has at most 15,000 characters', () => {
  const name = '"'.repeat(40)
  const changes = Array.from({ length: 100 }, (_, index) => ({
    ...changed('changed', `web-${index}`),
    resource: typed(`T${index}`, `i-${index}`, name, name),
  }))
  const text = formatReport(of(sampleReport({ comparison: comparison({ changes }) })), 'markdown', null)
  const [, chart = ''] = /```mermaid\n([^`]+)\n```/.exec(text) ?? []
  expect(chart.length).toBeLessThanOrEqual(15_000)
  expect(text).toContain('The diagram shows 40 of 100 changed resources.')
})

test('Markdown says how many scans, types, and findings it leaves out', () => {
  const types = Array.from({ length: 21 }, (_, index) => covered(`AWS::EC2::T${index}`, 'denied'))
  expect(formatReport(of(sampleReport({ types })), 'markdown', null)).toContain('\n\n1 more type not shown here.\n\n')
  const loud = sampleReport({ types, comparison: comparison({ changes: [changed('added', 'x'.repeat(200))] }) })
  const text = reportMarkdown(of(...Array.from({ length: 9 }, () => loud)), {}, 6_000)
  const shown = text.match(/^### /gm)?.length ?? 0
  expect(shown).toBeGreaterThan(1)
  expect(text).toContain(`\n\n${9 - shown} more scans not shown here.\n`)
  expect(text.length).toBeLessThanOrEqual(6_000)
})

test('text lists ten findings and counts the others', () => {
  const added = Array.from({ length: 12 }, (_, index) => compared('AWS::EC2::VPC', `vpc-${index}`))
  const report = sampleReport({ failOn: 'added', comparison: comparison({ added }) })
  expect(formatReport(of(report), 'text', null)).toMatch(/ +AWS::EC2::VPC vpc-9\n {14}and 2 more\n$/)
})

test('text of several regions has a line between them', () => {
  const report = { scans: [failed, failed], notAvailable: ['me-south-1', 'me-central-1'] }
  expect(formatReport(report, 'text', null)).toMatch(
    /denied every call\.\n\nproduction [^]*\n\nNot available in this account: me-south-1, me-central-1\.\n$/,
  )
})

test.each([
  ['abcd', 4, 'abcd'],
  ['abcde', 4, 'abc…'],
  ['ab🚀de', 4, 'ab…'],
])('%j cut to %i characters is %j', (text, length, shown) => {
  expect(cut(text, length)).toBe(shown)
})

test('Markdown shares its space between the changes and their diagram', () => {
  const changes = Array.from({ length: 70 }, (_, index) => ({
    ...changed('changed', `web-${index}`),
    resource: typed(`AWS::EC2::T${index}`, `i-${index}`),
  }))
  const text = reportMarkdown(of(sampleReport({ comparison: comparison({ changes }) })), {}, 3_300)
  expect(text.length).toBeLessThanOrEqual(3_300)
  const [, chart = ''] = /```mermaid\n([^`]+)```/.exec(text) ?? []
  expect(chart.length).toBeGreaterThan(800)
  expect(chart.length).toBeLessThan(1_320)
  expect(text.match(/^\| ~ /gm)?.length).toBeGreaterThan(30)
  expect(text).toMatch(/\n\n\d+ more changes not shown here\.\n\n/)
})

test('Markdown has links to the dashboard and to pictures where there are any', () => {
  const pictures = new Map([[sampleScan.id, 'https://github.com/acme/shop/raw/c0ffee/map.svg']])
  const text = reportMarkdown(of(full), { serviceUrl: 'https://surveyor.example.com', pictures })
  expect(text).toContain(`[Details](https://surveyor.example.com/scans/${sampleScan.id}/changes)`)
  expect(text).toContain('![Diagram](https://github.com/acme/shop/raw/c0ffee/map.svg)')
  expect(formatReport(of(full), 'markdown', null)).not.toMatch(/\]\(/)
})

test('Markdown begins with the scans that have news, and leaves their space to them', () => {
  const quiet = sampleReport({ scan: { ...sampleScan, region: 'eu-west-1' }, comparison: comparison() })
  const changes = Array.from({ length: 20_000 }, () => changed('changed', 'web: x → y'))
  const loud = sampleReport({ comparison: comparison({ changes }) })
  const text = formatReport(of(...Array.from({ length: 16 }, () => quiet), loud), 'markdown', null)
  expect(text.indexOf('us-east-1')).toBeLessThan(text.indexOf('eu-west-1'))
  expect(text.match(/eu-west-1/g)).toHaveLength(16)
  expect(text.match(/^\| ~ /gm)?.length).toBeGreaterThan(1_000)
  expect(text.length).toBeLessThanOrEqual(markdownLimit)
})

test('a scan is quiet if nothing changed and no condition failed', () => {
  const nothing = comparison()
  const unreadResult = { condition: { text: 'unread' }, findings: [], accepted: [] }
  const coverageChanged = [{ type: 'AWS::EC2::VPC', before: 'denied' as const, after: 'collected' as const }]
  const unknown = [{ ...compared('AWS::KMS::Key', 'k-1'), unreadIn: 'scan' as const }]
  for (const [parts, expected] of [
    [{ comparison: nothing }, true],
    [{ comparison: nothing, gate: [{ ...unreadResult, state: 'passed' }] }, true],
    [{ comparison: nothing, gate: [{ ...unreadResult, state: 'failed' }] }, false],
    [{ comparison: null }, false],
    [{ comparison: comparison({ changes: [changed('added', 'web')] }) }, false],
    [{ comparison: comparison({ coverageChanged }) }, false],
    [{ comparison: comparison({ unknown }) }, false],
    [{ comparison: comparison({ exposures: { ...noExposures, unknown: [sampleExposure] } }) }, false],
    // As many of each.
    [{ comparison: comparison({ changes: [changed('added', 'web')], unknown }) }, false],
    [{ comparison: comparison({ unknown, coverageChanged }) }, false],
    [{ scan: failed.scan, comparison: nothing }, false],
  ] as const) {
    expect([Object.keys(parts), isQuiet(sampleReport(parts))]).toEqual([Object.keys(parts), expected])
  }
})

test('lists as Markdown stay below the limit too', () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => [`AWS::EC2::Instance`, `i-${index}`])
  const text = formatList({ columns: ['Type', 'ID'], rows, data: rows, empty: '' }, 'markdown')
  expect(text.length).toBeLessThanOrEqual(markdownLimit)
  const shown = text.split('\n').filter((line) => line.includes('| i-')).length
  expect(text).toContain(`\n${20_000 - shown} more not shown here.`)
  const few = formatList({ columns: ['Type'], rows: [['a|b']], data: [], empty: '' }, 'markdown')
  expect(few).toBe('| Type |\n| --- |\n| a\\|b |\n')
})

test('names of resources are neither markup nor mentions in Markdown', () => {
  const name = '<img src=x> @all | `x` [a](b) **c**'
  const text = formatReport(
    of(sampleReport({ comparison: comparison({ changes: [changed('changed', name)] }) })),
    'markdown',
    null,
  )
  expect(text).toContain(String.raw`| ~ | &lt;img src=x&gt; @&#8203;all \| \`x\` \[a\](b) \*\*c\*\* | settings |`)
})

test.each([
  ['#12', String.raw`\#&#8203;12`],
  ['gh-12', 'gh-&#8203;12'],
  ['acme/shop#1', String.raw`acme/shop\#&#8203;1`],
  ['!7 %7 ^alert', '!&#8203;7 %&#8203;7 ^&#8203;alert'],
  ['$7 $(x)$', '<span>&#36;</span>7 <span>&#36;</span>(x)<span>&#36;</span>'],
  ['- one', String.raw`\- one`],
  ['+ one', String.raw`\+ one`],
  ['12. one', String.raw`12\. one`],
  ['1) one', String.raw`1\) one`],
  ['web-1. two', 'web-1. two'],
  ['~bug ~"a b"', String.raw`\~&#8203;bug \~&#8203;"a b"`],
  ['&7', '&amp;&#8203;7'],
  ['https://evil.example/a', 'https:&#8203;//evil.example/a'],
  ['www.evil.example', 'www&#8203;.evil.example'],
  [':fire: :white_check_mark:+1:', String.raw`:<wbr>fire: :<wbr>white\_check\_mark:<wbr>+1:`],
  ['api-3f2a9bc', 'api-3f2a9b<wbr>c'],
  [
    '0123456789ABCDEF0123456789abcdef01234567',
    '012345<wbr>6789AB<wbr>CDEF01<wbr>234567<wbr>89abcd<wbr>ef0123<wbr>4567',
  ],
  [
    '[issue:7] [feature_flag:7] *iteration:7',
    String.raw`\[&#8203;issue:7\] \[&#8203;feature\_flag:7\] \*&#8203;iteration:7`,
  ],
  [
    'abcdef, a & b, 100 %, 95%, ::/0, [x], *y, 12:30, AWS::EC2::VPC',
    String.raw`abcdef, a &amp; b, 100 %, 95%, ::/0, \[x\], \*y, 12:30, AWS::EC2::VPC`,
  ],
  ['arn:aws:s3:::logs', 'arn:<wbr>aws:<wbr>s3:::logs'],
])('%s is neither a link, a reference, nor an emoji in Markdown', (name, written) => {
  expect(cell(name)).toBe(written)
})

test('the name of a baseline file is text within HTML', () => {
  const report = sampleReport({ baseline: { file: 'my_<b>accepted.json', unused: ['one'] } })
  expect(reportMarkdown(of(report))).toContain(
    '<summary>1 entry of my_&lt;b&gt;accepted.json without a match</summary>',
  )
})

// oxlint-disable-next-line no-control-regex -- These must not be in the text.
const moving = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/

test('no name moves the cursor, changes colors, or turns the writing direction of a terminal', () => {
  assert(
    property(string({ unit: 'binary' }), (name) => {
      const report = sampleReport({
        account: { ...full.account, alias: name },
        failOn: 'added',
        comparison: comparison({ changes: [changed('changed', name)], added: [compared('T', name)] }),
      })
      const text = formatReport(of(report), 'text', null)
      expect(stripVTControlCharacters(text)).toBe(text)
      expect(text).not.toMatch(moving)
      expect(text.split('\n')).toHaveLength(9)
    }),
  )
})

test('JUnit has a test for the scan and for each condition', () => {
  const skipped = sampleReport({ failOn: 'added,coverage<95%' })
  const document = parse(formatReport(of(full, failed, skipped), 'junit', null))
  const suites = Array.from(document.getElementsByTagName('testsuite'), (suite) => [
    suite.getAttribute('tests'),
    suite.getAttribute('failures'),
    suite.getAttribute('skipped'),
    suite.getAttribute('time'),
    ...Array.from(suite.getElementsByTagName('testcase'), (one) => [
      one.getAttribute('name'),
      ...Array.from(one.getElementsByTagName('*'), ({ tagName, textContent }) => `${tagName}: ${textContent}`),
    ]),
  ])
  expect(suites).toEqual([
    [
      '4',
      '2',
      '0',
      '20.5',
      ['scan'],
      ['exposure-opened', 'failure: bastion: tcp 3389 from internet by security group'],
      ['added'],
      ['coverage<95%', 'failure: coverage is 50 %'],
    ],
    ['1', '1', '0', '20.5', ['scan', 'failure: ']],
    ['3', '0', '1', '20.5', ['scan'], ['added', 'skipped: '], ['coverage<95%']],
  ])
})

test('JUnit lists the first 1,000 changes and findings, and counts the others', () => {
  const [changes, added] = [
    Array.from({ length: 1_001 }, (_, index) => changed('added', `web-${index}`)),
    Array.from({ length: 1_002 }, (_, index) => compared('AWS::EC2::Instance', `i-${index}`)),
  ]
  const report = sampleReport({ failOn: 'added', comparison: comparison({ changes, added }) })
  const document = parse(formatReport(of(report), 'junit', null))
  const linesOf = (name: string) => document.getElementsByTagName(name)[0]?.textContent?.split('\n') ?? []
  expect(linesOf('system-out').slice(999)).toEqual(['web-999', 'and 1 more'])
  expect(linesOf('failure').slice(999)).toEqual(['AWS::EC2::Instance i-999', 'and 2 more'])
})

test('JUnit is well-formed XML for any name', () => {
  assert(
    property(string({ unit: 'binary' }), (name) => {
      const report = sampleReport({
        account: { ...full.account, alias: name },
        failOn: 'added',
        comparison: comparison({ changes: [changed('changed', name)], added: [compared('T', name)] }),
      })
      const failure = parse(formatReport(of(report), 'junit', null)).getElementsByTagName('failure')[0]
      expect(failure?.getAttribute('message')).toMatch(/^T /)
    }),
  )
})

type Sarif = {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } }
    readonly automationDetails: { readonly id: string }
    readonly invocations: readonly { readonly executionSuccessful: boolean }[]
    readonly results: readonly {
      readonly ruleId: string
      readonly ruleIndex: number
      readonly level: string
      readonly message: { readonly text: string }
      readonly locations: readonly { readonly logicalLocations?: unknown }[]
      readonly partialFingerprints: Readonly<Record<string, string>>
    }[]
  }[]
}

const sarif = (report: Report) => (JSON.parse(formatReport(report, 'sarif', null)) as Sarif).runs[0]

test('SARIF has failed conditions, changes other than closed exposures, and gaps', () => {
  const run = sarif(of(full))
  expect(run?.results.map(({ ruleId, level, message }) => [ruleId, level, message.text])).toEqual([
    ['gate', 'error', 'exposure-opened: bastion: tcp 3389 from internet by security group'],
    ['gate', 'error', 'coverage<95%: coverage is 50 %'],
    ['exposure', 'error', 'bastion: tcp 3389 from internet'],
    ['data', 'warning', 'RDS DB instance orders was removed'],
    ['unread', 'note', "AWS::RDS::DBInstance couldn't be read (denied). AWS denied access."],
  ])
  const { rules } = run?.tool.driver ?? { rules: [] }
  for (const { ruleId, ruleIndex } of run?.results ?? []) expect(rules[ruleIndex]?.id).toBe(ruleId)
  expect(run?.invocations[0]?.executionSuccessful).toBe(true)
  const failure = sarif(of(failed))
  expect(failure?.results.map(({ ruleId }) => ruleId)).toEqual(['scan'])
  expect(failure?.invocations[0]?.executionSuccessful).toBe(false)
})

const prints = (report: ScanReport) => sarif(of(report))?.results.map(({ partialFingerprints }) => partialFingerprints)

test('SARIF identifies a finding by what it is, not by the scan', () => {
  const later = { ...full, scan: { ...sampleScan, id: 'other', createdAt: '2026-12-01T00:00:00.000Z' } }
  expect(prints(later)).toEqual(prints(full))
  const elsewhere = { ...full, scan: { ...sampleScan, region: 'eu-west-1' } }
  expect(prints(elsewhere)).not.toEqual(prints(full))
  expect(new Set(prints(full)?.map((print) => JSON.stringify(print))).size).toBe(5)
})

const category = (...scans: readonly ScanReport[]) => sarif(of(...scans))?.automationDetails.id

test('SARIF of another region, account, or plan does not replace the results', () => {
  const elsewhere = { ...full, scan: { ...sampleScan, region: 'eu-west-1' } }
  expect(category(full)).toBe('surveyor/444455556666/us-east-1/')
  expect(category(full, elsewhere)).toBe('surveyor/444455556666/eu-west-1+us-east-1/')
  expect(category(elsewhere, full)).toBe(category(full, elsewhere))
})

test('SARIF has no links of names', () => {
  const run = sarif(of(sampleReport({ comparison: comparison({ changes: [changed('changed', '[a](b) [0]')] }) })))
  expect(run?.results[0]?.message.text).toBe(String.raw`[a\](b) [0]`)
})

test('SARIF names the resource of a finding, and at most ten of a condition', () => {
  const added = Array.from({ length: 12 }, (_, index) => compared('T', `i-${index}`))
  const changes = [changed('added', 'web was added')]
  const run = sarif(of(sampleReport({ failOn: 'added', comparison: comparison({ added, changes }) })))
  expect(run?.results.map(({ message, locations }) => [message.text, locations[0]?.logicalLocations])).toEqual([
    [
      `added: ${added
        .slice(0, 10)
        .map(({ id }) => `T ${id}`)
        .join('; ')}`,
      [{ fullyQualifiedName: 'added', kind: 'resource' }],
    ],
    ['web was added', [{ fullyQualifiedName: 'AWS::EC2::Instance/i-1', kind: 'resource' }]],
  ])
  const [failure] = sarif(of(failed))?.results ?? []
  expect(failure?.locations).toEqual([
    { physicalLocation: { artifactLocation: { uri: 'aws/444455556666/us-east-1' }, region: { startLine: 1 } } },
  ])
})

test('SARIF has at most the results that GitHub shows', () => {
  const many = sampleReport({
    comparison: comparison({ changes: Array.from({ length: 5_001 }, (_, index) => changed('changed', `${index}`)) }),
  })
  expect(sarif(of(many))?.results).toHaveLength(5_000)
  expect(formatReport(of(many), 'sarif', null)).toContain('Only the first 5000 of 5001 results.')
})

test('JSON has everything, with the conditions as written', () => {
  const json = JSON.parse(formatReport(of(full), 'json', null)) as Record<string, unknown>
  expect(json).toMatchObject({
    scans: [
      {
        scan: { id: sampleScan.id },
        coverage: { types: 2, collected: 1, percent: 50, gaps: [{ type: 'AWS::RDS::DBInstance' }] },
        comparison: { changes: [{}, {}, {}, {}] },
        gate: [{ condition: 'exposure-opened', state: 'failed' }, { state: 'passed' }, { state: 'failed' }],
        files: ['map.svg'],
      },
    ],
    notAvailable: [],
    gate: { failed: true, conditions: ['exposure-opened', 'coverage<95%'] },
  })
})

test('every format ends with a newline', () => {
  for (const format of reportFormats) expect(formatReport(of(full), format, null)).toMatch(/[^\n]\n$/)
})

function parse(text: string) {
  return new DOMParser({
    onError: (level, message) => {
      // Replacement characters in the text are a warning.
      if (level !== 'warning') throw new Error(`${level}: ${message}`)
    },
  }).parseFromString(text, 'text/xml')
}
