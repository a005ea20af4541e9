/** Writes a report as Markdown for a comment of a pull request. It always fits GitHub's limit of 65,536 characters. */
import { groupChanges, groupSummary, namesOf } from '../../../contract/alike-changes.ts'
import type { Change } from '../client/index.ts'
import { plainText } from '../terminal/terminal.ts'
import { changeChart } from './change-chart.ts'
import { changeMarks } from './text.ts'
import { planLines, unknownText, withoutExposures } from './plan-text.ts'
import { cut, isGateFailed, percentText, plural, resourceCount, timeText } from './report.ts'
import type { ConditionResult, Report, ScanReport } from './report.ts'

export const markdownLimit = 60_000
const cellLimit = 300
const listedGaps = 20
const listedFindings = 3
const listedConditions = 50
const listedNames = 20
const listedUnused = 20
/** Further rows are folded. */
const visibleChanges = 25
/** Of the budget of a scan. */
const chartShare = 0.4
const chartLimit = 15_000

/** What only a comment has. */
export type MarkdownLinks = {
  /** The dashboard. */
  readonly serviceUrl?: string
  /** URLs of diagrams, by scan ID. */
  readonly pictures?: ReadonlyMap<string, string>
}

export function reportMarkdown(report: Report, links: MarkdownLinks = {}, limit = markdownLimit): string {
  const verdict = report.scans.some(({ gate }) => gate.length > 0)
    ? [`**Gate: ${isGateFailed(report) ? 'failed' : 'passed'}**`, '']
    : []
  const rest =
    report.notAvailable.length === 0
      ? []
      : ['', `Not available in this account: ${cell(report.notAvailable.join(', '))}.`]
  const room = limit - [...verdict, ...rest].join('\n').length - 100
  return `${cut([...verdict, scanSections(report.scans, links, room), ...rest].join('\n'), limit - 1)}\n`
}

/** Scans with news come first, and get the space that the others don't need. */
function scanSections(scans: readonly ScanReport[], links: MarkdownLinks, limit: number): string {
  const quiet: string[] = []
  let left = limit
  for (const scan of scans.filter(isQuiet)) {
    const section = scanSection(scan, 0, links)
    if (left - section.length < limit / 2) break
    quiet.push(section)
    left -= section.length + 2
  }
  const news = scans.filter((scan) => !isQuiet(scan))
  const sections: string[] = []
  for (const [index, scan] of news.entries()) {
    const section = scanSection(scan, Math.floor(left / (news.length - index)), links)
    if (index > 0 && section.length > left) break
    sections.push(cut(section, left))
    left -= section.length + 2
  }
  const hidden = scans.length - sections.length - quiet.length
  const rest = hidden > 0 ? [`${plural(hidden, 'more scan')} not shown here.`] : []
  return [...sections, ...quiet, ...rest].join('\n\n')
}

/** Whether nothing changed, and the gate didn't fail. */
export function isQuiet({ scan, comparison, gate }: ScanReport): boolean {
  if (scan.status !== 'completed' || comparison === null) return false
  const { changes, unknown, exposures, coverageChanged } = comparison
  const news = [changes, unknown, exposures.unknown, coverageChanged]
  return news.every(({ length }) => length === 0) && gate.every(({ state }) => state !== 'failed')
}

function scanSection(report: ScanReport, budget: number, links: MarkdownLinks): string {
  const { account, scan, note } = report
  const head = [`### ${cell(account.alias)} (${account.cloudAccountId}), ${cell(scan.region)}`, '']
  if (scan.status === 'failed') return [...head, `The scan failed. ${cell(scan.errorMessage ?? '')}`].join('\n')
  if (scan.status !== 'completed') return [...head, `The scan is ${scan.status}.`].join('\n')
  const found = `${plural(resourceCount(scan), 'resource')}. ${coverageSentence(report)}`
  const tail = [...pictureLines(report, links), ...baselineLines(report), ...gapLines(report)]
  const lines = [
    ...head,
    `${found}${scanLink(report, links)}`,
    ...gateLines(report.gate),
    ...(note === null ? [] : ['', cell(note)]),
    ...planSection(report),
  ]
  const used = [...lines, ...tail].join('\n').length
  return [...lines, ...changeLines(report, budget - used), ...tail].join('\n')
}

