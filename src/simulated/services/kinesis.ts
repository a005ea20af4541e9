/** Kinesis Data Streams: streams. */
import * as module from '@aws-sdk/client-kinesis'
import type {
  DescribeStreamSummaryInput,
  DescribeStreamSummaryOutput,
  ListStreamsInput,
  ListStreamsOutput,
  StreamDescriptionSummary,
} from '@aws-sdk/client-kinesis'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient, operation } from '../service.ts'
import type { SimulatedService } from '../service.ts'

export const service: SimulatedService = {
  iamPrefix: 'kinesis',
  module,
  client: new module.KinesisClient(idleClient),
  operations: {
    ListStreams: listOperation<ListStreamsInput, ListStreamsOutput, StreamDescriptionSummary>({
      items: ({ regionData }) => regionData.kinesis?.streams,
      paging: {
        token: 'NextToken',
        size: 'Limit',
        minimum: 1,
        maximum: 10_000,
        default: 100,
        // "If you specify a value greater than 100, at most 100 results are returned."
        ceiling: 100,
        badToken: () => new ProviderError('ExpiredNextTokenException', 'The pagination token is not valid'),
        badSize: (size) =>
          new ProviderError(
            'ValidationException',
            `1 validation error detected: Value '${size}' at 'limit' failed to satisfy constraint`,
          ),
      },
      answer: (items, NextToken) => ({
        StreamNames: items.flatMap(({ StreamName }) => StreamName ?? []),
        HasMoreStreams: NextToken !== undefined,
        NextToken,
        StreamSummaries: items.map(
          ({ StreamName, StreamARN, StreamStatus, StreamModeDetails, StreamCreationTimestamp }) => ({
            StreamName,
            StreamARN,
            StreamStatus,
            StreamModeDetails,
            StreamCreationTimestamp,
          }),
        ),
      }),
    }),

    DescribeStreamSummary: operation<DescribeStreamSummaryInput, DescribeStreamSummaryOutput>({
      parameters: ['StreamName', 'StreamARN'],
      answer({ StreamName, StreamARN }, { regionData, account }) {
        const stream = regionData.kinesis?.streams?.find((candidate) =>
          StreamARN === undefined ? candidate.StreamName === StreamName : candidate.StreamARN === StreamARN,
        )
        if (stream === undefined) {
          throw new ProviderError(
            'ResourceNotFoundException',
            `Stream ${StreamARN ?? StreamName} under account ${account.accountId} not found.`,
          )
        }
        return { StreamDescriptionSummary: stream }
      },
    }),
  },
}
