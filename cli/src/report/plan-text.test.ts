/** Tests the lines of a plan's report that need a cause or a reason. */
import { expect, test } from 'vitest'
import { sampleReport } from '../../test/sample-report.ts'
import { planLines } from './plan-text.ts'
import type { PlanReport } from './report.ts'

test.each([
  [[], [], 'web to orders: tcp 5432'],
  [['aws_security_group.web'], [], 'web to orders: tcp 5432, because of aws_security_group.web'],
  [
    ['aws_security_group.web', 'aws_route.a'],
    [{ reason: 'no rule allows it' }, { reason: 'no route' }],
    'web to orders: tcp 5432, because of aws_security_group.web, aws_route.a: no rule allows it',
  ],
])('a connection that is cut off, because of %j and %j', (causedBy, blockedBy, text) => {
  const nothing = { touched: [], exposures: [], breaks: [], missing: [], unmanaged: null, unknown: [] }
  const cutOff = [{ from: 'AWS::EC2::Instance/i-1', summary: 'web to orders: tcp 5432', causedBy, blockedBy }]
  const plan = { ...nothing, format: 'terraform', cutOff } as unknown as PlanReport
  expect(planLines(sampleReport({ plan }))).toEqual([
    { name: 'Plan', text: 'terraform: no changes', style: null },
    { name: 'Cut off', text, style: 'red' },
  ])
})