function coverageSentence({ coverage }: ScanReport): string {
  if (coverage === null) return ''
  return `${coverage.collected} of ${plural(coverage.types, 'resource type')} collected (${percentText(coverage)}).`
}

function scanLink({ scan, plan }: ScanReport, { serviceUrl }: MarkdownLinks): string {
  const tab = plan === undefined ? '/changes' : ''
  return serviceUrl === undefined ? '' : ` [Details](${serviceUrl}/scans/${scan.id}${tab})`
}

function pictureLines({ scan }: ScanReport, { pictures }: MarkdownLinks): readonly string[] {
  const url = pictures?.get(scan.id)
  return url === undefined ? [] : ['', `![Diagram](${url})`]
}

/** As many changes as fit, the most important first. */
function changeLines(report: ScanReport, budget: number): readonly string[] {
  const { comparison, plan } = report
  if (comparison === null) return []
  const since = `${plan === undefined ? 'since' : 'planned after the scan of'} ${timeText(comparison.base.createdAt)}`
  const changes = withoutExposures(report)
  const unknown = unknownText(report)
  const unknownLine = unknown === null ? [] : ['', `${unknown}.`]
  if (changes.length === 0) return ['', `No changes ${since}.`, ...unknownLine]
  const chart = chartLines(changeChart(comparison, Math.min(chartLimit, budget * chartShare)))
  const head = ['', `${plural(changes.length, 'change')} ${since}:`, '']
  const rows = changeRows(changes, budget - [...head, ...chart].join('\n').length - 400)
  const [visible, folded] = [rows.slice(0, visibleChanges), rows.slice(visibleChanges)]
  const hidden = changes.length - countOf(rows)
  return [
    ...head,
    ...tableHead,
    ...visible.map(({ text }) => text),
    ...(folded.length === 0
      ? []
      : details(plural(countOf(folded), 'more change'), [...tableHead, ...folded.map(({ text }) => text)])),
    ...(hidden > 0 ? ['', `${plural(hidden, 'more change')} not shown here.`] : []),
    ...unknownLine,
    ...chart,
  ]
}

const tableHead = ['| | Change | Area |', '|---|---|---|']

type Row = {
  readonly text: string
  /** The number of changes. */
  readonly count: number
}

function changeRows(changes: readonly Change[], budget: number): readonly Row[] {
  const rows: Row[] = []
  let left = budget
  for (const group of groupChanges(changes)) {
    const [{ kind, area }] = group
    const text = `| ${changeMarks[kind]} | ${groupCell(group)} | ${area} |`
    left -= text.length + 1
    if (left < 0) break
    rows.push({ text, count: group.length })
  }
  return rows
}

function countOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0)
}

/** The names of several resources are folded. */
function groupCell(group: ReturnType<typeof groupChanges<Change>>[number]): string {
  const summary = cell(groupSummary(group))
  if (group.length === 1) return summary
  const names = namesOf(group.map(({ resource }) => resource))
  const hidden = names.length - listedNames
  const more = hidden > 0 ? ` and ${hidden} more` : ''
  return `<details><summary>${summary}</summary>${names.slice(0, listedNames).map(cell).join(', ')}${more}</details>`
}

/** A list for each part, such as what the plan opens. */
function planSection(report: ScanReport): readonly string[] {
  return planLines(report).flatMap(({ name, text }) => [
    ...(name === '' ? [] : ['', `**${name}**`, '']),
    `- ${cell(text)}`,
  ])
}

function chartLines(chart: ReturnType<typeof changeChart>): readonly string[] {
  if (chart === null) return []
  const part =
    chart.shown === chart.changed ? [] : ['', `The diagram shows ${chart.shown} of ${chart.changed} changed resources.`]
  return ['', '```mermaid', chart.text, '```', ...part]
}

