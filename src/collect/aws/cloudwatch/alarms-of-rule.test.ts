import { expect, test } from 'vitest'
import { alarmsOfRule } from './alarms-of-rule.ts'

test.each([
  ['ALARM("orders late") AND NOT OK(payments)', ['orders late', 'payments']],
  ["INSUFFICIENT_DATA('a') OR (ALARM( b ) AND TRUE)", ['a', 'b']],
  ['ALARM("arn:aws:cloudwatch:us-east-1:444455556666:alarm:orders (late)")', ['orders (late)']],
  ['FALSE', []],
  [undefined, []],
])('the rule %s refers to %j', (rule, names) => expect(alarmsOfRule(rule)).toEqual(names))
