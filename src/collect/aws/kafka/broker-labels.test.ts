import { expect, test } from 'vitest'
import { brokerLabels } from './broker-labels.ts'

test.each([
  ['demo-cluster-1', 'demo-cluster-1'],
  ['techx-tf4-orders', 'techxtf4orders'],
  ['AWSKafkaTutorialCluster', 'awskafkatutorialcluste'],
])('brokers of %s have %s in their hosts', (name, label) => {
  expect(brokerLabels(name)).toContain(label)
})
