/** Writes a report as Markdown for a comment of a pull request. It always fits GitHub's limit of 65,536 characters. */
import { plainText } from '../terminal/terminal.ts'
import { changeMarks } from './text.ts'
import { planLines, withoutExposures } from './plan-text.ts'
import { cut, isGateFailed, percentText, plural, resourceCount, timeText } from './report.ts'
import type { ConditionResult, Report, ScanReport } from './report.ts'

export const markdownLimit = 60_000
const cellLimit = 300
const listedGaps = 20
const listedFindings = 3
const listedConditions = 50

export function reportMarkdown(report: Report): string {
  const budget = Math.floor((markdownLimit - 1_000) / Math.max(1, report.scans.length))
  const sections = report.scans.map((scan) => scanSection(scan, budget))
  const verdict = report.scans.some(({ gate }) => gate.length > 0)
    ? [`**Gate: ${isGateFailed(report) ? 'failed' : 'passed'}**`, '']
    : []
  const rest =
    report.notAvailable.length === 0
      ? []
      : ['', `Not available in this account: ${cell(report.notAvailable.join(', '))}.`]
  return `${cut([...verdict, sections.join('\n\n'), ...rest].join('\n'), markdownLimit - 1)}\n`
}

function scanSection(report: ScanReport, budget: number): string {
  const { account, scan, note } = report
  const head = [`### ${cell(account.alias)} (${account.cloudAccountId}), ${cell(scan.region)}`, '']
  if (scan.status === 'failed') return [...head, `The scan failed. ${cell(scan.errorMessage ?? '')}`].join('\n')
  const found = `${plural(resourceCount(scan), 'resource')}. ${coverageSentence(report)}`
  const tail = [...planSection(report), ...gateLines(report.gate), ...gapLines(report)]
  const lines = [...head, found, ...(note === null ? [] : ['', cell(note)])]
  const used = [...lines, ...tail].join('\n').length
  return cut([...lines, ...changeLines(report, budget - used), ...tail].join('\n'), budget)
}

function coverageSentence({ coverage }: ScanReport): string {
  if (coverage === null) return ''
  return `${coverage.collected} of ${plural(coverage.types, 'resource type')} collected (${percentText(coverage)}).`
}

/** As many changes as fit, the most important first. */
function changeLines(report: ScanReport, budget: number): readonly string[] {
  const { comparison, plan } = report
  if (comparison === null) return []
  const changes = withoutExposures(report)
  const since = `${plan === undefined ? 'since' : 'planned after the scan of'} ${timeText(comparison.base.createdAt)}`
  if (changes.length === 0) return ['', `No changes ${since}.`, ...unknownLine(comparison.unknown.length)]
  const lines = ['', `${plural(changes.length, 'change')} ${since}:`, '', '| | Change | Area |', '|---|---|---|']
  let left = budget - lines.join('\n').length - 200
  let shown = 0
  for (const { kind, summary, area } of changes) {
    const row = `| ${changeMarks[kind]} | ${cell(summary)} | ${area} |`
    left -= row.length + 1
    if (left < 0) break
    lines.push(row)
    shown += 1
  }
  const hidden = changes.length - shown
  if (hidden > 0) lines.push('', `${plural(hidden, 'more change')} not shown here.`)
  return [...lines, ...unknownLine(comparison.unknown.length)]
}

/** A list for each part, such as what the plan opens. */
function planSection(report: ScanReport): readonly string[] {
  return planLines(report).flatMap(({ name, text }) => [
    ...(name === '' ? [] : ['', `**${name}**`, '']),
    `- ${cell(text)}`,
  ])
}

function unknownLine(count: number): readonly string[] {
  return count === 0 ? [] : ['', `${plural(count, 'resource')} couldn't be compared.`]
}

const stateMarks = { passed: '✅', failed: '❌', skipped: '➖' } as const

function gateLines(gate: readonly ConditionResult[]): readonly string[] {
  if (gate.length === 0) return []
  const rows = gate.slice(0, listedConditions).map(({ condition, state, findings }) => {
    const more = findings.length > listedFindings ? ` and ${findings.length - listedFindings} more` : ''
    const first = cell(findings.slice(0, listedFindings).join('; '))
    return `| ${stateMarks[state]} ${state} | ${cell(condition.text)} | ${first}${more} |`
  })
  return ['', '| Gate | Condition | |', '|---|---|---|', ...rows]
}

function gapLines({ coverage }: ScanReport): readonly string[] {
  if (coverage === null || coverage.gaps.length === 0) return []
  const rows = coverage.gaps
    .slice(0, listedGaps)
    .map(({ type, status, action }) => `| ${cell(type)} | ${status} | ${cell(action ?? '')} |`)
  const hidden = coverage.gaps.length - rows.length
  return [
    '',
    `<details><summary>${plural(coverage.gaps.length, 'resource type')} couldn't be read</summary>`,
    '',
    '| Resource type | Status | IAM action |',
    '|---|---|---|',
    ...rows,
    ...(hidden > 0 ? ['', `${plural(hidden, 'more type')} not shown here.`] : []),
    '',
    '</details>',
  ]
}

/** Text in which nothing is Markdown, HTML, or a mention. */
export function cell(text: string): string {
  return cut(plainText(text), cellLimit)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_[\]|#~]/g, String.raw`\$&`)
    .replaceAll('@', '@&#8203;')
}
