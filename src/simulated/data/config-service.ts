/** What a world holds of AWS Config, in the SDK's own shapes. */
import type {
  ConfigurationRecorder,
  ConfigurationRecorderStatus,
  DeliveryChannel,
  ResourceCount,
} from '@aws-sdk/client-config-service'

export type ConfigServiceData = {
  readonly recorders?: readonly ConfigurationRecorder[]
  readonly recorderStatus?: readonly ConfigurationRecorderStatus[]
  readonly deliveryChannels?: readonly DeliveryChannel[]
  readonly discoveredCounts?: readonly ResourceCount[]
}
