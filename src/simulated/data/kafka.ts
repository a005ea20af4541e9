/** What a world holds of Managed Streaming for Apache Kafka, in the SDK's own shapes. */
import type { Cluster } from '@aws-sdk/client-kafka'

export type KafkaData = {
  readonly clusters?: readonly Cluster[]
}
