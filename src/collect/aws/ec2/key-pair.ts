import { defineCollector } from '../../collector.ts'
import { tagRecord } from '../../properties/tags.ts'
import { ec2 } from './vpc.ts'

/** Collects key pairs. The identifier is the name, because instances refer to it. */
export const keyPair = defineCollector({
  type: 'AWS::EC2::KeyPair',
  count: 'keyPairs',
  scope: 'regional',
  permissions: ['ec2:DescribeKeyPairs'],
  service: ec2,
  // AWS returns all of them in one response.
  pages: ({ sdk, client }) => [client.send(new sdk.DescribeKeyPairsCommand({}))],
  items: (page) => page.KeyPairs,
  resource: (pair) => ({
    id: pair.KeyName,
    name: pair.KeyName,
    tags: tagRecord(pair.Tags),
    properties: { keyPairId: pair.KeyPairId, keyType: pair.KeyType, createTime: pair.CreateTime?.toISOString() },
  }),
})
