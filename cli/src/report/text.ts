/** Writes a report for people at a terminal or in the log of a pipeline. */
import { groupChanges, groupSummary, namesOf } from '../../../contract/alike-changes.ts'
import { plainText } from '../terminal/terminal.ts'
import type { Paint, Style } from '../terminal/terminal.ts'
import { percentText, plural, resourceCount, timeText } from './report.ts'
import { planLines, unknownText, withoutExposures } from './plan-text.ts'
import type { ConditionResult, Report, ScanReport } from './report.ts'

export const changeMarks = {
  opened: '!',
  closed: '✓',
  added: '+',
  removed: '−',
  replaced: '±',
  changed: '~',
  unread: '?',
  read: '✓',
} as const

const changeStyles: Readonly<Record<keyof typeof changeMarks, Style>> = {
  opened: 'red',
  closed: 'green',
  added: 'green',
  removed: 'red',
  replaced: 'yellow',
  changed: 'yellow',
  unread: 'yellow',
  read: 'green',
}

const listedFindings = 10

export function reportText(report: Report, paint: Paint): string {
  const notAvailable =
    report.notAvailable.length === 0 ? [] : [`Not available in this account: ${report.notAvailable.join(', ')}.`]
  return `${[...report.scans.map((scan) => scanText(scan, paint)), ...notAvailable].join('\n\n')}\n`
}

function scanText(report: ScanReport, paint: Paint): string {
  const { account, scan, note, files } = report
  const head = paint('bold', `${plainText(account.alias)} (${account.cloudAccountId}), ${scan.region}`)
  const lines = [
    `${head}  ${scan.status}`,
    field('Scan', scan.id),
    ...(scan.errorMessage === null ? [] : [field('Error', paint('red', plainText(scan.errorMessage)))]),
    ...(scan.status === 'completed' ? [field('Found', plural(resourceCount(scan), 'resource'))] : []),
    ...coverageLines(report, paint),
    ...(note === null ? [] : [field('Changes', note)]),
    ...changeLines(report, paint),
    ...planLines(report).map(({ name, text, style }) => field(name, style === null ? text : paint(style, text))),
    ...report.gate.flatMap((result, index) => gateLines(result, index, paint)),
    ...baselineLines(report, paint),
    ...files.map((file) => field('Diagram', file)),
  ]
  return lines.join('\n')
}

function field(name: string, text: string): string {
  return `  ${name.padEnd(9)} ${text}`
}

function coverageLines({ coverage }: ScanReport, paint: Paint): readonly string[] {
  if (coverage === null) return []
  const total = `${coverage.collected} of ${plural(coverage.types, 'resource type')} (${percentText(coverage)})`
  return [
    field('Coverage', total),
    ...coverage.gaps.map(({ type, status, action }) =>
      field(
        '',
        paint('yellow', `${type} couldn't be read: ${[status, action].filter((part) => part !== null).join(' ')}`),
      ),
    ),
  ]
}

function changeLines(report: ScanReport, paint: Paint): readonly string[] {
  const { comparison } = report
  if (comparison === null) return []
  const { base } = comparison
  const changes = withoutExposures(report)
  const unknown = unknownText(report)
  const since = `${report.plan === undefined ? 'since' : 'planned after the scan of'} ${timeText(base.createdAt)}`
  return [
    field('Changes', `${changes.length === 0 ? 'none' : changes.length} ${since}`),
    ...groupChanges(changes).flatMap((group) => {
      const [{ kind }] = group
      const names = namesOf(group.map(({ resource }) => resource))
      return [
        field('', paint(changeStyles[kind], `${changeMarks[kind]} ${plainText(groupSummary(group))}`)),
        ...(names.length > 1 ? [field('', `  ${plainText(names.join(', '))}`)] : []),
      ]
    }),
    ...(unknown === null ? [] : [field('', unknown)]),
  ]
}

const stateStyles = { passed: 'green', failed: 'red', skipped: 'dim' } as const

function gateLines(
  { condition, state, findings, accepted }: ConditionResult,
  index: number,
  paint: Paint,
): readonly string[] {
  const hidden = findings.length - listedFindings
  return [
    field(index === 0 ? 'Gate' : '', `${paint(stateStyles[state], state)}  ${condition.text}`),
    ...findings.slice(0, listedFindings).map((finding) => field('', `  ${plainText(finding)}`)),
    ...(hidden > 0 ? [field('', `  and ${hidden} more`)] : []),
    ...(accepted.length > 0 ? [field('', `  ${accepted.length} accepted by the baseline file`)] : []),
  ]
}

function baselineLines({ baseline }: ScanReport, paint: Paint): readonly string[] {
  if (baseline === null || baseline.unused.length === 0) return []
  return [
    field(
      'Baseline',
      `${plural(baseline.unused.length, 'entry', 'entries')} of ${plainText(baseline.file)} without a match:`,
    ),
    ...baseline.unused.map((entry) => field('', paint('yellow', `  ${plainText(entry)}`))),
  ]
}
