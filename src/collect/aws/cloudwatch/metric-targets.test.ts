import { expect, test } from 'vitest'
import { metricTargets } from './metric-targets.ts'

const here = { accountNumber: '444455556666' }
const queueDepth = (QueueName: string) => ({
  Namespace: 'AWS/SQS',
  MetricName: 'ApproximateNumberOfMessagesVisible',
  Dimensions: [{ Name: 'QueueName', Value: QueueName }],
})

test('finds the monitored resource by dimension, in a single metric and in metric math', () => {
  expect(metricTargets(queueDepth('orders'), { dimension: 'QueueName' }, here)).toEqual(['orders'])
  expect(metricTargets(queueDepth('orders'), { dimension: 'InstanceId' }, here)).toEqual([])
  const Metrics = [
    { Id: 'a', MetricStat: { Metric: queueDepth('orders'), Period: 60, Stat: 'Sum' } },
    { Id: 'b', MetricStat: { Metric: queueDepth('payments.fifo'), Period: 60, Stat: 'Sum' } },
    { Id: 'c', Expression: 'a + b' },
  ]
  expect(metricTargets({ Metrics }, { dimension: 'QueueName' }, here)).toEqual(['orders', 'payments.fifo'])
})

test('removes the prefix of target groups', () => {
  const Dimensions = [{ Name: 'TargetGroup', Value: 'targetgroup/web/0a1b2c3d4e5f6071' }]
  const alarm = { Namespace: 'AWS/ApplicationELB', Dimensions }
  expect(metricTargets(alarm, { dimension: 'TargetGroup' }, here)).toEqual(['web/0a1b2c3d4e5f6071'])
})

test('ignores metrics of other accounts and custom namespaces', () => {
  const MetricStat = { Metric: queueDepth('orders'), Period: 60, Stat: 'Sum' }
  expect(
    metricTargets({ Metrics: [{ Id: 'a', AccountId: '777788889999', MetricStat }] }, { dimension: 'QueueName' }, here),
  ).toEqual([])
  expect(metricTargets({ ...queueDepth('orders'), Namespace: 'Shop' }, { dimension: 'QueueName' }, here)).toEqual([])
})

test('a dimension that means something else in other namespaces counts only in its own', () => {
  const alarm = { Namespace: 'AWS/Kinesis', Dimensions: [{ Name: 'StreamName', Value: 'clicks' }] }
  const watched = { dimension: 'StreamName', namespace: 'AWS/Kinesis' }
  expect(metricTargets(alarm, watched, here)).toEqual(['clicks'])
  expect(metricTargets({ ...alarm, Namespace: 'AWS/KinesisVideo' }, watched, here)).toEqual([])
})
