/** Writes a report as JUnit XML: a test suite for each scan, with a test for the scan and for each condition. */
import { plainText } from '../terminal/terminal.ts'
import type { ConditionResult, Report, ScanReport } from './report.ts'

/** GitLab and Jenkins read such files as a whole. */
const listed = 1_000

export function reportJunit(report: Report): string {
  const suites = report.scans.map(suite)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="Surveyor">\n${suites.join('\n')}\n</testsuites>\n`
}

function suite({ account, scan, gate, comparison }: ScanReport): string {
  const name = `${account.alias} ${scan.region}`
  const failure = scan.status === 'failed' ? element('failure', scan.errorMessage ?? 'The scan failed.', []) : ''
  const cases = [
    testCase(name, 'scan', failure),
    ...gate.map((result) => testCase(name, result.condition.text, outcome(result))),
  ]
  const failures = gate.filter(({ state }) => state === 'failed').length + (failure === '' ? 0 : 1)
  const skipped = gate.filter(({ state }) => state === 'skipped').length
  const seconds = (Date.parse(scan.updatedAt) - Date.parse(scan.createdAt)) / 1000
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}" time="${seconds}"`
  const changes = (comparison?.changes ?? []).map(({ summary }) => summary)
  return [
    `  <testsuite name="${xml(name)}" ${counts} timestamp="${scan.createdAt.slice(0, 19)}">`,
    ...cases,
    `    <system-out>${xml(listText(changes))}</system-out>`,
    '  </testsuite>',
  ].join('\n')
}

function outcome({ state, findings }: ConditionResult): string {
  if (state === 'passed') return ''
  return state === 'skipped'
    ? element('skipped', 'There is no earlier scan to compare with.', [])
    : element('failure', findings[0] ?? '', findings)
}

function testCase(suiteName: string, name: string, content: string): string {
  const start = `    <testcase classname="${xml(suiteName)}" name="${xml(name)}"`
  return content === '' ? `${start} />` : `${start}>\n${content}\n    </testcase>`
}

function element(name: string, message: string, lines: readonly string[]): string {
  return `      <${name} message="${xml(plainText(message))}">${xml(listText(lines))}</${name}>`
}

function listText(lines: readonly string[]): string {
  const rest = lines.length > listed ? [`and ${lines.length - listed} more`] : []
  return [...lines.slice(0, listed).map(plainText), ...rest].join('\n')
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

// oxlint-disable-next-line no-control-regex -- These are what it removes.
const notXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

/** Escaped, and without the code points that XML 1.0 doesn't allow. */
export function xml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character)
    .replaceAll(notXml, '\uFFFD')
}
