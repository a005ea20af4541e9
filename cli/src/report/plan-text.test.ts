/** Tests the lines of a plan's report that need a cause or a reason. */
import { describe, expect, test } from 'vitest'
import { sampleReport } from '../../test/sample-report.ts'
import { planLines } from './plan-text.ts'
import type { PlanReport } from './report.ts'

const nothing = { touched: [], cutOff: [], breaks: [], missing: [], unmanaged: null, unknown: [] }

test.each([
  [[], [], 'web to orders: tcp 5432'],
  [['aws_security_group.web'], [], 'web to orders: tcp 5432, because of aws_security_group.web'],
  [
    ['aws_security_group.web', 'aws_route.a'],
    [{ reason: 'no rule allows it' }, { reason: 'no route' }],
    'web to orders: tcp 5432, because of aws_security_group.web, aws_route.a: no rule allows it',
  ],
])('a connection that is cut off, because of %j and %j', (causedBy, blockedBy, text) => {
  const cutOff = [{ from: 'AWS::EC2::Instance/i-1', summary: 'web to orders: tcp 5432', causedBy, blockedBy }]
  const plan = { ...nothing, format: 'terraform', exposures: [], cutOff } as unknown as PlanReport
  expect(planLines(sampleReport({ plan }))).toEqual([
    { name: 'Plan', text: 'terraform: no changes', style: null },
    { name: 'Cut off', text, style: 'red' },
  ])
})

const closed = (name: string, more: object = {}) => ({
  kind: 'closed',
  summary: `Closes tcp 8080 of ${name} to the internet by load balancer`,
  resource: { type: 'AWS::EC2::Instance', id: `i-${name}`, name },
  causedBy: ['aws_security_group_rule.web'],
  reasons: [],
  after: { verdict: 'closed', condition: null },
  ...more,
})

function exposureLines(...exposures: readonly object[]): readonly string[] {
  const plan = { ...nothing, format: 'terraform', exposures } as unknown as PlanReport
  return planLines(sampleReport({ plan }))
    .slice(1)
    .map(({ text }) => text)
}

const names = (count: number) => Array.from({ length: count }, (_, place) => `web-${count - place}`)

describe('exposures that differ in their resource alone', () => {
  const rest = 'to the internet by load balancer, because of aws_security_group_rule.web'

  test('are one line with all names in order, if there are three or more', () => {
    expect(exposureLines(...names(3).map((name) => closed(name)))).toEqual([
      `Closes tcp 8080 of web-1, web-2, web-3 ${rest}`,
    ])
    expect(exposureLines(...names(2).map((name) => closed(name)))).toEqual([
      `Closes tcp 8080 of web-2 ${rest}`,
      `Closes tcp 8080 of web-1 ${rest}`,
    ])
  })

  test('name 20 resources, and count the rest', () => {
    expect(exposureLines(...names(23).map((name) => closed(name)))).toEqual([
      expect.stringContaining(` web-19, web-20 and 3 more ${rest}`),
    ])
  })

  test.each([
    ['another cause', closed('web-3', { causedBy: ['aws_lb.a'] })],
    ['another type', closed('web-3', { resource: { type: 'AWS::RDS::DBInstance', id: 'a', name: 'web-3' } })],
    ['another kind', closed('web-3', { kind: 'changed' })],
    ['another condition', closed('web-3', { after: { verdict: 'closed', condition: 'with a token' } })],
    ['no ID', closed('web-3', { resource: { type: 'AWS::EC2::Instance', id: null, name: null } })],
    ['a reason', closed('web-3', { reasons: ['aws_lb.a: unknown'] })],
    ['other ports', closed('web-3', { summary: 'Closes tcp 22 of web-3 to the internet by load balancer' })],
  ])('%s: a line of its own', (_what, other) => {
    expect(exposureLines(closed('web-1'), closed('web-2'), other)).toHaveLength(3)
  })
})
