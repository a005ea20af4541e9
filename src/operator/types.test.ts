import { beforeAll, expect, test } from 'vitest'
import { openOperatorCommands, type OperatorCommands } from '../../test/support/operator-commands.ts'

let commands: OperatorCommands

beforeAll(async () => {
  commands = await openOperatorCommands()
  return () => commands.close()
})

test('lists the supported types, sorted', async () => {
  const vpc = {
    type: 'AWS::EC2::VPC',
    countKey: 'networks',
    scope: 'regional',
    permissions: ['ec2:DescribeVpcs'],
    relations: [],
  }
  const bucket = { ...vpc, type: 'AWS::S3::Bucket', countKey: 'storageBuckets', permissions: ['s3:ListAllMyBuckets'] }
  expect(await commands.answered(['types'], { types: () => Promise.resolve([bucket, vpc]) })).toEqual([vpc, bucket])
  expect((await commands.run(['types'], { types: () => Promise.resolve([vpc]) })).output).toMatch(
    /TYPE.*\nAWS::EC2::VPC +networks +regional +ec2:Describe/,
  )
})
