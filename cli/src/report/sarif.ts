/** Writes a report as SARIF 2.1.0 for code scanning: changes, types that couldn't be read, and failed conditions. */
import { createHash } from 'node:crypto'
import type { Log, ReportingDescriptor, Result } from 'sarif'
import type { Change } from '../client/index.ts'
import { plainText } from '../terminal/terminal.ts'
import { planFindings } from './gate.ts'
import { isGateFailed } from './report.ts'
import type { PlanReport, Report, ScanReport } from './report.ts'

/** The most results of one run that GitHub shows. */
const maxResults = 5_000

type Rule = ReportingDescriptor & { readonly defaultConfiguration: { readonly level: Result.level } }
type Found = { readonly rule: Rule; readonly text: string; readonly resource: string }

const rule = (id: string, level: Result.level, text: string): Rule => ({
  id,
  shortDescription: { text },
  defaultConfiguration: { level },
})

const changeRules: Readonly<Record<Exclude<Change['area'], 'coverage'>, Rule>> = {
  exposure: rule('exposure', 'error', 'An exposure was opened.'),
  data: rule('data', 'warning', 'A data store changed.'),
  access: rule('access', 'warning', 'Access or encryption changed.'),
  network: rule('network', 'warning', 'The network changed.'),
  workload: rule('workload', 'note', 'A workload changed.'),
  size: rule('size', 'note', 'A size changed.'),
  settings: rule('settings', 'note', 'A setting changed.'),
  tags: rule('tags', 'note', 'Tags changed.'),
}
const unread = rule('unread', 'note', "A resource type couldn't be read.")
const failedCondition = rule('gate', 'error', 'A condition of --fail-on failed.')
const failedScan = rule('scan', 'error', 'A scan failed.')
const cutOff = rule('cut-off', 'warning', 'A connection would be blocked.')
const breaks = rule('breaks', 'warning', 'A resource would break or degrade.')
const rules = [failedScan, failedCondition, ...Object.values(changeRules), cutOff, breaks, unread]

export function reportSarif(report: Report, version: string): string {
  const results = report.scans.flatMap((scan) => found(scan).map((one) => result(one, scan)))
  const log: Log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Surveyor', semanticVersion: version, rules } },
        // Code scanning replaces the results of an earlier run of the same category, which ends at the last slash.
        automationDetails: { id: `surveyor/${categoryOf(report)}/` },
        invocations: [
          {
            executionSuccessful: report.scans.every(({ scan }) => scan.status === 'completed'),
            ...(results.length > maxResults && {
              toolExecutionNotifications: [
                { level: 'warning', message: { text: `Only the first ${maxResults} of ${results.length} results.` } },
              ],
            }),
          },
        ],
        properties: { gateFailed: isGateFailed(report) },
        results: results.slice(0, maxResults),
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

/** The account with its regions. Plans and scans don't replace each other. */
function categoryOf({ scans }: Report): string {
  const regions = scans.map(({ scan }) => scan.region).toSorted()
  const kind = scans.some(({ plan }) => plan !== undefined) ? 'plan/' : ''
  return `${kind}${scans[0]?.scan.customerCloudAccountId}/${regions.join('+')}`
}

function found({ scan, comparison, coverage, gate, plan }: ScanReport): readonly Found[] {
  const failure =
    scan.status === 'failed' ? [{ rule: failedScan, text: scan.errorMessage ?? 'The scan failed.', resource: '' }] : []
  const conditions = gate
    .filter(({ state }) => state === 'failed')
    .map(({ condition, findings }) => ({
      rule: failedCondition,
      text: `${condition.text}: ${findings.slice(0, 10).join('; ')}`,
      resource: condition.text,
    }))
  // A closed exposure is good news, and an alert for it would have to be dismissed.
  const changes = (comparison?.changes ?? [])
    .filter(({ kind }) => kind !== 'closed')
    .flatMap(({ area, summary, resource }) =>
      // Unread types are results of their own.
      area === 'coverage'
        ? []
        : [{ rule: changeRules[area], text: summary, resource: resource.arn ?? `${resource.type}/${resource.id}` }],
    )
  const gaps = (coverage?.gaps ?? []).map(({ type, status, reason }) => ({
    rule: unread,
    text: `${type} couldn't be read (${status}). ${reason ?? ''}`.trim(),
    resource: type,
  }))
  return [...failure, ...conditions, ...changes, ...(plan === undefined ? [] : ofPlan(plan)), ...gaps]
}

function ofPlan(plan: PlanReport): readonly Found[] {
  return [
    ...planFindings('cut-off', plan).map((text) => ({ rule: cutOff, text, resource: text })),
    ...planFindings('breaks', plan).map((text) => ({ rule: breaks, text, resource: text })),
  ]
}

function result({ rule, text, resource }: Found, { scan }: ScanReport): Result {
  const place = `aws/${scan.customerCloudAccountId}/${scan.region}`
  const identity = [rule.id, place, resource, rule === failedCondition ? '' : text].join('\n')
  return {
    ruleId: rule.id,
    ruleIndex: rules.indexOf(rule),
    level: rule.defaultConfiguration.level,
    // Viewers make links of "[text](address)".
    message: { text: plainText(text).replaceAll('](', String.raw`\](`) },
    locations: [
      {
        // Code scanning shows only results in files.
        physicalLocation: { artifactLocation: { uri: place }, region: { startLine: 1 } },
        ...(resource !== '' && { logicalLocations: [{ fullyQualifiedName: resource, kind: 'resource' }] }),
      },
    ],
    // The same finding of another scan is the same alert.
    partialFingerprints: { 'surveyor/v1': createHash('sha256').update(identity).digest('hex') },
  }
}
