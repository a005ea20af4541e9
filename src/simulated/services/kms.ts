/** KMS: keys and their aliases. */
import * as module from '@aws-sdk/client-kms'
import type {
  AliasListEntry,
  DescribeKeyRequest,
  DescribeKeyResponse,
  KeyListEntry,
  ListAliasesRequest,
  ListAliasesResponse,
  ListKeysRequest,
  ListKeysResponse,
} from '@aws-sdk/client-kms'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient, operation } from '../service.ts'
import type { SimulatedService } from '../service.ts'
import { usualPaging } from '../usual-paging.ts'

export const service: SimulatedService = {
  iamPrefix: 'kms',
  module,
  client: new module.KMSClient(idleClient),
  operations: {
    ListKeys: listOperation<ListKeysRequest, ListKeysResponse, KeyListEntry>({
      items: ({ regionData }) => regionData.kms?.keys?.map(({ KeyId, Arn }) => ({ KeyId, KeyArn: Arn })),
      paging: usualPaging<ListKeysRequest>({
        token: 'Marker',
        size: 'Limit',
        maximum: 1000,
        default: 100,
        badToken: 'InvalidMarkerException',
      }),
      answer: (items, NextMarker) => ({ Keys: [...items], NextMarker, Truncated: NextMarker !== undefined }),
    }),

    ListAliases: listOperation<ListAliasesRequest, ListAliasesResponse, AliasListEntry>({
      items: ({ regionData }) => regionData.kms?.aliases,
      paging: usualPaging<ListAliasesRequest>({
        token: 'Marker',
        size: 'Limit',
        maximum: 100,
        default: 50,
        badToken: 'InvalidMarkerException',
      }),
      answer: (items, NextMarker) => ({ Aliases: [...items], NextMarker, Truncated: NextMarker !== undefined }),
    }),

    DescribeKey: operation<DescribeKeyRequest, DescribeKeyResponse>({
      parameters: ['KeyId'],
      answer({ KeyId: wanted }, { regionData }) {
        const key = regionData.kms?.keys?.find(({ KeyId, Arn }) => wanted === KeyId || wanted === Arn)
        if (key === undefined) throw new ProviderError('NotFoundException', `Key '${wanted}' does not exist`)
        return { KeyMetadata: key }
      },
    }),
  },
}