function details(summary: string, lines: readonly string[]): readonly string[] {
  return ['', `<details><summary>${summary}</summary>`, '', ...lines, '', '</details>']
}

const stateMarks = { passed: '✅', failed: '❌', skipped: '➖' } as const

function gateLines(gate: readonly ConditionResult[]): readonly string[] {
  if (gate.length === 0) return []
  const rows = gate.slice(0, listedConditions).map(({ condition, state, findings, accepted }) => {
    const more = findings.length > listedFindings ? ` and ${findings.length - listedFindings} more` : ''
    const first = `${cell(findings.slice(0, listedFindings).join('; '))}${more}`
    const parts = [first, accepted.length === 0 ? '' : `${accepted.length} accepted`]
    const text = parts.filter((part) => part !== '').join(' · ')
    // A space that doesn't break the line.
    return `| ${stateMarks[state]}&nbsp;${state} | ${cell(condition.text)} | ${text} |`
  })
  const hidden = gate.length - rows.length
  const rest = hidden > 0 ? ['', `${plural(hidden, 'more condition')} not shown here.`] : []
  return ['', '| Gate | Condition | |', '|---|---|---|', ...rows, ...rest]
}

function baselineLines({ baseline }: ScanReport): readonly string[] {
  if (baseline === null || baseline.unused.length === 0) return []
  const hidden = baseline.unused.length - listedUnused
  return details(
    `${plural(baseline.unused.length, 'entry', 'entries')} of ${plainHtml(baseline.file)} without a match`,
    [
      ...baseline.unused.slice(0, listedUnused).map((entry) => `- ${cell(entry)}`),
      ...(hidden > 0 ? [`- ${hidden} more not shown here`] : []),
    ],
  )
}

function gapLines({ coverage }: ScanReport): readonly string[] {
  if (coverage === null || coverage.gaps.length === 0) return []
  const rows = coverage.gaps
    .slice(0, listedGaps)
    .map(({ type, status, action }) => `| ${cell(type)} | ${status} | ${cell(action ?? '')} |`)
  const hidden = coverage.gaps.length - rows.length
  return details(`${plural(coverage.gaps.length, 'resource type')} couldn't be read`, [
    '| Resource type | Status | IAM action |',
    '|---|---|---|',
    ...rows,
    ...(hidden > 0 ? ['', `${plural(hidden, 'more type')} not shown here.`] : []),
  ])
}

/** Text in which nothing is Markdown, HTML, a mention, a link, a reference, an emoji, or a formula. */
export function cell(text: string): string {
  return plainHtml(text)
    .replaceAll(/[\\`*_[\]|#~]/g, String.raw`\$&`)
    .replace(/^(\d*)([-+.)])/, String.raw`$1\$2`)
    .replaceAll(linked, '$&&#8203;')
    .replaceAll('$', () => dollar)
    .replaceAll(divided, '$&<wbr>')
}

/** Neither GitHub nor GitLab has an escape. A character reference hides it from parsers of Markdown, and an element from filters of text. */
const dollar = '<span>&#36;</span>'

/**
 * What GitHub and GitLab make links of, though it is no Markdown: mentions, URLs, and references to issues and the
 * like, which also leave a note there. A space without a width after it prevents that, where escapes don't.
 */
const linked = /@|:(?=\/\/)|\bwww(?=\.)|\bGH-(?=\d)|[#!%~^](?=[\w"\\])|&amp;(?=\d)|\*(?=iteration:)|\[(?=[a-z\\_]+:)/gi

/**
 * Names of emojis, such as `:fire:`, and commit hashes, which have 7 to 40 digits. An element divides them for filters
 * of text, and isn't copied with an ARN or an ID.
 */
const divided = /:(?=[a-z\d+\\_-]+:)|[\da-fA-F]{6}(?=[\da-fA-F])/g

/** Within HTML elements, where nothing is Markdown. */
function plainHtml(text: string): string {
  return cut(plainText(text), cellLimit).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
