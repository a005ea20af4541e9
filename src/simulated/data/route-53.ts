/** What a world holds of DNS, in the SDK's own shapes. */
import type { HostedZone, QueryLoggingConfig, ResourceRecordSet, VPC } from '@aws-sdk/client-route-53'

export type Route53Data = {
  readonly hostedZones?: readonly HostedZone[]
  readonly queryLoggingConfigs?: readonly QueryLoggingConfig[]
  /** Of private zones, by the zone's id as it is listed (`/hostedzone/…`). */
  readonly vpcs?: Readonly<Record<string, readonly VPC[]>>
  /** By the zone's id as it is listed, in the provider's order. */
  readonly records?: Readonly<Record<string, readonly ResourceRecordSet[]>>
}
