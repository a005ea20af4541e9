/** Tests what SARIF tells of its rules, gaps, and plans. */
import { expect, test } from 'vitest'
import { covered, sampleReport, sampleScan } from '../../test/sample-report.ts'
import type { PlanReport, ScanReport } from './report.ts'
import { reportSarif } from './sarif.ts'

type Run = {
  readonly tool: { readonly driver: { readonly semanticVersion: string; readonly rules: readonly Rule[] } }
  readonly results: readonly {
    readonly ruleId: string
    readonly message: { readonly text: string }
    readonly locations: readonly { readonly logicalLocations?: readonly { readonly fullyQualifiedName: string }[] }[]
  }[]
}
type Rule = {
  readonly id: string
  readonly shortDescription: { readonly text: string }
  readonly defaultConfiguration: { readonly level: string }
}

function run(report: ScanReport): Run {
  const log = JSON.parse(reportSarif({ scans: [report], notAvailable: [] }, '1.2.3')) as { readonly runs: [Run] }
  return log.runs[0]
}

const told = (report: ScanReport) =>
  run(report).results.map(({ ruleId, message, locations: [place] }) => [
    ruleId,
    message.text,
    place?.logicalLocations?.[0]?.fullyQualifiedName,
  ])

test('every rule has its level and a sentence, also those without results', () => {
  const { semanticVersion, rules } = run(sampleReport()).tool.driver
  expect(semanticVersion).toBe('1.2.3')
  expect(rules.map((rule) => [rule.id, rule.defaultConfiguration.level, rule.shortDescription.text])).toEqual([
    ['scan', 'error', 'A scan failed.'],
    ['gate', 'error', 'A condition of --fail-on failed.'],
    ['exposure', 'error', 'An exposure was opened.'],
    ['data', 'warning', 'A data store changed.'],
    ['access', 'warning', 'Access or encryption changed.'],
    ['network', 'warning', 'The network changed.'],
    ['workload', 'note', 'A workload changed.'],
    ['size', 'note', 'A size changed.'],
    ['settings', 'note', 'A setting changed.'],
    ['tags', 'note', 'Tags changed.'],
    ['cut-off', 'warning', 'A connection would be blocked.'],
    ['breaks', 'warning', 'A resource would break or degrade.'],
    ['unread', 'note', "A resource type couldn't be read."],
  ])
})

test('a failed scan without a reason is a result', () => {
  const failed = sampleReport({ scan: { ...sampleScan, status: 'failed', errorMessage: null }, coverage: null })
  expect(told(failed)).toEqual([['scan', 'The scan failed.', undefined]])
})

test('a type that could not be read is the place of its result, with a reason if there is one', () => {
  const types = [covered('AWS::RDS::DBInstance', 'denied'), covered('AWS::SQS::Queue', 'failed')]
  expect(told(sampleReport({ types }))).toEqual([
    ['unread', "AWS::RDS::DBInstance couldn't be read (denied). AWS denied access.", 'AWS::RDS::DBInstance'],
    ['unread', "AWS::SQS::Queue couldn't be read (failed).", 'AWS::SQS::Queue'],
  ])
})

test('what a plan cuts off and breaks are results', () => {
  const resource = { type: 'AWS::EC2::NatGateway', id: 'nat-1', arn: null, name: 'a' }
  const dependent = { type: 'AWS::EC2::Instance', id: 'i-1', arn: null, name: 'web' }
  const nothing = { touched: [], exposures: [], missing: [], unmanaged: null, unknown: [] }
  const plan = {
    ...nothing,
    format: 'terraform',
    cutOff: [{ from: 'AWS::EC2::Instance/i-1', summary: 'web to orders: tcp 5432', causedBy: [], blockedBy: [] }],
    breaks: [{ resource, dependents: [{ resource: dependent, effect: 'breaks' }] }],
  } as unknown as PlanReport
  expect(told(sampleReport({ plan })).map(([rule, text]) => [rule, text])).toEqual([
    ['cut-off', 'web to orders: tcp 5432'],
    ['breaks', 'AWS::EC2::Instance web (i-1) breaks without a'],
  ])
})
