/** Tags of load balancers and target groups: their lists come without them, one call tells those of up to 20. */
import type { ElasticLoadBalancingV2Client, Tag } from '@aws-sdk/client-elastic-load-balancing-v2'
import type { CallContext } from '../../collector.ts'

/** The provider's own limit on the resources of one DescribeTags. */
const batchSize = 20

type Sdk = typeof import('@aws-sdk/client-elastic-load-balancing-v2')
type Tagged<Item> = { readonly item: Item; readonly tags: Tag[] | undefined }

export async function withTags<Item>(
  items: readonly Item[],
  arnOf: (item: Item) => string | undefined,
  { sdk, client, eachBatch }: CallContext<Sdk, ElasticLoadBalancingV2Client>,
): Promise<readonly Tagged<Item>[]> {
  const arns = items.map(arnOf).filter((arn) => arn !== undefined)
  const answers = await eachBatch(arns, batchSize, (batch) =>
    client.send(new sdk.DescribeTagsCommand({ ResourceArns: [...batch] })),
  )
  const tags = new Map(
    answers.flatMap(({ TagDescriptions }) =>
      (TagDescriptions ?? []).map(({ ResourceArn, Tags }) => [ResourceArn, Tags]),
    ),
  )
  // The provider describes the tags of all that exist, also of those without any.
  return items.filter((item) => tags.has(arnOf(item))).map((item) => ({ item, tags: tags.get(arnOf(item)) }))
}
