import { expect, test } from 'vitest'
import { changed, comparison, sampleExposure } from '../../test/sample-report.ts'
import type { Change, Comparison } from '../client/index.ts'
import { changeChart } from './change-chart.ts'

const limit = 15_000
const resource = (id: string, name: string | null = null, type = 'AWS::EC2::Instance') => ({
  type,
  id,
  arn: null,
  name,
})
const relation = (source: string, verb: string, target: string): Comparison['relationsAdded'][number] => ({
  source: resource(source),
  verb,
  target: resource(target),
  evidence: 'SubnetId',
  basis: 'configured',
})
const change = (kind: Change['kind'], id: string, name: string | null = null): Change => ({
  ...changed(kind, ''),
  resource: resource(id, name),
})
const noExposures = { opened: [], closed: [], changed: [], unknown: [] }

const lines = (parts: Partial<Comparison>) => changeChart(comparison(parts), limit)?.text.split('\n') ?? []
const boxes = (text: readonly string[]) => text.filter((line) => /^ {2}n\d+[[(]/.test(line))

test('each changed resource has a box with its mark, and its most important change', () => {
  const text = lines({
    changes: [change('removed', 'i-1', 'web'), change('changed', 'i-1', 'web'), change('added', 'i-2')],
  })
  expect(boxes(text)).toEqual(['  n0["#8722; web<br/>EC2 Instance"]', '  n1["#43; i-2<br/>EC2 Instance"]'])
  expect(text).toContain('  class n0 removed')
  expect(text).toContain('  class n1 added')
})

test('exposures are arrows from their source', () => {
  const closed = { ...sampleExposure, protocol: null, ports: null, from: 'other accounts' }
  const text = lines({
    changes: [change('opened', 'i-1')],
    exposures: { ...noExposures, opened: [sampleExposure], closed: [closed] },
  })
  expect(text).toContain('  n1("internet")')
  expect(text).toContain('  n1 ==>|"tcp 3389 opened"| n0')
  expect(text).toContain('  n2 -.->|"closed"| n0')
  expect(text).toContain('  class n1,n2 source')
})

test('relations lead to what did not change, but never without a changed end', () => {
  const text = lines({
    changes: [change('changed', 'i-1')],
    relationsAdded: [relation('i-1', 'uses', 'i-2'), relation('i-3', 'uses', 'i-4')],
    relationsRemoved: [relation('i-5', 'uses', 'i-1')],
  })
  expect(text.filter((line) => line.includes('|'))).toEqual(['  n0 -->|"uses"| n1', '  n2 -.->|"uses"| n0'])
  expect(text).toContain('  class n1,n2 unchanged')
  expect(text).toContain('  linkStyle 1 stroke:#cf222e')
})

test('boxes without arrows are in rows', () => {
  const text = lines({ changes: ['a', 'b', 'c', 'd', 'e'].map((id) => change('added', id)) })
  expect(text.filter((line) => line.includes('~~~'))).toEqual(['  n0 ~~~ n1', '  n1 ~~~ n2', '  n3 ~~~ n4'])
})

test('at most 60 boxes, the most important changes first, and fewer if they do not fit', () => {
  const changes = Array.from({ length: 200 }, (_, index) => change('added', `i-${index}`))
  const relationsAdded = Array.from({ length: 200 }, (_, index) => relation('i-0', 'uses', `other-${index}`))
  const chart = changeChart(comparison({ changes, relationsAdded }), limit)
  expect(chart).toMatchObject({ shown: 60, changed: 200 })
  expect(boxes(chart?.text.split('\n') ?? [])).toHaveLength(60)
  expect(chart?.text).not.toContain('other-')
  const few = changeChart(comparison({ changes: changes.slice(0, 59), relationsAdded }), limit)
  expect(boxes(few?.text.split('\n') ?? [])).toHaveLength(60)
  const small = changeChart(comparison({ changes, relationsAdded }), 2_000)
  expect(small?.shown).toBe(25)
  expect(small?.text.length).toBeLessThanOrEqual(2_000)
  expect(changeChart(comparison({ changes }), 50)).toBeNull()
  expect(changeChart(comparison(), limit)).toBeNull()
})
