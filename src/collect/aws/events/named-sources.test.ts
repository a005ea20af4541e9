import { expect, test } from 'vitest'
import { namedSources } from './named-sources.ts'

const place = { region: 'eu-west-1', accountNumber: '111122223333' }
const machine = 'arn:aws:states:eu-west-1:111122223333:stateMachine:orders'

function namedBy(pattern: unknown, EventBusName = 'default'): readonly string[] {
  return namedSources({ EventPattern: JSON.stringify(pattern), EventBusName }, place).map(
    ({ type, id }) => `${type} ${id}`,
  )
}

const ofBucket = { source: ['aws.s3'], detail: { bucket: { name: ['uploads', 'scans'] } } }

test.each([
  [ofBucket, ['AWS::S3::Bucket uploads', 'AWS::S3::Bucket scans']],
  [{ source: ['aws.s3'], detail: { requestParameters: { bucketName: ['uploads'] } } }, ['AWS::S3::Bucket uploads']],
  [{ source: ['aws.s3'], resources: ['arn:aws:s3:::uploads'] }, ['AWS::S3::Bucket uploads']],
  [{ source: ['aws.states'], detail: { stateMachineArn: [machine] } }, [`AWS::StepFunctions::StateMachine ${machine}`]],
  [
    { source: ['aws.batch'], detail: { jobQueue: ['arn:aws:batch:eu-west-1:111122223333:job-queue/nightly'] } },
    ['AWS::Batch::JobQueue nightly'],
  ],
  [{ source: ['aws.ec2'], detail: { 'instance-id': ['i-1'] } }, ['AWS::EC2::Instance i-1']],
  [{ source: ['aws.glue'], detail: { jobName: ['sales'] } }, ['AWS::Glue::Job sales']],
  [{ source: ['aws.glue'], detail: { crawlerName: ['sales'] } }, ['AWS::Glue::Crawler sales']],
  [{ source: ['aws.codebuild'], detail: { 'project-name': ['site'] } }, ['AWS::CodeBuild::Project site']],
])('the pattern %j names %j', (pattern, expected) => {
  expect(namedBy(pattern)).toEqual(expected)
})

test.each([
  ['a name with a pattern', { source: ['aws.s3'], detail: { bucket: { name: ['uploads', { prefix: 'scan' }] } } }],
  ['a name of another source', { source: ['shop.orders'], detail: { bucket: { name: ['uploads'] } } }],
  ['an ARN of another source', { source: ['shop.orders'], resources: ['arn:aws:s3:::uploads'] }],
  ['sources of which one is no service of AWS', { ...ofBucket, source: ['aws.s3', 'shop.orders'] }],
  ['no source', { detail: ofBucket.detail }],
  ['a field of another service', { source: ['aws.ec2'], detail: ofBucket.detail }],
  ['alternatives', { source: ['aws.s3'], detail: { $or: [ofBucket.detail, { reason: ['CopyObject'] }] } }],
  ['no detail', { source: ['aws.s3'], detail: null }],
])('%s names none', (_, pattern) => {
  expect(namedBy(pattern)).toEqual([])
})

test('a rule of another bus, or without a pattern, names none', () => {
  expect(namedBy(ofBucket, 'orders')).toEqual([])
  expect(namedSources({ EventBusName: 'default' }, place)).toEqual([])
})
