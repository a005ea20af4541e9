/** Reports, comparisons, and coverage for tests of conditions and formats. */
import type { Change, Comparison, Coverage, Scan } from '../src/client/index.ts'
import { evaluate, parseConditions } from '../src/report/gate.ts'
import { summarizeCoverage } from '../src/report/report.ts'
import type { ScanReport } from '../src/report/report.ts'

export const sampleScan: Scan = {
  id: '01a2077d-dc2a-7000-9ffe-fa0a7e300977',
  cloudAccountId: '01a2077b-5b10-7000-a829-1a0af57f93ec',
  customerCloudAccountId: '444455556666',
  region: 'us-east-1',
  status: 'completed',
  progress: { networks: 1, subnets: 9 },
  errorMessage: null,
  createdAt: '2026-11-23T08:20:18.000Z',
  updatedAt: '2026-11-23T08:20:38.500Z',
}

export function covered(type: string, status: Coverage['status'] = 'collected'): Coverage {
  return {
    type,
    countKey: type,
    status,
    count: status === 'collected' ? 1 : null,
    calls: 1,
    retries: 0,
    durationMs: 1,
    reason: status === 'denied' ? 'AWS denied access.' : null,
    action: status === 'denied' ? 'rds:DescribeDBInstances' : null,
    deniedBy: null,
    statement: null,
  }
}

export function compared(type: string, id: string, name: string | null = null): Comparison['added'][number] {
  return { type, id, arn: null, name }
}

/** A resource with the name of its type, as changes and relations have it. */
export function typed(type: string, id: string, name: string | null = null, typeName = type) {
  return { ...compared(type, id, name), typeName }
}

export function changed(kind: Change['kind'], summary: string, area: Change['area'] = 'settings'): Change {
  return {
    rank: 1,
    area,
    kind,
    resource: typed('AWS::EC2::Instance', 'i-1', null, 'EC2 instance'),
    replaces: null,
    summary,
    details: [],
  }
}

export const sampleExposure: Comparison['exposures']['opened'][number] = {
  resource: { type: 'AWS::EC2::Instance', id: 'i-1', arn: null, name: 'bastion' },
  from: 'internet',
  accounts: [],
  by: 'security group',
  protocol: 'tcp',
  ports: '3389',
  before: { verdict: 'closed', condition: null },
  after: { verdict: 'open', condition: null },
}

export function comparison(parts: Partial<Comparison> = {}): Comparison {
  return {
    base: { ...sampleScan, id: '01a2077b-631b-7000-a5c8-2afdaaee32b6', createdAt: '2026-11-15T12:00:00.000Z' },
    changes: [],
    unimportant: 0,
    coverageChanged: [],
    added: [],
    removed: [],
    changed: [],
    unknown: [],
    relationsAdded: [],
    relationsRemoved: [],
    exposures: { opened: [], closed: [], changed: [], unknown: [] },
    ...parts,
  }
}

/** A report as `scan --fail-on` makes it. */
export function sampleReport(
  parts: Partial<ScanReport> & { readonly failOn?: string; readonly types?: readonly Coverage[] } = {},
): ScanReport {
  const { failOn = '', types = [covered('AWS::EC2::VPC')], ...rest } = parts
  const coverage = summarizeCoverage(types)
  const result = rest.comparison ?? null
  return {
    account: { id: sampleScan.cloudAccountId, alias: 'production', cloudAccountId: '444455556666' },
    scan: sampleScan,
    coverage,
    comparison: result,
    note: null,
    gate: parseConditions(failOn).map((condition) =>
      evaluate(condition, { coverage, comparison: result, exposures: [], plan: null }),
    ),
    baseline: null,
    files: [],
    ...rest,
  }
}
