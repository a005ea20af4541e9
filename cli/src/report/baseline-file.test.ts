import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compared, comparison, covered, sampleExposure } from '../../test/sample-report.ts'
import { openGate } from '../commands/scan-gate.ts'
import type { GateOptions } from '../commands/scan-gate.ts'
import type { Facts } from './gate.ts'
import { summarizeCoverage } from './report.ts'

const place = { account: '444455556666', region: 'us-east-1' }
const elsewhere = { account: '444455556666', region: 'eu-west-1' }
const database = compared('AWS::RDS::DBInstance', 'db-1', 'orders')
const types = [covered('AWS::EC2::VPC'), covered('AWS::RDS::DBInstance', 'denied')]
const exposure = {
  ...sampleExposure,
  verdict: 'open' as const,
  condition: null,
  path: [],
  unknownBecause: [],
  accessAnalyzer: null,
}

const facts = (parts: Partial<Facts> = {}): Facts => ({
  coverage: summarizeCoverage(types),
  comparison: comparison({ removed: [database] }),
  exposures: [exposure],
  plan: null,
  ...parts,
})

async function baselinePath(content?: unknown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-baseline-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'baseline.json')
  if (content !== undefined) await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

async function evaluated(options: GateOptions, where = place, what = facts()) {
  const gate = await openGate(options)
  const { gate: results, baseline } = gate.evaluate(where, what)
  await gate.save()
  return { states: results.map(({ state, accepted }) => [state, ...accepted]), unused: baseline?.unused }
}

const failOn = 'removed:AWS::RDS::*,exposed,unread,coverage<95%'

test('what was accepted fails nothing, everywhere else and everything else still does', async () => {
  const baselineFile = await baselinePath()
  const removed = 'AWS::RDS::DBInstance orders (db-1)'
  const exposed = 'bastion: tcp 3389 from internet by security group'
  const unread = "AWS::RDS::DBInstance couldn't be read (denied rds:DescribeDBInstances)"
  const passed = {
    states: [
      ['passed', removed],
      ['passed', exposed],
      ['passed', unread],
      ['passed', unread],
    ],
    unused: [],
  }
  expect((await evaluated({ failOn })).states).toEqual([['failed'], ['failed'], ['failed'], ['failed']])
  expect(await evaluated({ failOn, baselineFile, accept: true })).toEqual(passed)
  expect(await evaluated({ failOn, baselineFile })).toEqual(passed)
  const region = await evaluated({ failOn, baselineFile }, elsewhere)
  expect(region).toEqual({ states: [['failed'], ['failed'], ['failed'], ['failed']], unused: [] })

  const others = facts({
    coverage: summarizeCoverage([...types, covered('AWS::SQS::Queue', 'failed')]),
    comparison: comparison({ removed: [database, compared('AWS::RDS::DBInstance', 'db-2')] }),
    exposures: [exposure, { ...exposure, ports: '22' }],
  })
  expect((await evaluated({ failOn, baselineFile }, place, others)).states).toEqual([
    ['failed', removed],
    ['failed', exposed],
    ['failed', unread],
    ['failed', unread],
  ])
})

test('entries that match nothing any more are listed, unless their condition was not evaluated', async () => {
  const baselineFile = await baselinePath()
  await evaluated({ failOn, baselineFile, accept: true })
  const nothing = facts({
    coverage: summarizeCoverage([covered('AWS::EC2::VPC')]),
    comparison: comparison(),
    exposures: [],
  })
  expect((await evaluated({ failOn, baselineFile }, place, nothing)).unused).toEqual([
    'exposed AWS::EC2::Instance i-1 tcp 3389 from internet by security group',
    'removed AWS::RDS::DBInstance db-1',
    'unread AWS::RDS::DBInstance',
  ])
  const first = { ...nothing, comparison: null }
  expect((await evaluated({ failOn: 'removed', baselineFile }, place, first)).unused).toEqual([])
  expect((await evaluated({ failOn: 'removed:AWS::EC2::*', baselineFile }, place, nothing)).unused).toEqual([])
  expect((await evaluated({ failOn, baselineFile }, elsewhere, nothing)).unused).toEqual([])
})

test('accepting again replaces what the conditions decide, and keeps reasons and everything else', async () => {
  const entry = { ...place, finding: 'removed', type: 'AWS::RDS::DBInstance', resource: 'db-1', detail: '' }
  const kept = [
    { ...entry, reason: 'Moved to Aurora' },
    { ...entry, ...elsewhere },
    { ...entry, finding: 'added' },
    { ...entry, finding: 'frobnicated' },
  ]
  const baselineFile = await baselinePath({ version: 1, accepted: [...kept, { ...entry, resource: 'gone' }] })
  const { unused } = await evaluated({ failOn: 'removed', baselineFile, accept: true })
  expect(unused).toEqual(['frobnicated AWS::RDS::DBInstance db-1 (unknown kind of finding)'])
  const written = JSON.parse(await readFile(baselineFile, 'utf8')) as {
    accepted: { region: string; finding: string }[]
  }
  // The order is stable, so that diffs are small.
  expect(written.accepted.map(({ region, finding }) => [region, finding])).toEqual([
    ['eu-west-1', 'removed'],
    ['us-east-1', 'added'],
    ['us-east-1', 'frobnicated'],
    ['us-east-1', 'removed'],
  ])
  expect(written.accepted).toHaveLength(4)
  expect(written.accepted).toEqual(expect.arrayContaining(kept))
  await expect(readdir(join(baselineFile, '..'))).resolves.toEqual(['baseline.json'])
})

test('a file of an editor on Windows has a byte order mark and other line ends', async () => {
  const entry = { ...place, finding: 'frobnicated', type: '', resource: '', detail: '' }
  const text = JSON.stringify({ version: 1, accepted: [entry] }, null, 2)
  const baselineFile = await baselinePath(`\uFEFF${text.replaceAll('\n', '\r\n')}`)
  const { unused } = await evaluated({ failOn: 'removed', baselineFile })
  expect(unused).toEqual(['frobnicated (unknown kind of finding)'])
})

test.each<[unknown, RegExp]>([
  [undefined, /^There is no baseline file .+baseline\.json\. Write it with --accept\.$/],
  ['{', /baseline\.json isn't JSON: /],
  ['null', /isn't a baseline file: it has no list "accepted"\.$/],
  [[], /isn't a baseline file: it has no list "accepted"\.$/],
  [{ version: 2, accepted: [] }, /has version 2\. This program reads version 1\.$/],
  [{ accepted: [] }, /has version null\. This program/],
  [
    { version: 1, accepted: [{ ...place }] },
    /isn't a baseline file: entry 1 needs the texts account, region, finding,/,
  ],
])('%j is rejected before a scan', async (content, message) => {
  const baselineFile = await baselinePath(content)
  await expect(openGate({ failOn, baselineFile })).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(message),
  })
})

test.each<[GateOptions, string]>([
  [
    { failOn, baselineFile: '/' },
    "The baseline file / couldn't be read: EISDIR: illegal operation on a directory, read.",
  ],
  [{ failOn, accept: true }, '--accept needs --baseline-file.'],
  [{ baselineFile: 'baseline.json' }, '--baseline-file needs --fail-on.'],
  [{ failOn, baselineFile: '/none/baseline.json', accept: true }, "The folder /none doesn't exist, or isn't writable."],
])('%j is wrong usage', async (options, message) => {
  await expect(openGate(options)).rejects.toMatchObject({ exitCode: 2, message })
})
