import type { KeyMetadata } from '@aws-sdk/client-kms'
import { defineService } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'
import { policyGrants } from '../../properties/policy-grants.ts'

export const kms = defineService(
  'kms',
  () => import('@aws-sdk/client-kms'),
  (sdk) => sdk.KMSClient,
)

type DescribedKey = {
  readonly metadata: Partial<KeyMetadata>
  readonly aliases: readonly string[]
  readonly policy: string | null
}

/** Collects customer managed keys. AWS managed keys are in the list and left out. */
export const key = defineCollector({
  type: 'AWS::KMS::Key',
  count: 'keys',
  scope: 'regional',
  permissions: ['kms:ListKeys', 'kms:ListAliases', 'kms:DescribeKey', 'kms:GetKeyPolicy'],
  service: kms,
  async *pages({ sdk, client }) {
    const aliasPages = await Array.fromAsync(sdk.paginateListAliases({ client, pageSize: 100 }, {}))
    const aliases = aliasPages.flatMap(({ Aliases }) => Aliases ?? [])
    for await (const { Keys = [] } of sdk.paginateListKeys({ client, pageSize: 1000 }, {})) yield { aliases, Keys }
  },
  async items({ aliases, Keys }, { sdk, client, each }) {
    const names = Map.groupBy(aliases, ({ TargetKeyId }) => TargetKeyId)
    const keys = Keys.map(({ KeyId, KeyArn }) => ({
      KeyId,
      KeyArn,
      aliases: (names.get(KeyId) ?? []).flatMap(({ AliasName }) => AliasName ?? []).toSorted(),
    }))
    // Aliases that begin with `alias/aws/` belong to AWS managed keys.
    const [managed = [], own = []] = [true, false].map((isManaged) =>
      keys.filter((key) => key.aliases.some((name) => name.startsWith('alias/aws/')) === isManaged),
    )
    const describe = async ({ KeyId, aliases: keyAliases }: (typeof keys)[number]): Promise<DescribedKey> => {
      const { KeyMetadata = {} } = await client.send(new sdk.DescribeKeyCommand({ KeyId }))
      return { metadata: KeyMetadata, aliases: keyAliases, policy: null }
    }
    // Two calls per key, because the list only has IDs.
    const described = await each(
      own,
      async (key): Promise<DescribedKey> => {
        const known = await describe(key)
        if (known.metadata.KeyManager === 'AWS') return known
        const { Policy = '' } = await client.send(
          new sdk.GetKeyPolicyCommand({ KeyId: key.KeyId, PolicyName: 'default' }),
        )
        return { ...known, policy: Policy }
      },
      // The key's own policy may deny access to the role.
      {
        less: describe,
        listed: ({ KeyId, KeyArn, aliases: keyAliases }): DescribedKey => ({
          metadata: { KeyId, Arn: KeyArn },
          aliases: keyAliases,
          policy: null,
        }),
      },
    )
    const ofProvider = managed.map(({ KeyId, KeyArn, aliases: keyAliases }): DescribedKey => ({
      metadata: { KeyId, Arn: KeyArn, KeyManager: 'AWS' },
      aliases: keyAliases,
      policy: null,
    }))
    return [...described, ...ofProvider]
  },
  namesOthers: true,
  ofType: ({ metadata }) => metadata.KeyManager !== 'AWS',
  resource: ({ metadata, aliases, policy }, { accountNumber }) => ({
    id: metadata.KeyId,
    arn: metadata.Arn,
    name: aliases[0]?.replace(/^alias\//, ''),
    properties: {
      description: metadata.Description,
      aliases,
      state: metadata.KeyState,
      keySpec: metadata.KeySpec,
      keyUsage: metadata.KeyUsage,
      origin: metadata.Origin,
      multiRegion: metadata.MultiRegion,
      policyGrants:
        policy === null ? undefined : policyGrants(policy, accountNumber, { arn: metadata.Arn, isSigned: true }),
    },
  }),
})
